import { isAdministrator } from "../../domain/users/administrator-guard";
import { CEREMONY_MS } from "../../domain/factors/ceremony";
import { factorsOf } from "../../domain/factors/factors";
import {
  newChallenge,
  passkeyCreation,
  passkeyRequest,
  provePasskey,
  raiseCopied,
  registerPasskey,
  userHandleOf,
  verifyPasskey,
  type Ceremony,
} from "../../domain/factors/passkeys";
import { makeRecoveryCodes } from "../../domain/factors/recovery-codes";
import { noticePlatformAdministrators } from "../../domain/message-queue/platform-notices";
import type { FactorReadTx } from "../../domain/factors/factor-store";
import { UniqueViolation } from "../../kernel/store";
import { readAdministrator } from "../../platform/administrator-record";
import { accountEvent } from "../console-session";
import { lockOn } from "../password-attempts";
import type { Database } from "../../store/database";
import type { RequestSigns } from "./demands";
import { enrolled, enrollingOf } from "./enrolment";
import { administratorPerson } from "./failures";
import { isSame, type Flow, type PasskeyRequest, type Subject, type Who } from "./flow";
import type { Proof } from "./steps";
import { advance, askedFor, currentStep, page, type Result, type StepDeps, type Visit } from "./visit";

/** The owner of the passkey that answered. */
interface Found {
  userId: number;
  email: string | null;
  factorId: number;
  verified: boolean;
}

/**
 * Creates the steps of passkeys (Web Authentication Level 3): as first factor, as second factor, and setup during the sign-in.
 */
