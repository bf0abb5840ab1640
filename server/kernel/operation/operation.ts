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
 * An operation is declared once and is used by every transport (REST, console, SCIM). The declaration contains the places where
 * callers reach it, the capability, the input, the output, the code and the event of a command. The code does not use HTTP. The input
 * never contains a tenant.
 */

export type AnyObject = z.ZodObject;

interface Declaration<In extends AnyObject, Out extends z.ZodType> {
  /** Name of the exported constant and operationId in the OpenAPI document. */
  name: string;
  rest?: Rest;
  /** Required capability. Null: any actor of the tenant may run the operation. */
  capability: Capability | null;
  /** One line for the API reference. */
  summary: string;
  /** Details that the summary omits: rules, options, refusals. */
  description?: string;
  input: In;
  output: Out;
  /**
   * Exceptions for a command on the actor's own account (kernel/operation/standing.ts). `duringSignIn`: the command needs no
   * session. `atCustomDomain`: administrators may run the command at a custom domain, although the operator of the domain can
   * read and change the request.
   */
  own?: { duringSignIn?: true; atCustomDomain?: true };
  /**
   * Kind of the operation's transactions (kernel/operation/store.ts), or a function from the input to the kind. Default:
   * interactive.
   */
  cost?: OperationCost<In>;
}

type OperationCost<In extends AnyObject> =
  | "heavy"
  | "job"
  | ((input: z.output<In>) => "heavy" | "interactive");

/** The record that an event is about, as `<kind>:<id>`, and the name of the record for readers of the log. */
export interface Target {
  ref: string;
  label?: string | null;
}

interface Recorded<In extends AnyObject, Out extends z.ZodType> {
  /** The event's part of the audit action, such as `role_created`. The same on every channel. */
  event: EventName;
  /** Returns the target of the event. `byCommand`: the command sets the target by `targeted`. */
  target: ((input: z.output<In>, output: z.output<Out>, actor: Actor) => Target) | "byCommand";
}

/** Language of the texts in the output: the reader's language in the console, English for all other callers. */
export interface Language {
  locale: Locale;
  /** Returns a text in the language `locale`. */
  words: Words;
}

/** Context of the code that runs before the transaction: hashing, reads of the platform's settings, calls over the network. */
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
   * Records the fields in which `after` differs from `before` in the audit event. If the caller sent the values that it had
   * loaded, throws 409 for a change that would undo another user's later change.
   */
  changed: (before: object, after: object) => void;
  /** Sets the name of the target for readers of the log. For a target whose name is neither in the input nor in the output. */
  labelled: (label: string | null) => void;
  /** Sets the target, `<kind>:<id>`. For a target that is neither in the input nor in the output. */
  targeted: (ref: string) => void;
  /** Sets the second record of the event, `<kind>:<id>`: for example the role of a grant. */
  concerns: (ref: string) => void;
  /**
   * Replaces the event of a command that can have several events. For example, an update that suspends the user is recorded as
   * a suspension.
   */
  happened: (event: EventName) => void;
  /** Reports that the command changed an existing record instead of creating it. */
  updated: () => void;
  /**
   * Reports that the command changed nothing, because the requested state existed already. Subscribers get no event. The REST
   * interface still records the request in the audit log, because it records each write (management.md §1.5). Other interfaces
   * record nothing.
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
  /** The event of a read. Reads are recorded only if they export data. */
  recorded?: Recorded<In, Out>;
  prepare?: (context: PrepareContext<A, Read>, input: z.output<In>) => Promise<Prepared>;
  run: (context: QueryContext<A, Read>, input: z.output<In>, prepared: Prepared) => Promise<z.input<Out>>;
}

interface Command<A extends Actor, Read, Write, In extends AnyObject, Out extends z.ZodType, Prepared>
  extends Declaration<In, Out>, Recorded<In, Out> {
  /** Kinds of changes that the command makes to a user other than its actor. A test fails if a command omits a kind. */
  touches?: readonly PersonChange[];
  prepare?: (context: PrepareContext<A, Read>, input: z.output<In>) => Promise<Prepared>;
  run: (context: CommandContext<A, Write>, input: z.output<In>, prepared: Prepared) => Promise<z.input<Out>>;
}

/** The place of a declared operation in the console. */
interface InConsole<At> {
  console?: At;
}

/**
 * A declared operation without the types of its context, as the transports use it. Its type tells its place in the console, because the
 * type of the console's router derives from it (trpc/root.ts).
 */
export interface Operation<
  In extends AnyObject = AnyObject,
  Out extends z.ZodType = z.ZodType,
  Kind = "query" | "command",
  At = Console | undefined,
