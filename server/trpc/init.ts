import { initTRPC, TRPCError } from "@trpc/server";
import type * as z from "zod";
import type { Actor } from "../kernel/operation/actor";
import { AppError } from "../kernel/errors";
import { unavailability } from "../kernel/concurrency/unavailability";
import type { Locale } from "../kernel/strings/languages";
import { authorizationRefusals } from "../kernel/refusals/authorization";
import { requestRefusals } from "../kernel/refusals/requests";
import { refusalText } from "../kernel/refusals/text";
import type { Execute } from "../kernel/operation/execute";
import type { AnyObject, Operation } from "../kernel/operation/operation";

/** Context of a procedure, with the console user's actor for the tenant of the page or for the platform. */
export interface ConsoleContext {
  /** Null: no person is signed in to this tenant. */
  actor: Actor | null;
  requestId: string | null;
  /** Language of the page that calls. */
  locale: Locale;
  execute: Execute;
}

/** The mount of an operation. */
export interface Mount extends MountOptions {
  operation: Operation;
}

export interface MountOptions {
  /** Maximum size of its body in bytes, if it exceeds the limit of other procedures. */
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

/**
 * Refusals of calls that reach no procedure, by the library's code. Any other error that is not a refusal is
 * an error of the server.
 */
const unreached: Partial<Record<TRPCError["code"], AppError>> = {
  METHOD_NOT_SUPPORTED: requestRefusals.procedure_method_not_allowed(),
  NOT_FOUND: requestRefusals.procedure_not_found(),
};

/** Returns the message and the data of a refused call, in the language of the page that calls. */
export const refusalOfCall = <Code extends string>(
  refusal: AppError,
  { code, httpStatus }: { code: Code; httpStatus: number },
  { locale, requestId }: Pick<ConsoleContext, "locale" | "requestId">,
) => ({
  message: refusalText(locale, refusal),
  data: {
    code,
    httpStatus,
    error: refusal.error,
    field: refusal.details.field ?? null,
    refusal: refusal.reason,
    current: refusal.details.current ?? null,
    requestId,
  },
});

const t = initTRPC
  .context<ConsoleContext>()
  .meta<Mount>()
  .create({
    // Administrators and machine clients get the same message, and the field at fault for the form.
    errorFormatter: ({ shape, error, ctx }) => {
      const refusal = error.cause instanceof AppError ? error.cause : unreached[error.code];
      const { code, httpStatus } = shape.data;
      return {
        ...shape,
        ...refusalOfCall(
          refusal ?? requestRefusals.procedure_failed(),
          { code, httpStatus: refusal?.status ?? httpStatus },
          { locale: ctx?.locale ?? "en", requestId: ctx?.requestId ?? null },
        ),
      };
    },
  });

export const router = t.router;

const procedure = t.procedure.use(async ({ ctx, next }) => {
  if (ctx.actor === null) throw refused(authorizationRefusals.not_signed_in());
  const result = await next({ ctx: { ...ctx, actor: ctx.actor } });
  if (result.ok) return result;
  const { cause } = result.error;
  const refusal = cause instanceof AppError ? cause : unavailability(cause);
  if (refusal !== null) throw refused(refusal);
  return result;
});

/** Creates a procedure with the operation that it mounts. server/rest-reference.ts finds the endpoint by it. */
const mounting = (operation: Operation, options?: MountOptions) => procedure.meta({ operation, ...options });

const refused = (cause: AppError) =>
  new TRPCError({ code: codes[cause.status] ?? "INTERNAL_SERVER_ERROR", message: cause.message, cause });

/** Sets the input's type for the client. `execute` validates the input. */
const inputOf =
  <In extends AnyObject>(_operation: Operation<In, z.ZodType>) =>
  (raw: unknown) =>
    (raw ?? {}) as z.input<In>;

/** Mounts a query. */
export const read = <In extends AnyObject, Out extends z.ZodType>(operation: Operation<In, Out>) =>
  mounting(operation)
    .input(inputOf(operation))
    .query(({ ctx, input }) => ctx.execute(ctx.actor, operation, input, { locale: ctx.locale }));

/** Mounts a query whose input is too long for a URL. It is sent like a change, but changes nothing. */
export const ask = <In extends AnyObject, Out extends z.ZodType>(operation: Operation<In, Out>) =>
  mounting(operation)
    .input(inputOf(operation))
    .mutation(({ ctx, input }) => ctx.execute(ctx.actor, operation, input, { locale: ctx.locale }));

/**
 * Mounts a command on the caller's own account. The audit log records these commands under a channel of their own, separate from the
 * actions of administrators.
 */
export const writeOwn = <In extends AnyObject, Out extends z.ZodType>(operation: Operation<In, Out>) =>
  mounting(operation)
    .input(inputOf(operation))
    .mutation(({ ctx, input }) =>
      ctx.execute({ ...ctx.actor, channel: "account" }, operation, input, { locale: ctx.locale }),
    );

/** Addition of a form to an operation's input: the fields as it loaded them. */
interface Based {
  $basedOn?: Record<string, unknown> | undefined;
}

/** Mounts a command. With `$basedOn`, it is refused (409) if it would undo a change of another user. */
export const write = <In extends AnyObject, Out extends z.ZodType>(
  operation: Operation<In, Out>,
  options?: MountOptions,
) =>
  mounting(operation, options)
    .input((raw: unknown) => (raw ?? {}) as z.input<In> & Based)
    .mutation(({ ctx, input: { $basedOn: basedOn, ...input } }) =>
      ctx.execute(ctx.actor, operation, input, { locale: ctx.locale, basedOn }),
    );

export const createCaller = t.createCallerFactory;