export function createPasskeyProof(deps: StepDeps & { database: Database }) {
  const { stores, ports, factorSubjects, database } = deps;
  const own = new URL(deps.baseUrl).hostname;

  /** Returns the parameters of the ceremony. A passkey belongs to the host at which it was created. */
  function ceremony({ place }: Pick<Visit, "place">, { challenge }: PasskeyRequest): Ceremony {
    const { hostname: rpId, origin } = new URL(place.baseUrl ?? deps.baseUrl);
    return { rpId, origin, challenge };
  }

  /**
   * Creates and stores the passkey request of this sign-in. Returns null if another step changed the flow meanwhile. Concurrent
   * pages of one browser get the same request while at least half of its time is left.
   */
  async function request({ place, flow }: Visit): Promise<PasskeyRequest | null> {
    const now = +ports.clock();
    if (flow.passkey !== null && flow.passkey.expiresAt - now > CEREMONY_MS / 2) return flow.passkey;
    const passkey = {
      challenge: newChallenge(),
      userHandle: newChallenge(),
      expiresAt: now + CEREMONY_MS,
    };
    return (await place.flows.save({ ...flow, passkey })) === null ? null : passkey;
  }

  /**
   * Removes the request from the sign-in before its answer is checked. Returns null if there is none, or if another step changed
   * the flow meanwhile.
   */
  async function takeRequest({ place, flow }: Visit): Promise<{ flow: Flow; asked: PasskeyRequest } | null> {
    const asked = flow.passkey;
    if (asked === null || asked.expiresAt <= +ports.clock()) return null;
    const kept = await place.flows.save({ ...flow, passkey: null });
    return kept && { flow: kept, asked };
  }

  /** Returns the options for `navigator.credentials` at this step; null if no passkey is requested. */
  async function options(at: Visit): Promise<{ request: object } | { creation: object } | null> {
    const step = await currentStep(deps, at);
    if (!("methods" in step) || !(step.methods as string[]).includes("webauthn")) return null;
    const asked = await request(at);
    if (asked === null) return null;
    if (step.step === "enrol") return creation(at, asked);
    const { challenge, rpId } = ceremony(at, asked);
    if (step.step === "second") {
      const allow = [];
      for (const subject of await askedFor(deps, at, "webauthn"))
        for (const { credentialId, transports, rpId: madeAt } of await factorsHeld(subject))
          if (credentialId !== null && (madeAt ?? own) === rpId) allow.push({ credentialId, transports });
      return { request: await passkeyRequest({ rpId, challenge, allow }) };
    }
    return { request: await passkeyRequest({ rpId, challenge }) };
  }

  async function creation(at: Visit, asked: PasskeyRequest) {
    const { rpId, challenge } = ceremony(at, asked);
    const enrolling = await enrollingOf(deps, at);
    if (enrolling === null) return null;
    const person = await factorSubjects.within(enrolling, at.signs, async (holder) => holder.person);
    if (person === null) return null;
    const { email, name, userId } = person;
    return {
      creation: await passkeyCreation({
        rpId,
        rpName: await factorSubjects.issuerOf(enrolling),
        challenge,
        userHandle: await handleOf(enrolling, asked),
        userName: email || name || String(userId),
        displayName: name || email || String(userId),
        exclude: (await factorsHeld(enrolling)).flatMap(({ credentialId }) => credentialId ?? []),
      }),
    };
  }

  /** Returns the user handle for both halves of the ceremony: the one of the user's passkeys, or the one of this request. */
  async function handleOf(of: Who, { userHandle }: PasskeyRequest) {
    return (await factorsHeld(of)).some(({ kind }) => kind === "webauthn")
      ? reading(of, (tx) => userHandleOf(tx, of.userId))
      : userHandle;
  }

  const reading = <T>({ tenantId }: Who, work: (tx: FactorReadTx) => Promise<T>): Promise<T> =>
    tenantId === null ? stores.platform.read(work) : stores.tenant(tenantId).read(work);

  const factorsHeld = (of: Who) => reading(of, (tx) => factorsOf(tx, of.userId));

  /** Checks the answer of a passkey, as first or as second factor. */
  async function use(at: Visit, response: unknown): Promise<Result> {
    const step = await currentStep(deps, at);
    const first = step.step === "identify" || step.step === "first";
    if (!(first || step.step === "second") || !(step.methods as string[]).includes("webauthn"))
      return page("again");
    const asked = await askedFor(deps, at, "webauthn");
    const now = ports.clock();
    const taken = await takeRequest(at);
    if (taken === null) return page("passkey");
    const { flow } = taken;
    const expected = ceremony(at, taken.asked);
    const next = { ...at, flow };
    const tenants = first ? await tenantsOf(at, response) : asked.map(({ tenantId }) => tenantId);
    const failure = { method: "webauthn" as const, signs: at.signs };
    for (const tenantId of new Set(tenants)) {
      const answer = { ...expected, response };
      const found =
        tenantId === null
          ? await ofPlatform(answer, { now, signs: at.signs })
          : await ofTenant(tenantId, answer, { toConsole: at.place.app === null, now });
      if (found === null) continue;
      const proof: Proof = {
        method: "webauthn",
        at: now.toISOString(),
        factorId: found.factorId,
        ...(found.verified && { verified: true }),
      };
      // A passkey as the only factor must verify its user. Possession of the authenticator alone does not prove the identity.
      if (first && !found.verified) {
        await deps.failed(at.place, [{ tenantId, userId: found.userId }], { ...failure, identifier: "" });
        return page("passkey");
      }
      if (first) {
        const subjects = [{ tenantId, userId: found.userId, proofs: [proof] }];
        return advance(deps, next, { subjects, identifier: found.email });
      }
      const isTheirs = (each: Subject) => isSame(each, { tenantId, userId: found.userId });
      if (!asked.some(isTheirs)) continue;
      return advance(deps, next, {
        subjects: flow.subjects.map((each) =>
          isTheirs(each) ? { ...each, proofs: [...each.proofs, proof] } : each,
        ),
      });
    }
    if (!first) await deps.failed(at.place, asked, { ...failure, identifier: "" });
    return page("passkey");
  }

  type Answer = Ceremony & { response: unknown };

  /** Returns the owner of this passkey in this tenant, if the owner may enter. */
  const ofTenant = (
    tenantId: number,
    answer: Answer,
    { toConsole, now }: { toConsole: boolean; now: Date },
  ): Promise<Found | null> =>
    stores.tenant(tenantId).write(async (tx) => {
      const used = await verifyPasskey(tx, answer, now, (copy) => raiseCopied(tx, copy, now));
      const user = used && (await tx.users.get(used.userId));
      const enters =
        user?.kind === "person" &&
        user.status === "active" &&
        lockOn(user, now) !== "firm" &&
        (!toConsole || (await isAdministrator(tx, user.id)));
      if (!enters) return null;
      const { factorId, userVerified } = used!;
      return { userId: user.id, email: user.email, factorId, verified: userVerified };
    });

  /** Returns the platform administrator who owns this passkey. */
  const ofPlatform = (
    answer: Answer,
    { now, signs }: { now: Date; signs: RequestSigns },
  ): Promise<Found | null> =>
    stores.platform.write(async (tx, journal) => {
      const used = await verifyPasskey(tx, answer, now, async ({ userId }) => {
        const row = await readAdministrator(tx, userId);
        if (!row) return;
        await journal.append(accountEvent("passkey_copied", administratorPerson(row), signs));
        await noticePlatformAdministrators(tx, {
          template: "security_alert",
          data: {
            summary: `A passkey of ${row.email} may have been copied: its counter went back.`,
            url: `${deps.baseUrl}/platform/administrators`,
          },
        });
      });
      // The row is read without a lock: the factor is locked here, and other code locks the administrator first. admitted()
      // checks the row again.
      const row = used && (await readAdministrator(tx, used.userId));
      if (!row) return null;
      return { userId: row.id, email: row.email, factorId: used.factorId, verified: used.userVerified };
    });

  /**
   * Returns the tenants in which the passkey may exist: at an app, its own tenant; at the console, each tenant in which the owner
   * is an administrator.
   */
  async function tenantsOf({ place }: Visit, response: unknown): Promise<(number | null)[]> {
    if (place.tenantId !== null) return [place.tenantId];
    const id = (response as { id?: unknown } | null)?.id;
    if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,1400}$/.test(id)) return [];
    const rows = await database.sql<{ tenant_id: string | null }[]>`
      select null as tenant_id from platform_factors where external_key = ${id} and kind = 'webauthn'
      union all
      select f.tenant_id from factors f
      join tenants t on t.id = f.tenant_id and t.status = 'active'
      join administrators a on a.tenant_id = f.tenant_id and a.user_id = f.user_id
      where f.external_key = ${id} and f.kind = 'webauthn' limit 5`;
    return rows.map(({ tenant_id: of }) => (of === null ? null : Number(of)));
  }

  /** Sets up a passkey for a user of whom a second factor is demanded. The new passkey is a proof at once. */
  async function enrol(at: Visit, response: unknown, label: string): Promise<Result> {
    const step = await currentStep(deps, at);
    const enrolling = await enrollingOf(deps, at);
    if (step.step !== "enrol" || !step.methods.includes("webauthn") || !enrolling) return page("again");
    const taken = await takeRequest(at);
    if (taken === null) return page("passkey");
    const { flow, asked } = taken;
    const passkey = await provePasskey(response, ceremony(at, asked));
    if (passkey === null) return page("passkey");
    const userHandle = await handleOf(enrolling, asked);
    const now = ports.clock();
    try {
      const made = await factorSubjects.enrol(
        { ...at, flow },
        enrolling,
        async ({ tx, person: { userId }, added }) => {
          const named = label.trim() || null;
          const factorId = await registerPasskey(tx, { userId, userHandle, passkey, label: named }, now);
          await added({ kind: "webauthn", label: named }, at);
          return { factorId, codes: await makeRecoveryCodes(tx, userId, now) };
        },
      );
      if (made === null) return page("again");
      const proof: Proof = { method: "webauthn", at: now.toISOString(), factorId: made.factorId };
      return await enrolled({ ...at, flow }, enrolling, proof, made.codes);
    } catch (error) {
      if (error instanceof UniqueViolation) return page("passkey");
      throw error;
    }
  }

  return { options, use, enrol };
}
