import type * as z from "zod";
import type { Actor, PlatformActor, TenantActor } from "./actor";
import type { Capability } from "./capabilities";
import type { EventName } from "./events";
import type { PersonChange } from "./person-changes";
import type { Ports } from "./ports";
import type { PlatformReadTx, PlatformWriteTx, ReadTx, WriteTx } from "./store";

/*
 * An operation is declared once and mounted by every transport. It knows its capability, its input and output, what
 * it does and, for a command, the event that it is. It knows nothing of HTTP, and its input never names a tenant.
 */

export type AnyObject = z.ZodObject;

interface Declaration<In extends AnyObject, Out extends z.ZodType> {
  /** Null: anyone who is signed in to the tenant at all. */
  capability: Capability | null;
  /** One line for the API reference. */
  summary: string;
  /** What the summary leaves open: rules, choices, refusals. */
  description?: string;
  input: In;
  output: Out;
}

/** `<kind>:<id>`, with the thing's name for the reader of the log. */
export interface Target {
  ref: string;
  label?: string | null;
}

interface Recorded<In extends AnyObject, Out extends z.ZodType> {
  /** The event part of the audit action, e.g. `role_created`; the same on every channel. */
  event: EventName;
  /** `told`: whenever something happened, the command itself has told it (`targeted`). */
  target: ((input: z.output<In>, output: z.output<Out>, actor: Actor) => Target) | "told";
}

/** What runs before the transaction: hashing, look-ups in the platform's settings, the network. */
export interface PrepareContext<A extends Actor, Read> {
  actor: A;
  ports: Ports;
  now: Date;
  read: <T>(work: (tx: Read) => Promise<T>) => Promise<T>;
}

export interface QueryContext<A extends Actor, Read> {
  tx: Read;
  actor: A;
  now: Date;
}

export interface CommandContext<A extends Actor, Write> {
  tx: Write;
  actor: A;
  now: Date;
  /**
   * Names what changed: the fields in which `after` differs from `before` go into the audit event. Where the caller said
   * what it had loaded, a change that would undo somebody else's is refused here.
   */
  changed: (before: object, after: object) => void;
  /** Names the target for the reader of the log, where neither input nor output tells its name. */
  labelled: (label: string | null) => void;
  /** Names the target, `<kind>:<id>`, where neither input nor output tells it. */
  targeted: (ref: string) => void;
  /** Names the second thing concerned, `<kind>:<id>`: the role of a grant, the person on a guest list. */
  concerns: (ref: string) => void;
  /** Names the event, where one command can be several: a change that is a suspension is recorded as one. */
  happened: (event: EventName) => void;
  /** Tells that what was to be made was there, and was changed instead. */
  updated: () => void;
  /**
   * Tells that the state was already as asked: nobody is told of it. Of the REST interfaces it is recorded all the same, as
   * each of their writes is (management.md §1.5); of others it would bury what happened.
   */
  unchanged: () => void;
}

interface Query<
  A extends Actor,
  Read,
  In extends AnyObject,
  Out extends z.ZodType,
  Prepared,
> extends Declaration<In, Out> {
  /** Reads are not audited, unless they carry data away. */
  recorded?: Recorded<In, Out>;
  prepare?: (context: PrepareContext<A, Read>, input: z.output<In>) => Promise<Prepared>;
  run: (context: QueryContext<A, Read>, input: z.output<In>, prepared: Prepared) => Promise<z.input<Out>>;
}

interface Command<A extends Actor, Read, Write, In extends AnyObject, Out extends z.ZodType, Prepared>
  extends Declaration<In, Out>, Recorded<In, Out> {
  /** The changes that it makes to a person who is not its actor. A test refuses a command that leaves them out. */
  touches?: readonly PersonChange[];
  prepare?: (context: PrepareContext<A, Read>, input: z.output<In>) => Promise<Prepared>;
  run: (context: CommandContext<A, Write>, input: z.output<In>, prepared: Prepared) => Promise<z.input<Out>>;
}

/** A declared operation, as the transports see it. */
export interface Operation<
  In extends AnyObject = AnyObject,
  Out extends z.ZodType = z.ZodType,
> extends Declaration<In, Out> {
  kind: "query" | "command";
  scope: "tenant" | "platform";
  recorded: Recorded<In, Out> | null;
  /** The changes that it makes to a person who is not its actor. */
  touches: readonly PersonChange[];
  /** Erased here: `execute` pairs each scope and kind with its context. */
  prepare: ((context: never, input: z.output<In>) => Promise<unknown>) | null;
  run: (context: never, input: z.output<In>, prepared: never) => Promise<unknown>;
}

/** A read of the tenant's data. */
export function query<In extends AnyObject, Out extends z.ZodType, Prepared = void>(
  declaration: Query<TenantActor, ReadTx, In, Out, Prepared>,
): Operation<In, Out> {
  return { recorded: null, touches: [], prepare: null, ...declaration, kind: "query", scope: "tenant" };
}

/** A change of the tenant's data, with its record. */
export function command<In extends AnyObject, Out extends z.ZodType, Prepared = void>(
  declaration: Command<TenantActor, ReadTx, WriteTx, In, Out, Prepared>,
): Operation<In, Out> {
  const { event, target, ...rest } = declaration;
  return {
    prepare: null,
    touches: [],
    ...rest,
    recorded: { event, target },
    kind: "command",
    scope: "tenant",
  };
}

/** A read of the platform's own data. */
export function platformQuery<In extends AnyObject, Out extends z.ZodType, Prepared = void>(
  declaration: Query<PlatformActor, PlatformReadTx, In, Out, Prepared>,
): Operation<In, Out> {
  return { recorded: null, touches: [], prepare: null, ...declaration, kind: "query", scope: "platform" };
}

/** A change of the platform's own data, with its record. */
export function platformCommand<In extends AnyObject, Out extends z.ZodType, Prepared = void>(
  declaration: Command<PlatformActor, PlatformReadTx, PlatformWriteTx, In, Out, Prepared>,
): Operation<In, Out> {
  const { event, target, ...rest } = declaration;
  return {
    prepare: null,
    touches: [],
    ...rest,
    recorded: { event, target },
    kind: "command",
    scope: "platform",
  };
}
