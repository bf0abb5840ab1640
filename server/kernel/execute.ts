import * as z from "zod";
import { recordedSubject, type Actor } from "./actor";
import { fieldChanges } from "./changes";
import { AppError, conflict, forbidden, invalid } from "./errors";
import type { AnyObject, Operation, Target } from "./operation";
import { refuseOverwriting } from "./overwriting";
import { plainWords } from "./plain-words";
import type { Ports } from "./ports";
import { refuseUnstorable } from "./storable";
import type { EventName } from "./events";
import type { Journal, JournalEvent, Stores } from "./store";

/** A client's promise that two writes with this key are one (clarifications, general 7). */
export interface Idempotency {
  key: string;
  /** A digest of method, path and body: the same key with another one is a mistake of the client. */
  fingerprint: string;
}

export interface ExecuteOptions {
  idempotency?: Idempotency | undefined;
  /** Told when the answer is the first one's, given again. */
  onReplay?: () => void;
  /** Told when what was to be made was there, and was changed instead. */
  onUpdate?: () => void;
  /** Whether a command that changed nothing is recorded, too: of an interface each of whose writes is. */
  recordsAll?: boolean;
  /** The fields as the caller had loaded them: a change that would undo somebody else's is refused (409). */
  basedOn?: Record<string, unknown> | undefined;
}

