import type * as z from "zod";
import type { Actor, PlatformActor, TenantActor } from "./actor";
import type { Capability } from "../capabilities";
import type { EventName } from "../events";
import type { Locale } from "../strings/languages";
import type { PersonChange } from "./person-changes";
import type { Ports } from "./ports";
import type { PlatformReadTx, PlatformWriteTx, ReadTx, WriteTx } from "./store";
import type { Words } from "../texts/text";

/*
 * An operation is declared once, and every transport mounts it. It declares its capability, input, output,
 * code and, for a command, its event. It contains no HTTP, and its input never names a tenant.
 */

export type AnyObject = z.ZodObject;

interface Declaration<In extends AnyObject, Out extends z.ZodType> {
  /** Name of its exported constant, and its operationId in the OpenAPI document. */
  name: string;
  /** Null: any actor of the tenant. */
  capability: Capability | null;
  /** One line for the API reference. */
  summary: string;
  /** Facts that the summary omits: rules, choices, refusals. */
  description?: string;
  input: In;
  output: Out;
  /**
   * Exceptions for a command on the actor's own account (kernel/operation/standing.ts). `duringSignIn`: the
   * command needs no session. `atCustomDomain`: administrators may run it at a custom domain, although the domain's
   * operator can read and change the request.
   */
  own?: { duringSignIn?: true; atCustomDomain?: true };
  /** Kind of its transactions (kernel/operation/cost.ts), or a function of its input. Default: interactive. */
  cost?: OperationCost<In>;
}

type OperationCost<In extends AnyObject> =
  "heavy" | "job" | ((input: z.output<In>) => "heavy" | "interactive");

/** `<kind>:<id>`, with the name of the record for readers of the log. */
export interface Target {
  ref: string;
  label?: string | null;
}

interface Recorded<In extends AnyObject, Out extends z.ZodType> {
  /** The event part of the audit action, e.g. `role_created`; the same on every channel. */
  event: EventName;
  /** `byCommand`: the command itself names the target of each event by `targeted`. */
  target: ((input: z.output<In>, output: z.output<Out>, actor: Actor) => Target) | "byCommand";
}

/** Language of the output: the reader's in the console, English for all other callers. */
export interface Language {
  locale: Locale;
  /** Returns a text in this language. */
  words: Words;
}

/** Context of the code before the transaction: hashing, look-ups in the platform's settings, the network. */
export interface PrepareContext<A extends Actor, Read> extends Language {
  actor: A;
  ports: Ports;
  now: Date;
  read: <T>(work: (tx: Read) => Promise<T>) => Promise<T>;
}

export interface QueryContext<A extends Actor, Read> extends Language {
  tx: Read;
  actor: A;
  now: Date;
}

export interface CommandContext<A extends Actor, Write> extends Language {
  tx: Write;
  actor: A;
  now: Date;
  /**
   * Records the fields in which `after` differs from `before` in the audit event. Throws 409 if the change
   * would undo another user's change and the caller sent the values that it had loaded.
   */
  changed: (before: object, after: object) => void;
  /** Sets the name of the target for readers of the log, if neither input nor output contains it. */
  labelled: (label: string | null) => void;
  /** Sets the target, `<kind>:<id>`, if neither input nor output contains it. */
  targeted: (ref: string) => void;
  /** Sets the second record of the event, `<kind>:<id>`: the role of a grant, the user on a guest list. */
  concerns: (ref: string) => void;
  /**
   * Replaces the event, for a command with several events: a change that suspends is recorded as a
   * suspension.
   */
  happened: (event: EventName) => void;
  /** Reports that the command changed an existing record instead of creating it. */
  updated: () => void;
  /**
   * Reports that the state was already as requested. Subscribers get no event. REST records the request
   * anyway, because it records each of its writes (management.md §1.5). Other interfaces do not record it.
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
  /** Reads are audited only if they export data. */
  recorded?: Recorded<In, Out>;
  prepare?: (context: PrepareContext<A, Read>, input: z.output<In>) => Promise<Prepared>;
  run: (context: QueryContext<A, Read>, input: z.output<In>, prepared: Prepared) => Promise<z.input<Out>>;
}

interface Command<A extends Actor, Read, Write, In extends AnyObject, Out extends z.ZodType, Prepared>
  extends Declaration<In, Out>, Recorded<In, Out> {
  /**
   * Changes that the command makes to a user other than its actor. A test refuses a command that omits them.
   */
  touches?: readonly PersonChange[];
  prepare?: (context: PrepareContext<A, Read>, input: z.output<In>) => Promise<Prepared>;
  run: (context: CommandContext<A, Write>, input: z.output<In>, prepared: Prepared) => Promise<z.input<Out>>;
}

/** A declared operation, in the form for transports. */
export interface Operation<
  In extends AnyObject = AnyObject,
  Out extends z.ZodType = z.ZodType,
> extends Declaration<In, Out> {
  kind: "query" | "command";
  scope: "tenant" | "platform";
  recorded: Recorded<In, Out> | null;
  /** Changes that it makes to a user other than its actor. */
  touches: readonly PersonChange[];
  /**
   * True for a platform command of administrators. These commands run one after another. Each reads the
   * administrator's session again (platform/administered-command.ts). A test requires the value true for every
   * platform command with a capability.
   */
  administered?: true;
  /** The types are erased here: `execute` pairs each scope and kind with its context. */
  prepare: ((context: never, input: z.output<In>) => Promise<unknown>) | null;
  run: (context: never, input: z.output<In>, prepared: never) => Promise<unknown>;
}

/** Returns a read as an operation of a scope. */
const queryIn = <A extends Actor, Read, In extends AnyObject, Out extends z.ZodType, Prepared>(
  scope: Operation["scope"],
  declaration: Query<A, Read, In, Out, Prepared>,
): Operation<In, Out> => ({
  recorded: null,
  touches: [],
  prepare: null,
  ...declaration,
  kind: "query",
  scope,
});

/** Returns a change as an operation of a scope. */
function commandIn<A extends Actor, Read, Write, In extends AnyObject, Out extends z.ZodType, Prepared>(
  scope: Operation["scope"],
  declaration: Command<A, Read, Write, In, Out, Prepared>,
): Operation<In, Out> {
  const { event, target, ...rest } = declaration;
  return { prepare: null, touches: [], ...rest, recorded: { event, target }, kind: "command", scope };
}

/** Declares a read of the tenant's data. */
export const query = <In extends AnyObject, Out extends z.ZodType, Prepared = void>(
  declaration: Query<TenantActor, ReadTx, In, Out, Prepared>,
) => queryIn("tenant", declaration);

/** Declares a change of the tenant's data, with its record. */
export const command = <In extends AnyObject, Out extends z.ZodType, Prepared = void>(
  declaration: Command<TenantActor, ReadTx, WriteTx, In, Out, Prepared>,
) => commandIn("tenant", declaration);

/** Declares a read of the platform's own data. */
export const platformQuery = <In extends AnyObject, Out extends z.ZodType, Prepared = void>(
  declaration: Query<PlatformActor, PlatformReadTx, In, Out, Prepared>,
) => queryIn("platform", declaration);

/** Declares a change of the platform's own data, with its record. */
export const platformCommand = <In extends AnyObject, Out extends z.ZodType, Prepared = void>(
  declaration: Command<PlatformActor, PlatformReadTx, PlatformWriteTx, In, Out, Prepared>,
) => commandIn("platform", declaration);