>
  extends Declaration<In, Out>, InConsole<At> {
  kind: Kind;
  scope: "tenant" | "platform";
  recorded: Recorded<In, Out> | null;
  /** Kinds of changes that the operation makes to a user other than its actor. */
  touches: readonly PersonChange[];
  /**
   * True for a platform command of administrators. Such commands run one after another, and each reads the administrator's
   * session again (platform/administered-command.ts). A test requires the value true for every platform command with a
   * capability.
   */
  administered?: true;
  /**
   * The types of the context are erased here. `execute` passes the context that belongs to the scope and the kind of the
   * operation.
   */
  prepare: ((context: never, input: z.output<In>) => Promise<unknown>) | null;
  run: (context: never, input: z.output<In>, prepared: never) => Promise<unknown>;
}

/** Creates a read operation of a scope. */
const queryIn = <A extends Actor, Read, In extends AnyObject, Out extends z.ZodType, Prepared, At>(
  scope: Operation["scope"],
  declaration: Query<A, Read, In, Out, Prepared> & InConsole<At>,
): Operation<In, Out, "query", At> => ({
  recorded: null,
  touches: [],
  prepare: null,
  ...declaration,
  kind: "query",
  scope,
});

/** Creates a write operation of a scope. */
function commandIn<A extends Actor, Read, Write, In extends AnyObject, Out extends z.ZodType, Prepared, At>(
  scope: Operation["scope"],
  declaration: Command<A, Read, Write, In, Out, Prepared> & InConsole<At>,
): Operation<In, Out, "command", At> {
  const { event, target, ...rest } = declaration;
  return { prepare: null, touches: [], ...rest, recorded: { event, target }, kind: "command", scope };
}

/** Declares an operation that reads the tenant's data. */
export const query = <
  In extends AnyObject,
  Out extends z.ZodType,
  Prepared = void,
  const At extends Console | undefined = undefined,
>(
  declaration: Query<TenantActor, ReadTx, In, Out, Prepared> & InConsole<At>,
) => queryIn("tenant", declaration);

/** Declares an operation that changes the tenant's data and records an event. */
export const command = <
  In extends AnyObject,
  Out extends z.ZodType,
  Prepared = void,
  const At extends Console | undefined = undefined,
>(
  declaration: Command<TenantActor, ReadTx, WriteTx, In, Out, Prepared> & InConsole<At>,
) => commandIn("tenant", declaration);

/** Declares an operation that reads the platform's own data. */
export const platformQuery = <
  In extends AnyObject,
  Out extends z.ZodType,
  Prepared = void,
  const At extends Console | undefined = undefined,
>(
  declaration: Query<PlatformActor, PlatformReadTx, In, Out, Prepared> & InConsole<At>,
) => queryIn("platform", declaration);

/** Declares an operation that changes the platform's own data and records an event. */
export const platformCommand = <
  In extends AnyObject,
  Out extends z.ZodType,
  Prepared = void,
  const At extends Console | undefined = undefined,
>(
  declaration: Command<PlatformActor, PlatformReadTx, PlatformWriteTx, In, Out, Prepared> & InConsole<At>,
) => commandIn("platform", declaration);

/*
 * Where callers reach an operation: at an endpoint of the REST interface, and as a procedure of the console. Each operation declares
 * its own places. Routes, the OpenAPI document, the API reference and the console's router derive from them.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Method and path below `/api/v1`, in the form of OpenAPI: `GET /users/{userId}`. */
type RestAddress = `${Method} /${string}`;

/** The content type of a streamed text, and its file name in a browser. */
export interface Download {
  contentType: string;
  fileName: string;
}

interface RestMount {
  at: RestAddress;
  /** Status code of a success; 200 by default. */
  status?: 201 | 204;
  /** Name of the input field whose value is the whole body. */
  rawBody?: string;
  /** True if the operation creates a record (201) or changes an existing one (200). */
  upsert?: true;
  /** The answer as a file. The value of the input field `by` selects the file; the first is the default. */
  download?: Download | { by: string; kinds: Record<string, Download> };
}

/** Path of a procedure in the console's router: `users.create`. */
export type ProcedurePath = `${string}.${string}`;

export interface ConsoleMount {
  at: ProcedurePath;
  /** Endpoints with the same purpose and another operation. The console shows them as the requests of its page. */
  shows?: readonly RestAddress[];
  /** The input of this query is too long for a URL. It is sent like a change, but changes nothing. */
  inBody?: true;
  /** The audit log records commands on the caller's own account separately from the actions of administrators. */
  channel?: "account";
  /** Maximum size of the body in bytes, if it exceeds the limit of other procedures. */
  mostBytes?: number;
}

export type Rest = RestAddress | RestMount;
export type Console = ProcedurePath | ConsoleMount;
