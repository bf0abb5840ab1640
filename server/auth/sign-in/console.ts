import { and, eq, lt } from "drizzle-orm";
import {
  consoleMemberships,
  consoleSessions,
  platformAdministrators,
  platformDevices,
} from "@/db/platform/sign-in";
import { hashSecret, newOpaqueToken } from "../../kernel/http/client-id";
import type { Ports } from "../../kernel/operation/ports";
import type { PlatformWriteTx, Stores } from "../../kernel/operation/store";
import type { Database } from "../../store/database";
import { accountEvent } from "../sessions/console-session";
import type { DeviceTokens } from "../browser/device-cookie";
import { createFlowBudgets } from "./flow-store";
import type { RequestSigns } from "./demands";
import { administratorPerson } from "./failures";
import type { Form, SignInEngine } from "./engine";
import type { Flow } from "./flow";
import { consolePlace, type ConsolePlace } from "./places";
import type { SignInView } from "./view";
import { entering, type Trouble } from "./visit";

export interface ConsoleSignInDeps {
  database: Database;
  stores: Stores;
  ports: Ports;
  engine: SignInEngine;
  devices: DeviceTokens;
}

interface Context extends ConsoleSignInDeps {
  place: ConsolePlace;
  bounded: ReturnType<typeof createFlowBudgets>;
}

/** An administrator who may enter, with the token of the console session. The token is shown once. */
export interface ConsoleEntry {
  token: string;
  email: string;
  name: string | null;
}

/** Result of the exchange. "device" means that the administrator's device waits for an approval; null means a refusal. */
export type ConsoleOutcome = ConsoleEntry | "device" | null;

/** View of the sign-in page. `ready` is the code with which next-auth begins the console session once all demands are met. */
export type ConsoleView = SignInView & { ready: string | null };

export type ConsoleStep =
  | { to: "page"; trouble?: Trouble | undefined }
  | { to: "json"; body: unknown }
  /** The page passes the code to next-auth. `device` is the new device token of the browser. */
  | { to: "ready"; code: string; device: string };

/** The request of a step, without the device of the browser. */
type Visitor = Omit<RequestSigns, "deviceHash">;

/**
 * Lifetime in milliseconds of the record of a known browser: 400 days, the limit of browsers for cookies (oidc/device-cookie.ts).
 */
const KNOWN_MS = 400 * 86_400_000;

/** Registers the browser as known, so that a lock caused by guesses does not exclude it. Removes records that have expired. */
async function keepBrowser(
  { db }: PlatformWriteTx,
  administratorId: number,
  { deviceHash: tokenHash }: RequestSigns,
  now: Date,
) {
  const t = platformDevices;
  const forgotten = and(eq(t.administratorId, administratorId), lt(t.lastUsed, new Date(+now - KNOWN_MS)));
  await db.delete(t).where(forgotten);
  const seen = { lastUsed: now, failedSignIns: 0 };
  await db
    .insert(t)
    .values({ administratorId, tokenHash, ...seen })
    .onConflictDoUpdate({ target: [t.administratorId, t.tokenHash], set: seen });
}

/**
 * Returns the code that begins the console session. The code is valid once, in this browser, and only at the end of this sign-in.
 */
const readyCode = ({ key, version }: Flow) => hashSecret(`ready ${version} ${key}`);

/** Returns the proved users of a sign-in as one text for comparison. */
const provedIn = ({ subjects }: Flow) =>
  subjects.map(({ tenantId, userId }) => `${tenantId}/${userId}`).join();

/**
 * Returns the place and its current key. Each newly proved user renews the key. Otherwise, an attacker who had read or set the
 * first key could use the proved sign-in (session fixation).
 */
function renewingKeys(place: ConsolePlace, key: string): { place: ConsolePlace; key: () => string } {
  let held = key;
  let known = "";
  const { flows } = place;
  return {
    key: () => held,
    place: {
      ...place,
      flows: {
        ...flows,
        open: async (of) => {
          const flow = await flows.open(of);
          known = provedIn(flow);
          return flow;
        },
        save: async (flow) => {
          const proved = provedIn(flow);
          if (proved === "" || proved === known) return flows.save(flow);
          const saved = await flows.save(flow, newOpaqueToken());
          if (saved === null) return null;
          known = proved;
          held = saved.key;
          return saved;
        },
      },
    },
  };
}

/**
 * Creates the sign-ins of administrators to the console. next-auth is the relying party: it receives a code when all demands are
 * met, and exchanges it for the console session. `key` is the token in the cookie of this browser.
 */
export function createConsoleSignIn(deps: ConsoleSignInDeps) {
  const context = { ...deps, place: consolePlace(deps), bounded: createFlowBudgets() };
  return {
    step: step.bind(null, context),
    view: view.bind(null, context),
    redeem: redeem.bind(null, context),
  };
}

/**
 * Runs a step of a browser with this device token. `result` is null if no step has this name. `key` is the new token of the
 * browser.
 */
