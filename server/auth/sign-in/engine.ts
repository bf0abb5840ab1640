import { isDeepStrictEqual } from "node:util";
import { factorKinds, typedFactorKinds } from "../../domain/sign-in-methods/factor-kinds.schema";
import { asciiAddress } from "../../kernel/strings/mail-address";
import type { Counters } from "../../kernel/concurrency/counters";
import { parseJson } from "../../kernel/strings/json";
import { createAttemptLimit } from "../limits/password-attempts";
import { admitUser } from "./admit";
import { createCountedPasswords } from "./counted-passwords";
import type { RequestSigns } from "./demands";
import { createFailures } from "./failures";
import { keyHashOf, type Flow } from "./flow";
import { createLockout } from "./lockout";
import { createSendLimit, inUniformTime } from "./limits";
import { proveSentCode, proveLink, approveLink, sendMessage } from "./messages";
import type { AdmittedIdentity } from "./federated-providers";
import { answerPasskey, enrolPasskey, passkeyOptions } from "./passkeys";
import { subjectsByPassword } from "./password";
import type { Place } from "./places";
import { admitAdministrator } from "./platform-admission";
import { proveCode, provePassword, confirmTotpEnrolment, beginTotpEnrolment, askForReset } from "./second";
import { isSentMethod } from "./sent-messages";
import {
  advance,
  currentStep,
  page,
  type Result,
  type Trouble,
  type Visit,
  enrollingOf,
  type StepDeps,
} from "./visit";
import { viewOf, type SignInView } from "./view";
import { composed } from "../../kernel/strings/composed";

/** Returns a field of the submitted form. */
export type Form = (name: string) => string;

export type Submitted =
  | { to: "page"; trouble?: Trouble | undefined }
  /** No further step is demanded. The caller concludes the sign-in. */
  | { to: "end"; flow: Flow; refused: "refused" | "denied" | null }
  | { to: "json"; body: unknown };

export interface EngineDeps extends Omit<
  StepDeps,
  "count" | "failed" | "lockout" | "sendLimit" | "countedPasswords"
> {
  counters: Counters;
}

interface Engine extends StepDeps {
  attempts: ReturnType<typeof createAttemptLimit>;
}

/**
 * Creates the engine that runs a sign-in step by step, for apps and for the console. It reads the form of each step. `steps.ts`
 * decides on the next step.
 */
export function createSignInEngine({ counters, ...deps }: EngineDeps) {
  const { database, ports } = deps;
  const engine: Engine = {
    ...deps,
    ...createFailures(deps),
    attempts: createAttemptLimit(counters),
    lockout: createLockout(deps),
    sendLimit: createSendLimit(database, counters),
    countedPasswords: createCountedPasswords(database, ports),
  };
  return {
    submit: submit.bind(null, engine),
    view: view.bind(null, engine),
    approve: approve.bind(null, engine),
    proveOutside: proveOutside.bind(null, engine),
    admit: admitUser.bind(null, engine),
    admitAdministrator: admitAdministrator.bind(null, engine),
  };
}

export type SignInEngine = ReturnType<typeof createSignInEngine>;

type Handler = (deps: StepDeps, at: Visit, form: Form) => Promise<Result>;

/** Stores the identifier. The next step is the same for an address without an account. */
const identify: Handler = async (_deps, at, form) => {
  const identifier = typedAddress(form).slice(0, 254);
  if (identifier === "") return page();
  const flow = { ...at.flow, identifier, subjects: [], challenge: null };
  return page((await at.place.flows.save(flow)) === null ? "again" : undefined);
};

/** Checks address and password together, or the password of the identifier that was typed before. */
const password: Handler = async (deps, at, form) => {
  const identifier = typedAddress(form) || (at.flow.identifier ?? "");
  const subjects = await subjectsByPassword(deps, at.place, identifier, form("password"), at.signs);
  if (subjects.length === 0) return page("refused");
  // The check of a password takes long. Meanwhile, the page may have created a passkey request in this flow.
  const flow = await at.place.flows.open(at.flow.key);
  const remember = wants(form, "remember", at.flow.remember);
  return advance(deps, { ...at, flow }, { subjects, identifier: identifier.slice(0, 254), remember });
};

/** Steps that check a secret. Each attempt is counted before the check. */
const guesses: Record<string, Handler> = {
  "sign-in": password,
  code: (deps, at, form) => proveSentCode(deps, trusting(at, form), form("code")),
  factor: (deps, at, form) => {
    const kind = typedFactorKinds.find((each) => factorKinds[each].method === form("method"));
    return proveCode(deps, trusting(at, form), kind ?? "totp", form("code"));
  },
  /** Checks the password as a second factor after another first factor. */
  password: (deps, at, form) => provePassword(deps, trusting(at, form), form("password")),
  passkey: (deps, at, form) => answerPasskey(deps, trusting(at, form), parsed(form("response"))),
  link: (deps, at, form) => proveLink(deps, at, form("token")),
  "enrol-totp": async (deps, at, form) => {
    const enrolling = await enrollingOf(deps, at);
    return enrolling === null
      ? page("again")
      : confirmTotpEnrolment(deps, at, enrolling, form("code"), form("label"));
  },
  "enrol-passkey": (deps, at, form) => enrolPasskey(deps, at, parsed(form("response")), form("label")),
};

