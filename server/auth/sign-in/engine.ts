import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import { factorKinds, typedFactorKinds } from "../../domain/sign-in-methods/factor-kinds.schema";
import { asciiAddress } from "../../kernel/strings/mail-address";
import type { Counters } from "../../kernel/concurrency/counters";
import type { Execute } from "../../kernel/operation/execute";
import { parseJson } from "../../kernel/strings/json";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import type { Database } from "../../store/database";
import { createAttemptLimit } from "../password-attempts";
import { createAdmission } from "./admit";
import { createCountedPasswords } from "./counted-passwords";
import type { RequestSigns } from "./demands";
import { createFailures } from "./failures";
import { createFactorSubjects } from "./factor-subjects";
import { keyHashOf, type Flow } from "./flow";
import { createLockout } from "./lockout";
import { createSendLimit, inUniformTime } from "./limits";
import { createMessageProof } from "./messages";
import type { AdmittedIdentity, FederatedProviders } from "./federated-providers";
import { createPasskeyProof } from "./passkeys";
import { createPasswordProof } from "./password";
import type { Place } from "./places";
import { createPlatformAdmission } from "./platform-admission";
import { createResetRequest } from "./reset-request";
import { createTypedFactors } from "./second";
import { isSentMethod } from "./sent-messages";
import { advance, currentStep, page, type Result, type Trouble, type Visit, enrollingOf } from "./visit";
import { viewOf, type SignInView } from "./view";
import { composed } from "../../kernel/strings/composed";

/** Returns a field of the submitted form. */
export type Form = (name: string) => string;

export type Submitted =
  | { to: "page"; trouble?: Trouble | undefined }
  /** No further step is demanded. The caller concludes the sign-in. */
  | { to: "end"; flow: Flow; refused: "refused" | "denied" | null }
  | { to: "json"; body: unknown };

export interface EngineDeps {
  baseUrl: string;
  database: Database;
  counters: Counters;
  stores: Stores;
  ports: Ports;
  federation: FederatedProviders;
  execute: Execute;
  log: Logger;
}

/**
 * Creates the engine that runs a sign-in step by step, for apps and for the console. It reads the form of each step. `steps.ts`
 * decides on the next step.
 */
