import * as z from "zod";
import { AppError } from "../errors";
import { recordedSubject, type Actor, type TenantActor } from "./actor";
import { fieldChanges, refuseOverwriting } from "./changes";
import type { Locale } from "../strings/languages";
import type { AnyObject, Language, Operation, Target } from "./operation";
import { plainWords } from "../strings/plain-words";
import type { Ports } from "./ports";
import { authorizationRefusals, requestRefusals } from "../refusals";
import { refusedField } from "../texts/field";
import { alone, firstAnswer, once, type IdempotencyOptions, type RunningRequests } from "./idempotency";
import { ownAccountPage, refuseEnded, refuseRevoked } from "./standing";
import { refuseUnstorable } from "./storable";
import type { EventName } from "../events";
import type { Journal, JournalEvent, Stores, WriteTx, Cost } from "./store";
import { createCommandTurns } from "./turns";
import { retryDeadlocks } from "../concurrency/unavailability";
import { wordsIn } from "../texts/text";
import { composedInput } from "../strings/composed";

export interface ExecuteOptions extends IdempotencyOptions {
  /** Language of the texts in the output. The default is English. */
  locale?: Locale;
  /**
   * True records the event of a command even if the command changed nothing. For interfaces that record each of their writes.
   */
  recordsAll?: boolean;
  /**
   * The values of the fields when the caller loaded them. A change that would undo another user's later change is refused
   * (409).
   */
  basedOn?: Record<string, unknown> | undefined;
}

export interface Execute {
  <In extends AnyObject, Out extends z.ZodType>(
    actor: Actor,
    operation: Operation<In, Out>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<z.output<Out>>;
  /** Throws 403 if the actor may not run the operation. Otherwise returns the function that runs it. */
  permit: (
    actor: Actor,
    operation: Operation,
  ) => (input: unknown, options?: ExecuteOptions) => Promise<unknown>;
  /**
   * Runs a command for each of the inputs concurrently, in one transaction, with an event for each input. If one run is
   * refused, throws the first refusal and writes nothing. The runs must not affect each other.
   */
  all<In extends AnyObject, Out extends z.ZodType>(
    actor: Actor,
    command: Operation<In, Out>,
    inputs: readonly unknown[],
  ): Promise<z.output<Out>[]>;
}

/** Throws 403 if the actor may not run this operation. Runs before the operation reads its target. */
export function authorize(actor: Actor, operation: Operation) {
  if (actor.scope !== operation.scope) {
    throw operation.scope === "tenant"
      ? authorizationRefusals.platform_token()
      : authorizationRefusals.platform_token_required();
  }
  if (operation.capability !== null && !actor.capabilities.has(operation.capability)) {
    throw authorizationRefusals.missing_capability({ capability: operation.capability });
  }
}

/** Returns the input after validation by the operation's schema. Throws 400 for the first invalid field. */
export function validated<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: plainWords });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw requestRefusals.invalid();
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const path = [...issue.path, key].join(".");
    throw requestRefusals.unknown_field({ name: path }, { field: path });
  }
  throw refusedField(issue.path.join("."), issue.message);
}

/** Duration of a transaction in milliseconds above which `execute` assumes that the transaction waited for a lock. */
const LONG_MS = 100;

interface Shared {
  /** Idempotency keys of the requests in progress (idempotency.ts). */
  running: RunningRequests;
  inTurn: ReturnType<typeof createCommandTurns>;
}

const shared = new WeakMap<Stores, Shared>();

/**
 * Returns the idempotency keys and the command queue of these stores. All `execute` functions with the same stores share both.
 * Their limits therefore hold for the whole process.
 */
function sharedBy(stores: Stores): Shared {
  const known = shared.get(stores);
  if (known) return known;
  const created = { running: new Map() as RunningRequests, inTurn: createCommandTurns(stores.serial) };
  shared.set(stores, created);
  return created;
}

interface Runner extends Shared {
  stores: Stores;
  ports: Ports;
}

/** A request of an actor who may run the operation. */
interface Permitted {
  actor: Actor;
  operation: Operation;
  rawInput: unknown;
  options: ExecuteOptions;
}

/**
 * Creates the function that runs every operation: it checks the capability, validates the input, runs the operation and records
 * the event. A command's change, its audit event and its outbox row are written in one transaction. Functions with the same
 * stores `sharing` share the idempotency keys and the command queue (turns.ts).
 */
