import { initTRPC, TRPCError } from "@trpc/server";
import type * as z from "zod";
import type { Actor } from "../kernel/actor";
import { AppError, unauthenticated } from "../kernel/errors";
import type { Execute } from "../kernel/execute";
import type { AnyObject, Operation } from "../kernel/operation";

/** What a procedure runs with: the console user's actor for the tenant (or the platform) that the page is about. */
export interface ConsoleContext {
  /** Null: nobody is signed in, or not to this tenant. */
  actor: Actor | null;
  requestId: string | null;
  execute: Execute;
}

/** How an operation is mounted. */
export interface Mount extends MountOptions {
  operation: Operation;
}

export interface MountOptions {
  /** The longest body that is read for it, in bytes, where it takes more than other procedures. */
  mostBytes?: number;
}

const codes: Record<number, TRPCError["code"]> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** What is said of a call that reaches no procedure, as the library names it; anything else that is no refusal is our fault. */
const unreached: Partial<Record<TRPCError["code"], { message: string; error: string }>> = {
  METHOD_NOT_SUPPORTED: {
    message: "This procedure is called by the other method: changes by POST, queries by GET.",
    error: "invalid_request",
  },
  NOT_FOUND: { message: "There is no such procedure.", error: "not_found" },
};

const t = initTRPC
  .context<ConsoleContext>()
  .meta<Mount>()
  .create({
    // An administrator sees what a machine client would: the same sentence, and the field for the form to mark.
    errorFormatter: ({ shape, error, ctx }) => {
      const refusal = error.cause instanceof AppError ? error.cause : null;
      const other = unreached[error.code] ?? {
        message: "Something went wrong on our side.",
        error: "server_error",
      };
      return {
        ...shape,
        message: refusal?.message ?? other.message,
        data: {
          code: shape.data.code,
          httpStatus: refusal?.status ?? shape.data.httpStatus,
          error: refusal?.code ?? other.error,
          field: refusal?.details.field ?? null,
          current: refusal?.details.current ?? null,
          requestId: ctx?.requestId ?? null,
        },
      };
    },
  });

export const router = t.router;

const procedure = t.procedure.use(async ({ ctx, next }) => {
  if (ctx.actor === null)
    throw refused(unauthenticated("invalid_token", "Sign in to this organization first."));
  const result = await next({ ctx: { ...ctx, actor: ctx.actor } });
  if (!result.ok && result.error.cause instanceof AppError) throw refused(result.error.cause);
  return result;
});

/** A procedure that tells which operation it mounts, so that the endpoint that does the same can be found. */
const mounting = (operation: Operation, options?: MountOptions) => procedure.meta({ operation, ...options });

const refused = (cause: AppError) =>
  new TRPCError({ code: codes[cause.status] ?? "INTERNAL_SERVER_ERROR", message: cause.message, cause });

/** The input's type for the client; it is checked once, by `execute`. */
const inputOf =
  <In extends AnyObject>(_operation: Operation<In, z.ZodType>) =>
  (raw: unknown) =>
    (raw ?? {}) as z.input<In>;

/** Mounts a query. */
export const read = <In extends AnyObject, Out extends z.ZodType>(operation: Operation<In, Out>) =>
  mounting(operation)
    .input(inputOf(operation))
    .query(({ ctx, input }) => ctx.execute(ctx.actor, operation, input));

/** Mounts a query whose input is too long for an address: it is sent as a change would be, but changes nothing. */
export const ask = <In extends AnyObject, Out extends z.ZodType>(operation: Operation<In, Out>) =>
  mounting(operation)
    .input(inputOf(operation))
    .mutation(({ ctx, input }) => ctx.execute(ctx.actor, operation, input));

/** Mounts a command on one's own account: the log tells it from what an administrator does to others. */
export const writeOwn = <In extends AnyObject, Out extends z.ZodType>(operation: Operation<In, Out>) =>
  mounting(operation)
    .input(inputOf(operation))
    .mutation(({ ctx, input }) => ctx.execute({ ...ctx.actor, channel: "account" }, operation, input));

/** What a form may send beside an operation's input: the fields as it had loaded them. */
interface Based {
  $basedOn?: Record<string, unknown> | undefined;
}

/** Mounts a command. With `$basedOn`, it is refused (409) where it would undo what somebody else has done meanwhile. */
export const write = <In extends AnyObject, Out extends z.ZodType>(
  operation: Operation<In, Out>,
  options?: MountOptions,
) =>
  mounting(operation, options)
    .input((raw: unknown) => (raw ?? {}) as z.input<In> & Based)
    .mutation(({ ctx, input: { $basedOn: basedOn, ...input } }) =>
      ctx.execute(ctx.actor, operation, input, { basedOn }),
    );

export const createCaller = t.createCallerFactory;
