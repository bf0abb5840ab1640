import { eq } from "drizzle-orm";
import { administrators } from "@/db/tenant/users";
import { factorsOf } from "../../domain/factors/factors";
import { factorWords } from "../../domain/factors/own-factors";
import { queueNotice } from "../../domain/messages/notices";
import {
  passkeyCreation,
  passkeyRequest,
  provePasskey,
  registerPasskey,
  userHandleOf,
  verifyPasskey,
  type Ceremony,
} from "../../domain/factors/passkeys";
import { makeRecoveryCodes } from "../../domain/factors/recovery-codes";
import { readAppearance } from "../../domain/tenant-config/tenant-config";
import { shownName } from "../../domain/tenant-config/tenant-config.schema";
import { UniqueViolation } from "../../kernel/store";
import { accountEvent } from "../console-session";
import { isLocked } from "../password-attempts";
import type { Database } from "../../store/database";
import { personOf } from "./admit";
import { enrolled, enrollingOf } from "./enrolment";
import { passkeyChallenge, type Subject } from "./flow";
import type { Proof } from "./steps";
import { advance, currentStep, page, type Result, type StepDeps, type Visit } from "./visit";

/** Passkeys as first factor, as second, and set up on the way in (Web Authentication Level 3). */
export function createPasskeyProof(deps: StepDeps & { database: Database }) {
  const { stores, ports, database } = deps;
  const own = new URL(deps.baseUrl).hostname;

  /** A passkey is the host's that it was made at. */
  function ceremony({ place, flow }: Pick<Visit, "place" | "flow">): Ceremony {
    const { hostname: rpId, origin } = new URL(place.baseUrl ?? deps.baseUrl);
    return { rpId, origin, challenge: passkeyChallenge(flow) };
  }

  /** What the browser's `navigator.credentials` is given at this step; null where no passkey is asked for. */
  async function options(at: Visit): Promise<{ request: object } | { creation: object } | null> {
    const step = await currentStep(deps, at);
    const { challenge, rpId } = ceremony(at);
    if (step.step === "identify" || step.step === "first")
      return step.methods.includes("webauthn")
        ? { request: await passkeyRequest({ rpId, challenge }) }
        : null;
    if (step.step === "second" && step.methods.includes("webauthn")) {
      const allow = [];
      for (const { tenantId, userId } of at.flow.subjects) {
        if (tenantId === null) continue;
        const held = await stores.tenant(tenantId).read((tx) => factorsOf(tx, userId));
        for (const { credentialId, transports, rpId: madeAt } of held)
          if (credentialId !== null && (madeAt ?? own) === rpId) allow.push({ credentialId, transports });
      }
      return { request: await passkeyRequest({ rpId, challenge, allow }) };
    }
    return step.step === "enrol" && step.methods.includes("webauthn") ? creation(at) : null;
  }

  async function creation(at: Visit) {
    const { rpId, challenge } = ceremony(at);
    const enrolling = await enrollingOf(deps, at);
    if (enrolling === null) return null;
    const { tenantId, userId } = enrolling;
    const { user, held, organization } = await stores.tenant(tenantId).read(async (tx) => ({
      user: (await tx.users.get(userId))!,
      organization: shownName(await readAppearance(tx)),
      held: await factorsOf(tx, userId),
    }));
    return {
      creation: await passkeyCreation({
        rpId,
        rpName: organization,
        challenge,
        userHandle: await handleOf(at, enrolling),
        userName: user.email ?? user.name ?? String(userId),
        displayName: user.name ?? user.email ?? String(userId),
        exclude: held.flatMap(({ credentialId }) => (credentialId === null ? [] : [credentialId])),
      }),
    };
  }

  /** The same name for both halves of the ceremony: that of their passkeys, or one that follows from this sign-in. */
  async function handleOf({ flow }: Visit, { tenantId, userId }: { tenantId: number; userId: number }) {
    const held = await stores.tenant(tenantId).read((tx) => factorsOf(tx, userId));
    return held.some(({ kind }) => kind === "webauthn")
      ? stores.tenant(tenantId).read((tx) => userHandleOf(tx, userId))
      : passkeyChallenge({ ...flow, key: `handle ${flow.key}`, version: 0 });
  }

  /** A passkey's answer, as first factor or as second. */
  async function use(at: Visit, response: unknown): Promise<Result> {
    const step = await currentStep(deps, at);
    const first = step.step === "identify" || step.step === "first";
    if (!(first || step.step === "second") || !(step.methods as string[]).includes("webauthn"))
      return page("again");
    const now = ports.clock();
    const expected = ceremony(at);
    // The challenge is used up before the answer is looked at.
    const flow = await at.place.flows.save(at.flow);
    if (flow === null) return page("again");
    const next = { ...at, flow };
    const tenants = first
      ? await tenantsOf(at, response)
      : flow.subjects.flatMap(({ tenantId }) => (tenantId === null ? [] : [tenantId]));
    for (const tenantId of new Set(tenants)) {
      const found = await stores.tenant(tenantId).write(async (tx) => {
        const used = await verifyPasskey(tx, { ...expected, response }, now);
        const user = used && (await tx.users.get(used.userId));
        const enters =
          user?.kind === "person" &&
          user.status === "active" &&
          !isLocked(user, now) &&
          (at.place.app !== null ||
            (await tx.administrators.find(eq(administrators.userId, user.id))) !== undefined);
        return enters ? { userId: user.id, email: user.email, verified: used!.userVerified } : null;
      });
      if (found === null) continue;
      const proof: Proof = {
        method: "webauthn",
        at: now.toISOString(),
        ...(found.verified && { verified: true }),
      };
      if (first) {
        const subjects = [{ tenantId, userId: found.userId, proofs: [proof] }];
        return advance(deps, next, { subjects, identifier: found.email });
      }
      const isTheirs = (each: Subject) => each.tenantId === tenantId && each.userId === found.userId;
      if (!flow.subjects.some(isTheirs)) continue;
      return advance(deps, next, {
        subjects: flow.subjects.map((each) =>
          isTheirs(each) ? { ...each, proofs: [...each.proofs, proof] } : each,
        ),
      });
    }
    return page("passkey");
  }

  /** Whose passkey it may be: at an app, one of its tenant; at the console, of any whose administrator it is. */
  async function tenantsOf({ place }: Visit, response: unknown): Promise<number[]> {
    if (place.tenantId !== null) return [place.tenantId];
    const id = (response as { id?: unknown } | null)?.id;
    if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,1400}$/.test(id)) return [];
    const rows = await database.sql<{ tenant_id: string }[]>`
      select f.tenant_id from factors f
      join tenants t on t.id = f.tenant_id and t.status = 'active'
      join administrators a on a.tenant_id = f.tenant_id and a.user_id = f.user_id
      where f.external_key = ${id} and f.kind = 'webauthn' limit 5`;
    return rows.map((row) => Number(row.tenant_id));
  }

  /** Sets a passkey up for somebody of whom a second factor is demanded; it proves them at once. */
  async function enrol(at: Visit, response: unknown, label: string): Promise<Result> {
    const step = await currentStep(deps, at);
    const enrolling = await enrollingOf(deps, at);
    if (step.step !== "enrol" || !step.methods.includes("webauthn") || !enrolling) return page("again");
    const passkey = await provePasskey(response, ceremony(at));
    if (passkey === null) return page("passkey");
    const userHandle = await handleOf(at, enrolling);
    const flow = await at.place.flows.save(at.flow);
    if (flow === null) return page("again");
    const now = ports.clock();
    try {
      const codes = await deps.admission.within(enrolling, async (tx, journal, user) => {
        await registerPasskey(tx, { userId: user.id, userHandle, passkey, label: label.trim() || null }, now);
        await journal.append(accountEvent("factor_added", personOf(user), at.signs));
        const factor = factorWords({ kind: "webauthn", label: label.trim() || null });
        await queueNotice(tx, user, { template: "factor_changed", data: { change: "added", factor } });
        return makeRecoveryCodes(tx, user.id, now);
      });
      const proof: Proof = { method: "webauthn", at: now.toISOString() };
      return await enrolled({ ...at, flow }, enrolling, proof, codes ?? []);
    } catch (error) {
      if (error instanceof UniqueViolation) return page("passkey");
      throw error;
    }
  }

  return { options, use, enrol };
}