export function createExecute(stores: Stores, ports: Ports, sharing = stores): Execute {
  const runner = { stores, ports, ...sharedBy(sharing) };
  const permit = (actor: Actor, operation: Operation) => {
    authorize(actor, operation);
    const run = operation.recorded === null ? runQuery : runCommand;
    return (rawInput: unknown, options: ExecuteOptions = {}) =>
      run(runner, { actor, operation, rawInput, options });
  };
  const execute = async (actor: Actor, operation: Operation, input: unknown, options?: ExecuteOptions) =>
    permit(actor, operation)(input, options);
  return Object.assign(execute, { permit, all: runAll.bind(null, runner) }) as Execute;
}

const storeOf = ({ stores }: Runner, actor: Actor, cost?: Cost) =>
  actor.scope === "tenant" ? stores.tenant(actor.tenantId, cost) : stores.platform;

/** Validates the input and runs `prepare` of the operation, before the transaction. */
async function prepare(
  runner: Runner,
  { actor, operation, rawInput, options: { locale = "en" } }: Permitted,
): Promise<Call> {
  refuseUnstorable(rawInput);
  const input = validated(operation.input, composedInput(rawInput, operation.input)) as object;
  const { ports } = runner;
  const now = ports.clock();
  const cost = costOf(operation, input);
  const language = { locale, words: wordsIn(locale) };
  const store = storeOf(runner, actor, cost);
  // Casts, here and below, because the type of an operation in a list omits the types of its context and its input.
  const context = { actor, ports, now, ...language, read: store.read.bind(store) } as never;
  const prepared = operation.prepare === null ? undefined : await operation.prepare(context, input as never);
  return { actor, operation, input, now, language, cost, prepared };
}

async function runQuery(runner: Runner, request: Permitted): Promise<unknown> {
  const { actor, operation, input, now, language, cost, prepared } = await prepare(runner, request);
  const output = await storeOf(runner, actor, cost).read(
    (tx: unknown) =>
      operation.run({ tx, actor, now, ...language } as never, input as never, prepared as never),
    operation,
  );
  return z.parse(operation.output, output);
}

async function runCommand(runner: Runner, request: Permitted): Promise<unknown> {
  const { actor, options } = request;
  if (!options.idempotency) return runOnce(runner, request);
  return alone(runner.running, actor, options.idempotency, async () => {
    // Looks up the key before the validation: the answer to a retry must be the first answer, even if the data has changed
    // since the first request.
    const first = await storeOf(runner, actor).write((_tx: unknown, journal: Journal) =>
      firstAnswer(journal, actor, runner.ports, options),
    );
    return first ? first.output : runOnce(runner, request);
  });
}

async function runOnce(runner: Runner, request: Permitted): Promise<unknown> {
  const { actor, options } = request;
  const call = await prepare(runner, request);
  return change(runner, call, (tx, journal, standing) =>
    once(journal, actor, runner.ports, options, async (callOptions) => {
      const { output, events } = await standing(() => perform(call, tx, callOptions));
      await journal.append(...events);
      return output;
    }),
  );
}

async function runAll(runner: Runner, actor: Actor, operation: Operation, inputs: readonly unknown[]) {
  authorize(actor, operation);
  const requests = inputs.map((rawInput) => ({ actor, operation, rawInput, options: {} }));
  const calls = await Promise.all(requests.map((request) => prepare(runner, request)));
  return change(runner, { actor, operation, input: {} }, async (tx, journal, standing) => {
    const results = await standing(async () => {
      const outcomes = await Promise.allSettled(calls.map((call) => perform(call, tx)));
      // Waits for all commands before the transaction ends, because later statements would fail.
      return outcomes.map((outcome) => {
        if (outcome.status === "rejected") throw outcome.reason;
        return outcome.value;
      });
    });
    await journal.append(...results.flatMap(({ events }) => events));
    return results.map(({ output }) => output);
  });
}

/** Runs work and, in the same transaction, checks the rights of the actor. */
type InStanding = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs `write` in a transaction when it is the actor's turn. Repeats it after a deadlock. */
async function change<T>(
  runner: Runner,
  call: Pick<Call, "actor" | "operation" | "input"> & { cost?: Cost | undefined },
  write: (tx: unknown, journal: Journal, standing: InStanding) => Promise<T>,
): Promise<T> {
  const { actor, operation, cost } = call;
  const { ports } = runner;
  const store = storeOf(runner, actor, cost);
  const accountPage = actor.scope === "tenant" ? await ownAccountPage(actor, operation, ports) : null;
  const run = (tx: unknown, journal: Journal) =>
    write(tx, journal, (work) =>
      actor.scope === "tenant"
        ? inStanding(tx as WriteTx, { ...call, actor, accountPage }, ports, work)
        : work(),
    );
  return runner.inTurn(actor, () => retryDeadlocks(() => store.write(run)));
}