const moves: Record<string, Handler> = {
  identify,
  send: async (deps, at, form) => {
    const method = form("method");
    const flow = { ...at.flow, remember: wants(form, "remember", at.flow.remember) };
    return isSentMethod(method) ? sendMessage(deps, { ...at, flow }, method) : page("again");
  },
  "enrol-app": async (deps, at) => {
    const enrolling = await enrollingOf(deps, at);
    return enrolling === null ? page("again") : beginTotpEnrolment(deps, at, enrolling);
  },
  /** Continues after the recovery codes were shown. */
  acknowledge: async (deps, at) =>
    at.flow.challenge?.kind === "recovery_codes" ? advance(deps, at, {}) : page(),
  /** Continues after a message was answered on another device. */
  continue: async (deps, at) => (at.flow.subjects.length > 0 ? advance(deps, at, {}) : page()),
  /** Drops the pending request, so that the user can choose another method. */
  other: async (_deps, at) => {
    const { challenge } = at.flow;
    if (challenge === null || challenge.kind === "recovery_codes") return page();
    return page((await at.place.flows.save({ ...at.flow, challenge: null })) === null ? "again" : undefined);
  },
  /** Ends the sign-in, so that another user can begin. */
  restart: async (_deps, at) => {
    await at.place.flows.end(at.flow);
    return page();
  },
  lost: (deps, at, form) => askForReset(deps, at, form("reason")),
  /** Signs in only to the accounts that need no further step. */
  skip: async (deps, at) => {
    const step = await currentStep(deps, at);
    const skippable = (step.step === "second" || step.step === "enrol") && step.skippable;
    return skippable ? { to: "end", flow: at.flow, refused: null } : page();
  },
};

const answers: Record<string, (deps: StepDeps, at: Visit) => Promise<unknown>> = {
  "passkey-options": passkeyOptions,
  /** Returns `ready: true` if the waiting page has new content. */
  poll: (_deps, at) => Promise.resolve({ ready: at.flow.subjects.length > 0 }),
};

/**
 * Runs a step that checks no secret. The page requests the options of a passkey by itself when it opens, and a quick person
 * submits the form meanwhile. The step is therefore repeated once if only a passkey request was stored in between.
 */
async function move(deps: StepDeps, handler: Handler, at: Visit, form: Form): Promise<Result> {
  const result = await handler(deps, at, form);
  if (result.to !== "page" || result.trouble !== "again") return result;
  const flow = await at.place.flows.open(at.flow.key);
  return differsOnlyByPasskey(at.flow, flow) ? handler(deps, { ...at, flow }, form) : result;
}

/** Runs a step of this browser's sign-in. */
async function submit(
  engine: Engine,
  place: Place,
  key: string,
  step: string,
  form: Form,
  signs: RequestSigns,
): Promise<Submitted | null> {
  const { attempts, ports } = engine;
  const at = { place, flow: await place.flows.open(key), signs };
  if (Object.hasOwn(answers, step)) return { to: "json", body: await answers[step]!(engine, at) };
  if (Object.hasOwn(moves, step)) {
    const work = move(engine, moves[step]!, at, form);
    return step === "send" ? inUniformTime(work, ports.pause) : work;
  }
  if (!Object.hasOwn(guesses, step)) return null;
  const identifier = (step === "sign-in" && typedAddress(form)) || (at.flow.identifier ?? keyHashOf(key));
  const account = place.tenantId === null ? identifier : `${place.tenantId} ${identifier}`;
  if ((await attempts.count(signs.ip, account)) > 0) return page("throttled");
  const work = guesses[step]!(engine, at, form);
  const result = await (step === "code" || step === "link" ? inUniformTime(work, ports.pause) : work);
  if (result.to === "end") await attempts.succeeded(signs.ip, account);
  return result;
}

/** Returns the content of the page for this browser's sign-in. */
async function view(engine: Engine, place: Place, key: string, signs: RequestSigns): Promise<SignInView> {
  const at = { place, flow: await place.flows.open(key), signs };
  const redirects =
    place.tenantId === null || place.app === null
      ? []
      : await engine.federation.redirects(place.tenantId, place.app.appId);
  return viewOf(at, await currentStep(engine, at), { now: engine.ports.clock(), redirects });
}

/** Approves a link on another device than the one that requested it. */
async function approve(
  engine: Engine,
  place: Place,
  key: string,
  form: Form,
  signs: RequestSigns,
): Promise<Result> {
  const account = `approve ${keyHashOf(key)}`;
  if ((await engine.attempts.count(signs.ip, account)) > 0) return page("throttled");
  const at = { place, flow: await place.flows.open(key), signs };
  return approveLink(engine, at, form("token"), form("number"));
}

/** Stores that an external provider has proved this user. The next step is the same as after any first factor. */
async function proveOutside(
  engine: Engine,
  at: Visit,
  { connector, userId }: AdmittedIdentity,
): Promise<Result> {
  const { tenantId } = at.place;
  if (tenantId === null) return page("refused");
  const user = await engine.stores.tenant(tenantId).read((tx) => tx.users.get(userId));
  const proofs = [{ method: connector, at: engine.ports.clock().toISOString() }];
  return advance(engine, at, { subjects: [{ tenantId, userId, proofs }], identifier: user?.email ?? null });
}

const typedAddress = (form: Form) => asciiAddress(composed(form("email").trim()));

const wants = (form: Form, name: string, before: boolean) => form(name) === "on" || before;

const trusting = (at: Visit, form: Form): Visit => ({
  ...at,
  flow: {
    ...at.flow,
    remember: wants(form, "remember", at.flow.remember),
    trustDevice: wants(form, "trust", at.flow.trustDevice),
  },
});

/** Returns true if another request stored a passkey request in the flow and changed nothing else. */
function differsOnlyByPasskey(before: Flow, after: Flow): boolean {
  const others = (flow: Flow) => ({ ...flow, version: 0, passkey: null, browser: null });
  return before.version !== after.version && isDeepStrictEqual(others(before), others(after));
}

function parsed(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return null;
  }
}