export function createSignInEngine({
  baseUrl,
  database,
  counters,
  stores,
  ports,
  federation,
  execute,
  log,
}: EngineDeps) {
  const attempts = createAttemptLimit(counters);
  const admission = createAdmission({ stores, ports, baseUrl });
  const platform = createPlatformAdmission({ stores, ports });
  const factorSubjects = createFactorSubjects({ stores, ports, admission, platform });
  const { count, failed } = createFailures({ stores, ports });
  const lockout = createLockout({ stores, ports });
  const sendLimit = createSendLimit(database, counters);
  const deps = { baseUrl, stores, ports, admission, platform, factorSubjects, failed, lockout, sendLimit };
  const countedPasswords = createCountedPasswords(database, ports);
  const passwords = createPasswordProof({
    stores,
    ports,
    count,
    failed,
    lockout,
    countedPasswords,
    federation,
    log,
  });
  const messages = createMessageProof(deps);
  const passkeys = createPasskeyProof({ ...deps, database });
  const typed = createTypedFactors({ ...deps, passwords });
  const askForReset = createResetRequest({ ...deps, execute });

  type Handler = (at: Visit, form: Form) => Promise<Result>;

  /** Stores the identifier. The next step is the same for an address without an account. */
  const identify: Handler = async (at, form) => {
    const identifier = typedAddress(form).slice(0, 254);
    if (identifier === "") return page();
    const flow = { ...at.flow, identifier, subjects: [], challenge: null };
    return page((await at.place.flows.save(flow)) === null ? "again" : undefined);
  };

  /** Checks address and password together, or the password of the identifier that was typed before. */
  const password: Handler = async (at, form) => {
    const identifier = typedAddress(form) || (at.flow.identifier ?? "");
    const subjects = await passwords.byPassword(at.place, identifier, form("password"), at.signs);
    if (subjects.length === 0) return page("refused");
    // The check of a password takes long. Meanwhile, the page may have created a passkey request in this flow.
    const flow = await at.place.flows.open(at.flow.key);
    return advance(
      deps,
      { ...at, flow },
      {
        subjects,
        identifier: identifier.slice(0, 254),
        remember: wants(form, "remember", at.flow.remember),
      },
    );
  };

  /** Steps that check a secret. Each attempt is counted before the check. */
  const guesses: Record<string, Handler> = {
    "sign-in": password,
    code: (at, form) => messages.code(trusting(at, form), form("code")),
    factor: (at, form) => {
      const kind = typedFactorKinds.find((each) => factorKinds[each].method === form("method"));
      return typed.proveCode(trusting(at, form), kind ?? "totp", form("code"));
    },
    /** Checks the password as a second factor after another first factor. */
    password: (at, form) => typed.provePassword(trusting(at, form), form("password")),
    passkey: (at, form) => passkeys.use(trusting(at, form), parsed(form("response"))),
    link: (at, form) => messages.link(at, form("token")),
    "enrol-totp": async (at, form) => {
      const enrolling = await enrollingOf(deps, at);
      return enrolling === null
        ? page("again")
        : typed.confirmEnrol(at, enrolling, form("code"), form("label"));
    },
    "enrol-passkey": (at, form) => passkeys.enrol(at, parsed(form("response")), form("label")),
  };

  const moves: Record<string, Handler> = {
    identify,
    send: (at, form) => {
      const method = form("method");
      const flow = { ...at.flow, remember: wants(form, "remember", at.flow.remember) };
      return isSentMethod(method) ? messages.send({ ...at, flow }, method) : Promise.resolve(page("again"));
    },
    "enrol-app": async (at) => {
      const enrolling = await enrollingOf(deps, at);
      return enrolling === null ? page("again") : typed.beginEnrol(at, enrolling);
    },
    /** Continues after the recovery codes were shown. */
    acknowledge: (at) =>
      at.flow.challenge?.kind === "recovery_codes" ? advance(deps, at, {}) : Promise.resolve(page()),
    /** Continues after a message was answered on another device. */
    continue: (at) => (at.flow.subjects.length > 0 ? advance(deps, at, {}) : Promise.resolve(page())),
    /** Drops the pending request, so that the user can choose another method. */
    other: async (at) => {
      const { challenge } = at.flow;
      if (challenge === null || challenge.kind === "recovery_codes") return page();
      return page(
        (await at.place.flows.save({ ...at.flow, challenge: null })) === null ? "again" : undefined,
      );
    },
    /** Ends the sign-in, so that another user can begin. */
    restart: async (at) => {
      await at.place.flows.end(at.flow);
      return page();
    },
    lost: (at, form) => askForReset(at, form("reason")),
    /** Signs in only to the accounts that need no further step. */
    skip: async (at) => {
      const step = await currentStep(deps, at);
      const skippable = (step.step === "second" || step.step === "enrol") && step.skippable;
      return skippable ? { to: "end", flow: at.flow, refused: null } : page();
    },
  };

  const answers: Record<string, (at: Visit) => Promise<unknown>> = {
    "passkey-options": (at) => passkeys.options(at),
    /** Returns `ready: true` if the waiting page has new content. */
    poll: (at) => Promise.resolve({ ready: at.flow.subjects.length > 0 }),
  };

  /**
   * Runs a step that checks no secret. The page requests the options of a passkey by itself when it opens, and a quick person
   * submits the form meanwhile. The step is therefore repeated once if only a passkey request was stored in between.
   */
  async function move(handler: Handler, at: Visit, form: Form): Promise<Result> {
    const result = await handler(at, form);
    if (result.to !== "page" || result.trouble !== "again") return result;
    const flow = await at.place.flows.open(at.flow.key);
    return differsOnlyByPasskey(at.flow, flow) ? handler({ ...at, flow }, form) : result;
  }

  /** Runs a step of this browser's sign-in. */
  async function submit(
    place: Place,
    key: string,
    step: string,
    form: Form,
    signs: RequestSigns,
  ): Promise<Submitted | null> {
    const at = { place, flow: await place.flows.open(key), signs };
    if (Object.hasOwn(answers, step)) return { to: "json", body: await answers[step]!(at) };
    if (Object.hasOwn(moves, step)) {
      const work = move(moves[step]!, at, form);
      return step === "send" ? inUniformTime(work, ports.pause) : work;
    }
    if (!Object.hasOwn(guesses, step)) return null;
    const identifier = (step === "sign-in" && typedAddress(form)) || (at.flow.identifier ?? keyHashOf(key));
    const account = place.tenantId === null ? identifier : `${place.tenantId} ${identifier}`;
    if ((await attempts.count(signs.ip, account)) > 0) return page("throttled");
    const work = guesses[step]!(at, form);
    const result = await (step === "code" || step === "link" ? inUniformTime(work, ports.pause) : work);
    if (result.to === "end") await attempts.succeeded(signs.ip, account);
    return result;
  }

  return {
    submit,
    admission,
    platform,
    /** Returns the content of the page for this browser's sign-in. */
    view: async (place: Place, key: string, signs: RequestSigns): Promise<SignInView> => {
      const at = { place, flow: await place.flows.open(key), signs };
      const others =
        place.tenantId === null || place.app === null
          ? []
          : await federation.redirects(place.tenantId, place.app.appId);
      return viewOf(at, await currentStep(deps, at), { now: ports.clock(), redirects: others });
    },
    /** Approves a link on another device than the one that requested it. */
    approve: async (place: Place, key: string, form: Form, signs: RequestSigns): Promise<Result> => {
      const account = `approve ${keyHashOf(key)}`;
      if ((await attempts.count(signs.ip, account)) > 0) return page("throttled");
      const at = { place, flow: await place.flows.open(key), signs };
      return messages.approve(at, form("token"), form("number"));
    },
    /** Stores that an external provider has proved this user. The next step is the same as after any first factor. */
    proveOutside: async (at: Visit, { connector, userId }: AdmittedIdentity): Promise<Result> => {
      const { tenantId } = at.place;
      if (tenantId === null) return page("refused");
      const user = await stores.tenant(tenantId).read((tx) => tx.users.get(userId));
      const proofs = [{ method: connector, at: ports.clock().toISOString() }];
      return advance(deps, at, { subjects: [{ tenantId, userId, proofs }], identifier: user?.email ?? null });
    },
  };
}

export type SignInEngine = ReturnType<typeof createSignInEngine>;

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
