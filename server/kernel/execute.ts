import { z } from "zod";
import { recordedSubject, type Actor } from "./actor";
import { fieldChanges } from "./changes";
import { AppError, conflict, forbidden, invalid } from "./errors";
import type { AnyObject, Operation, Target } from "./operation";
import type { Ports } from "./ports";
import { refuseUnstorable } from "./storable";
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
}

export type Execute = <In extends AnyObject, Out extends z.ZodType>(
  actor: Actor,
  operation: Operation<In, Out>,
  input: unknown,
  options?: ExecuteOptions,
) => Promise<z.output<Out>>;

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
  const result = schema.safeParse(input);
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

  return async function execute(actor, operation, rawInput, options = {}) {
    authorize(actor, operation);
    refuseUnstorable(rawInput);
    const input = validated(operation.input, rawInput);
    const now = ports.clock();
    const store = actor.scope === "tenant" ? stores.tenant(actor.tenantId) : stores.platform;

    const prepare = () =>
      operation.prepare === null
        ? Promise.resolve(undefined)
        : operation.prepare({ actor, ports, now, read: store.read.bind(store) } as never, input);

    if (operation.recorded === null) {
      const prepared = await prepare();
      const output = await store.read((tx: unknown) =>
        operation.run({ tx, actor, now } as never, input, prepared as never),
      );
      return z.parse(operation.output, output);
    }

    const work = async () => {
      const prepared = await prepare();
      return store.write((tx: unknown, journal: Journal) =>
        once(journal, actor, ports, options, () => run(tx, journal, prepared)),
      );
    };

    /** The command itself, then its record. */
    const run = async (tx: unknown, journal: Journal, prepared: unknown) => {
      let recorded = true;
      let changes: JournalEvent["changes"] = null;
      let label: string | null = null;
      let related: string | null = null;
      let ref: string | null = null;
      let became: string | null = null;
      const context = {
        tx,
        actor,
        now,
        changed: (before: object, after: object) => void (changes = fieldChanges(before, after)),
        labelled: (text: string | null) => void (label = text),
        targeted: (text: string) => void (ref = text),
        concerns: (text: string) => void (related = text),
        updated: () => options.onUpdate?.(),
        happened: (event: string) => void (became = event),
        unchanged: () => void (recorded = false),
      };
      const result = await operation.run(context as never, input, prepared as never);
      const output = z.parse(operation.output, result);
      if (recorded && operation.recorded) {
        const target = {
          label,
          ...operation.recorded.target(input, output, actor),
          ...(ref !== null && { ref }),
        };
        const about = { target, related, appId: appOf(target.ref, input), changes };
        await journal.append(eventOf(actor, became ?? operation.recorded.event, about));
      }
      return output;
    };

    return options.idempotency ? alone(running, actor, options.idempotency, work) : work();
  };
}

/** What an event is about, as the command told. */
interface About {
  target: Target;
  related: string | null;
  appId: number | null;
  changes: JournalEvent["changes"];
}

const eventOf = (actor: Actor, event: string, { target, related, appId, changes }: About): JournalEvent => ({
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

/** Runs the command once for its key: the answer is kept in the same transaction as the change. */
async function once<T>(
  journal: Journal,
  actor: Actor,
  ports: Ports,
  options: ExecuteOptions,
  command: () => Promise<T>,
) {
  if (!options.idempotency) return command();
  const { key, fingerprint } = options.idempotency;
  const claim = await journal.claim(keyOwner(actor), key);
  if (claim === "running") throw stillRunning();
  if (claim !== "claimed") {
    if (claim.fingerprint !== fingerprint) {
      throw new AppError(422, "unprocessable", "This Idempotency-Key was used with another request.");
    }
    options.onReplay?.();
    return JSON.parse(ports.vault.decrypt(claim.answer)) as T;
  }
  const answer = await command();
  await journal.remember(keyOwner(actor), key, {
    fingerprint,
    answer: ports.vault.encrypt(JSON.stringify(answer)),
  });
  return answer;
}