/** Runs work and checks the rights of its actor in the same transaction. */
async function inStanding<T>(
  tx: WriteTx,
  { actor, ...standing }: Omit<Parameters<typeof refuseEnded>[2], "now"> & { actor: TenantActor },
  { clock }: Ports,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const checked = refuseEnded(tx, actor, { ...standing, now: clock() });
  // The check of a user locks the user's row, and must lock it before the work locks any row. The check of a client takes
  // no lock. Its query is pipelined before the queries of the work and costs no round trip.
  if (actor.subject.kind === "user") await checked;
  const [done, check] = await Promise.allSettled([work(), checked]);
  // A failed statement of the work aborts the transaction, and the check fails as a consequence. Throws the error of the
  // work in this case.
  if (check.status === "rejected" && check.reason instanceof AppError) throw check.reason;
  if (done.status === "rejected") throw done.reason;
  if (check.status === "rejected") throw check.reason;
  if (performance.now() - began > LONG_MS) await refuseRevoked(tx, actor, clock());
  return done.value;
}

/** Returns the kind of a call's transactions (store.ts). Undefined for the default kind of the stores. */
function costOf({ cost }: Operation, input: object): Cost | undefined {
  // Cast, because the type of an operation in a list omits the type of its input.
  const declared = typeof cost === "function" ? cost(input as never) : cost;
  return declared === "interactive" ? undefined : declared;
}

interface Call {
  actor: Actor;
  operation: Operation;
  input: object;
  now: Date;
  language: Language;
  cost: Cost | undefined;
  prepared: unknown;
}

/** Runs the command. Returns its output and the events to record. */
async function perform(
  { actor, operation, input, now, language, prepared }: Call,
  tx: unknown,
  { onUpdate, basedOn, recordsAll = false }: ExecuteOptions = {},
): Promise<{ output: unknown; events: JournalEvent[] }> {
  let happened = true;
  let changes: JournalEvent["changes"] = null;
  let label: string | null = null;
  let related: string | null = null;
  let ref: string | null = null;
  let became: EventName | null = null;
  const context = {
    tx,
    actor,
    now,
    ...language,
    changed: (before: object, after: object) => {
      if (basedOn) refuseOverwriting(before, after, basedOn);
      changes = fieldChanges(before, after);
    },
    labelled: (text: string | null) => void (label = text),
    targeted: (text: string) => void (ref = text),
    concerns: (text: string) => void (related = text),
    updated: () => onUpdate?.(),
    happened: (event: EventName) => void (became = event),
    unchanged: () => void (happened = false),
  };
  // Casts, because the type of an operation in a list omits the types of its context and its input. The operation's schema has
  // validated the input.
  const result: unknown = await operation.run(context as never, input as never, prepared as never);
  const output = z.parse(operation.output, result);
  const recorded = happened || recordsAll;
  if (!recorded || !operation.recorded) return { output, events: [] };
  const { target: declared } = operation.recorded;
  const named = declared === "byCommand" ? null : declared(input as never, output, actor);
  const targetRef = ref ?? named?.ref;
  if (targetRef === undefined) throw new Error(`${operation.recorded.event} did not set its target`);
  const target = { label, ...named, ref: targetRef };
  const about = { target, related, appId: appOf(target.ref, input), changes: happened ? changes : null };
  const event = eventOf(actor, became ?? operation.recorded.event, about);
  return { output, events: [happened ? event : { ...event, type: null }] };
}

/** Target, second record, app and changed fields of an event. */
interface About {
  target: Target;
  related: string | null;
  appId: number | null;
  changes: JournalEvent["changes"];
}

const eventOf = (
  actor: Actor,
  event: EventName,
  { target, related, appId, changes }: About,
): JournalEvent => ({
  action: `${actor.channel}.${event}`,
  type: event,
  target: target.ref,
  targetLabel: target.label ?? null,
  related,
  ...recordedSubject(actor),
  appId,
  ip: actor.request.ip,
  requestId: actor.request.requestId,
  changes,
});

/** Returns the id of the app that an event is about: its target, or the `appId` of the input. Null for other events. */
function appOf(target: string, input: object): number | null {
  const [, id] = /^app:(\d+)$/.exec(target) ?? [];
  if (id !== undefined) return Number(id);
  const named = (input as { appId?: unknown }).appId;
  return typeof named === "number" ? named : null;
}