export interface Execute {
  <In extends AnyObject, Out extends z.ZodType>(
    actor: Actor,
    operation: Operation<In, Out>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<z.output<Out>>;
  /**
   * Runs a command for each of the inputs beside each other, in one transaction, each with its own record: all of them, or
   * the first refusal and nothing. For commands that concern nothing of each other's.
   */
  all<In extends AnyObject, Out extends z.ZodType>(
    actor: Actor,
    command: Operation<In, Out>,
    inputs: readonly unknown[],
  ): Promise<z.output<Out>[]>;
}

/** Refuses an actor who may not run this operation, before anything about its target is looked at. */
export function authorize(actor: Actor, operation: Operation) {
  if (actor.scope !== operation.scope) {
    throw forbidden(
      operation.scope === "tenant"
        ? "A platform token cannot be used on a tenant's data."
        : "This needs a platform credential; a tenant's token cannot be used here.",
    );
  }
  if (operation.capability !== null && !actor.capabilities.has(operation.capability)) {
    throw forbidden(`This needs the capability ${operation.capability}.`);
  }
}

/** The input as the operation declares it, or 400 naming the first field at fault. */
export function validated<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: plainWords });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw invalid("The request is not valid.");
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const path = [...issue.path, key].join(".");
    throw invalid(`The field ${path} is not known here.`, path);
  }
  const path = issue.path.join(".");
  throw invalid(
    path === "" ? `${issue.message}.` : `${path}: ${lowerFirst(issue.message)}.`,
    path || undefined,
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");

/**
 * The one way in: may they, is it valid, what happens, what is recorded. A command's change, its audit event and its
 * outbox row are one transaction; when any of them fails, none remains.
 */
export function createExecute(stores: Stores, ports: Ports): Execute {
  const running = new Set<string>();
  const storeOf = (actor: Actor) =>
    actor.scope === "tenant" ? stores.tenant(actor.tenantId) : stores.platform;

  /** One call, checked, with what it needs before its transaction. */
  function planned(actor: Actor, operation: Operation, rawInput: unknown) {
    refuseUnstorable(rawInput);
    const input = validated(operation.input, rawInput) as object;
    const now = ports.clock();
    const store = storeOf(actor);
    return {
      actor,
      operation,
      input,
      now,
      prepare: (): Promise<unknown> =>
        operation.prepare === null
          ? Promise.resolve(undefined)
          : operation.prepare({ actor, ports, now, read: store.read.bind(store) } as never, input as never),
    };
  }

  async function execute(
    actor: Actor,
    operation: Operation,
    rawInput: unknown,
    options: ExecuteOptions = {},
  ) {
    authorize(actor, operation);
    const store = storeOf(actor);
    if (operation.recorded === null) {
      const call = planned(actor, operation, rawInput);
      const prepared = await call.prepare();
      const output = await store.read((tx: unknown) =>
        operation.run({ tx, actor, now: call.now } as never, call.input as never, prepared as never),
      );
      return z.parse(operation.output, output);
    }
    const work = async () => {
      // Before all else: what has changed since the first request must not change the answer to its retry.
      const first =
        options.idempotency &&
        (await store.write((_tx: unknown, journal: Journal) => firstAnswer(journal, actor, ports, options)));
      if (first) return first.output;
      const call = planned(actor, operation, rawInput);
      const prepared = await call.prepare();
      return store.write((tx: unknown, journal: Journal) =>
        once(journal, actor, ports, options, async (told) => {
          const { output, events } = await perform(call, prepared, tx, told);
          await journal.append(...events);
          return output;
        }),
      );
    };
    return options.idempotency ? alone(running, actor, options.idempotency, work) : work();
  }

  async function all(actor: Actor, command: Operation, inputs: readonly unknown[]) {
    authorize(actor, command);
    const calls = inputs.map((input) => planned(actor, command, input));
    const prepared = await Promise.all(calls.map((call) => call.prepare()));
    return storeOf(actor).write(async (tx: unknown, journal: Journal) => {
      const outcomes = await Promise.allSettled(
        calls.map((call, index) => perform(call, prepared[index], tx)),
      );
      // Only when all have come to rest: what still runs must not meet a transaction that is over.
      const results = outcomes.map((outcome) => {
        if (outcome.status === "rejected") throw outcome.reason;
        return outcome.value;
      });
      await journal.append(...results.flatMap(({ events }) => events));
      return results.map(({ output }) => output);
    });
  }

  return Object.assign(execute, { all }) as Execute;
}

interface Call {
  actor: Actor;
  operation: Operation;
  input: object;
  now: Date;
}

/** The command itself; with its answer, what is to be recorded of it. */
async function perform(
  { actor, operation, input, now }: Call,
  prepared: unknown,
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
  const result: unknown = await operation.run(context as never, input as never, prepared as never);
  const output = z.parse(operation.output, result);
  const recorded = happened || recordsAll;
  if (!recorded || !operation.recorded) return { output, events: [] };
  const { target: declared } = operation.recorded;
  const named = declared === "told" ? null : declared(input as never, output, actor);
  const told = ref ?? named?.ref;
  if (told === undefined) throw new Error(`${operation.recorded.event} did not tell its target`);
  const target = { label, ...named, ref: told };
  const about = { target, related, appId: appOf(target.ref, input), changes: happened ? changes : null };
  const event = eventOf(actor, became ?? operation.recorded.event, about);
  return { output, events: [happened ? event : { ...event, type: null }] };
}

/** What an event is about, as the command told. */
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

/** The app that an event is about: its target, or the app that the input names. */
function appOf(target: string, input: object): number | null {
  const [, id] = /^app:(\d+)$/.exec(target) ?? [];
  if (id !== undefined) return Number(id);
  const named = (input as { appId?: unknown }).appId;
  return typeof named === "number" ? named : null;
}

/** Who an Idempotency-Key belongs to: two clients may use the same one. */
const keyOwner = ({ subject }: Actor) =>
  subject.kind === "credential" ? subject.clientId : `${subject.kind}:${subject.label}`;

/** Refuses a retry that comes while the first is still running here, even before its transaction. */
async function alone<T>(running: Set<string>, actor: Actor, { key }: Idempotency, work: () => Promise<T>) {
  const name = `${actor.scope === "tenant" ? actor.tenantId : "platform"}/${keyOwner(actor)}/${key}`;
  if (running.has(name)) throw stillRunning();
  running.add(name);
  try {
    return await work();
  } finally {
    running.delete(name);
  }
}

const stillRunning = () =>
  conflict("A request with this Idempotency-Key is still running; ask again when it has ended.");

/** What was answered under the key of these options before; null where nothing was. */
async function firstAnswer(
  journal: Journal,
  actor: Actor,
  ports: Ports,
  { idempotency, onReplay, onUpdate }: ExecuteOptions,
): Promise<{ output: unknown } | null> {
  if (!idempotency) return null;
  const claim = await journal.claim(keyOwner(actor), idempotency.key);
  if (claim === "running") throw stillRunning();
  if (claim === "claimed") return null;
  if (claim.fingerprint !== idempotency.fingerprint)
    throw new AppError(422, "unprocessable", "This Idempotency-Key was used with another request.");
  onReplay?.();
  const first = JSON.parse(ports.vault.decrypt(claim.answer)) as { output: unknown; updated: boolean };
  if (first.updated) onUpdate?.();
  return first;
}

/** Runs the command once for its key: the answer is kept in the same transaction as the change. */
async function once(
  journal: Journal,
  actor: Actor,
  ports: Ports,
  options: ExecuteOptions,
  command: (options: ExecuteOptions) => Promise<unknown>,
): Promise<unknown> {
  if (!options.idempotency) return command(options);
  const first = await firstAnswer(journal, actor, ports, options);
  if (first) return first.output;
  let updated = false;
  const onUpdate = () => {
    updated = true;
    options.onUpdate?.();
  };
  const output = await command({ ...options, onUpdate });
  await journal.remember(keyOwner(actor), options.idempotency.key, {
    fingerprint: options.idempotency.fingerprint,
    answer: ports.vault.encrypt(JSON.stringify({ output, updated })),
  });
  return output;
}
