import { initTRPC, TRPCError } from "@trpc/server";
import type { Actor } from "../kernel/operation/actor";
import { AppError } from "../kernel/errors";
import { unavailability } from "../kernel/concurrency/unavailability";
import type { Locale } from "../kernel/strings/languages";
import { authorizationRefusals, requestRefusals } from "../kernel/refusals";
import { refusalText } from "../kernel/texts/text";
import type { Execute } from "../kernel/operation/execute";
import type { Operation, ConsoleMount } from "../kernel/operation/operation";

/** Context of a procedure, with the console user's actor for the tenant of the page or for the platform. */
export interface ConsoleContext {
  /** Null: no person is signed in to this tenant. */
  actor: Actor | null;
  requestId: string | null;
  /** Language of the page that calls. */
  locale: Locale;
  execute: Execute;
}

/** What the handler reads about a procedure before it runs. */
export interface Mount {
  operation: Operation;
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

const refused = (cause: AppError) =>
  new TRPCError({ code: codes[cause.status] ?? "INTERNAL_SERVER_ERROR", message: cause.message, cause });

/** Addition of a form to a command's input: the fields as it loaded them. */
export interface Based {
  $basedOn?: Record<string, unknown> | undefined;
}

/**
 * Creates the procedure of an operation. `execute` validates the input. A command with `$basedOn` is refused (409) if it would undo a
 * change of another user.
 */
export function createProcedure(operation: Operation, { inBody, channel }: Partial<ConsoleMount>) {
  const mounted = procedure.meta({ operation }).input((raw: unknown) => (raw ?? {}) as Based);
  if (operation.kind === "query" && !inBody)
    return mounted.query(({ ctx, input }) =>
      ctx.execute(ctx.actor, operation, input, { locale: ctx.locale }),
    );
  return mounted.mutation(({ ctx, input: { $basedOn: basedOn, ...input } }) => {
    const actor = channel === undefined ? ctx.actor : { ...ctx.actor, channel };
    return ctx.execute(actor, operation, input, { locale: ctx.locale, basedOn });
  });
}

export type RootTypes = (typeof t)["_config"]["$types"];

export const createCaller = t.createCallerFactory;