async function step(deps: Context, key: string, name: string, form: Form, visitor: Visitor, device: string) {
  const { bounded, devices, place } = deps;
  const renewing = renewingKeys(bounded(place, visitor.ip), key);
  const signs = { ...visitor, deviceHash: devices.digest(device) };
  const result = await taken(deps, renewing.place, key, name, form, signs);
  if (result?.to !== "end") return { result, key: renewing.key() };
  return { result: await concluded(deps, renewing.place, result.flow, device), key: renewing.key() };
}

async function taken(
  deps: Context,
  place: ConsolePlace,
  key: string,
  name: string,
  form: Form,
  signs: RequestSigns,
): Promise<Exclude<ConsoleStep, { to: "ready" }> | { to: "end"; flow: Flow } | null> {
  const result = await deps.engine.submit(place, key, name, form, signs);
  if (result?.to !== "end") return result;
  if (!result.refused) return { to: "end", flow: result.flow };
  // Records the refusal. Begins no session.
  await enter(deps, result.flow, signs);
  return { to: "page", trouble: result.refused };
}

/**
 * Stores that all demands are met, with the new device token under which the browser becomes known. A device token that the
 * browser sends later is not used for this.
 */
async function concluded(
  { devices }: Context,
  place: ConsolePlace,
  flow: Flow,
  was: string,
): Promise<ConsoleStep> {
  const device = await devices.renew(was);
  const challenge = { kind: "ready" as const, deviceHash: devices.digest(device) };
  const ready = await place.flows.save({ ...flow, challenge });
  return ready === null ? { to: "page", trouble: "again" } : { to: "ready", code: readyCode(ready), device };
}

/** Returns the content of the sign-in page. */
async function view({ engine, place }: Context, key: string, signs: RequestSigns): Promise<ConsoleView> {
  const flow = await place.flows.open(key);
  const shown = await engine.view(place, key, signs);
  return { ...shown, ready: flow.challenge?.kind === "ready" ? readyCode(flow) : null };
}

/**
 * Exchanges the code for a console session in every tenant whose demands were met. Returns null if the code is invalid.
 * Registers the device of the last step, because an attacker may have set the device cookie of this request.
 */
async function redeem(deps: Context, key: string, code: string, visitor: Visitor): Promise<ConsoleOutcome> {
  const flow = await deps.place.flows.open(key);
  if (flow.challenge?.kind !== "ready" || code !== readyCode(flow)) return null;
  return enter(deps, flow, { ...visitor, deviceHash: flow.challenge.deviceHash });
}

async function enter(
  { engine, place, ports, stores }: Context,
  flow: Flow,
  signs: RequestSigns,
): Promise<ConsoleOutcome> {
  // If two requests arrive at once, only one gets a session.
  if (!(await place.flows.end(flow))) return null;
  const memberships: { tenantId: number; userId: number; sessionId: number }[] = [];
  let waits = false;
  let shown: { email: string; name: string | null } | null = null;
  for (const subject of flow.subjects) {
    const of = entering({ place, flow, signs }, subject);
    if (of === null) continue;
    const admitted = await engine.admit(of);
    waits ||= admitted.outcome === "device";
    if (admitted.outcome !== "signed_in") continue;
    const { sessionId, user } = admitted;
    memberships.push({ tenantId: of.subject.tenantId, userId: user.id, sessionId });
    shown ??= { email: user.email ?? "", name: user.name };
  }
  const now = ports.clock();
  const token = newOpaqueToken();
  const settings = await ports.settings();
  const ofPlatform = flow.subjects.find(({ tenantId }) => tenantId === null);
  return stores.platform.write(async (tx, journal) => {
    const { db } = tx;
    const platform = ofPlatform ? await engine.admitAdministrator(tx, ofPlatform, { signs, settings }) : null;
    const who = platform ?? shown;
    if (who === null) return waits ? "device" : null;
    const [session] = await db
      .insert(consoleSessions)
      .values({
        tokenHash: hashSecret(token),
        email: who.email,
        name: who.name,
        platformAdministratorId: platform?.id ?? null,
        ip: signs.ip,
        userAgent: signs.userAgent?.slice(0, 500) ?? null,
        createdAt: now,
        expiresAt: new Date(+now + settings.consoleSessionHours * 3_600_000),
      })
      .returning({ id: consoleSessions.id });
    const consoleSessionId = session!.id;
    if (memberships.length > 0)
      await db
        .insert(consoleMemberships)
        .values(memberships.map((membership) => ({ consoleSessionId, ...membership })));
    const { email, name } = who;
    if (!platform) return { token, email, name };
    const t = platformAdministrators;
    await db.update(t).set({ failedSignIns: 0 }).where(eq(t.id, platform.id));
    await keepBrowser(tx, platform.id, signs, now);
    const methods = ofPlatform!.proofs.map(({ method }) => method);
    await journal.append({
      ...accountEvent("signed_in", administratorPerson(platform), signs),
      changes: { methods: { from: null, to: methods } },
    });
    return { token, email, name };
  });
}

export type ConsoleSignIn = ReturnType<typeof createConsoleSignIn>;
