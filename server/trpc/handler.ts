import type { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { Logger } from "pino";
import { isJson, isOwnDownload, isSameOrigin } from "../auth/browser/same-origin";
import type { Actor, RequestFacts } from "../kernel/operation/actor";
import { MOST_CALLS } from "../kernel/http/batches";
import { atMostBeside } from "../kernel/concurrency/beside";
import { AppError, refusalBody } from "../kernel/errors";
import { localeOf } from "../kernel/strings/locale";
import type { Execute } from "../kernel/operation/execute";
import { jsonFrom, textFrom } from "../kernel/strings/json";
import type { Locale } from "../kernel/strings/languages";
import { authorizationRefusals, requestRefusals } from "../kernel/refusals";
import { refusalText } from "../kernel/texts/text";
import { bytesOf } from "../kernel/http/request-body";
import { TENANT_HEADER } from "../kernel/http/workspace";
import { refusalOfCall, type ConsoleContext, type Mount } from "./init";
import { appRouter } from "./root";

export interface TrpcServices {
  baseUrl: string;
  log: Logger;
  execute: Execute;
  /** Returns the actor of the console session in the cookies, for this workspace (a tenant's slug, or null for the platform). */
  consoleActor: (
    cookies: string | null,
    workspace: string | null,
    facts: RequestFacts,
  ) => Promise<Actor | null>;
}

const ENDPOINT = "/api/trpc";

/** Maximum size in bytes of a request's body, unless its procedures allow more (`mostBytes`). */
const MOST_BODY = 1024 * 1024;

/**
 * Maximum number of operations of one batch that run at the same time, so that one batch does not fill the queue of the database.
 */
const MOST_BESIDE = 4;

/** Creates the answer to a request that reaches no procedure, in the language of the page that calls. */
const refusalResponse = (refusal: AppError, locale: Locale) =>
  Response.json(refusalBody(refusal, refusalText(locale, refusal)), {
    status: refusal.status,
    headers: refusal.details.headers ?? {},
  });

/**
 * Refuses a change that a page of another site may have sent with the session's cookie. Accepts only JSON, because
 * browsers send JSON to another site only after a preflight. This also protects requests without headers about their origin.
 */
function foreignChange({ headers }: Request, baseUrl: string): AppError | null {
  if (!isSameOrigin(headers, baseUrl, true)) return authorizationRefusals.foreign_origin();
  return isJson(headers) ? null : requestRefusals.unsupported_content_type();
}

/** Refuses a read that is recorded as an event if a page of another site may have started it. */
function foreignRead({ headers }: Request, url: URL, baseUrl: string): AppError | null {
  const isRecorded = callsOf(url).some((name) => {
    const operation = mountOf(name)?.operation;
    return operation?.kind === "query" && operation.recorded !== null;
  });
  return isRecorded && !isOwnDownload(headers, baseUrl) ? authorizationRefusals.foreign_page() : null;
}

/** Returns the refusal of a request that no procedure may get, or null. */
function refusalOfRequest(request: Request, url: URL, baseUrl: string): AppError | null {
  if (request.method !== "GET" && request.method !== "POST")
    return requestRefusals.method_not_allowed(
      { methods: "GET and POST" },
      { headers: { allow: "GET, POST" } },
    );
  const foreign =
    request.method === "GET" ? foreignRead(request, url, baseUrl) : foreignChange(request, baseUrl);
  if (foreign) return foreign;
  return callsOf(url).length > MOST_CALLS ? requestRefusals.too_many_calls({ max: MOST_CALLS }) : null;
}

/** Returns the procedures that an address calls. tRPC splits the decoded path at commas. */
const callsOf = ({ pathname }: URL) => decodeURIComponent(pathname).slice(`${ENDPOINT}/`.length).split(",");

// tRPC gives each procedure a type of its own, without a common type.
const mounts = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Mount } }>;

const mountOf = (name: string) => (Object.hasOwn(mounts, name) ? mounts[name]!._def.meta : undefined);

/** Returns the maximum size of a procedure's body. The procedure's own limit applies only to actors with its capability. */
function limitOf(name: string, actor: Actor): number {
  const { console, capability = null } = mountOf(name)?.operation ?? {};
  const most = typeof console === "object" ? console.mostBytes : undefined;
  return most !== undefined && (capability === null || actor.capabilities.has(capability)) ? most : MOST_BODY;
}

/** Creates the answer to every call without a session, in the form of a procedure's refusal. */
function signInFirst(url: URL, context: Pick<ConsoleContext, "locale" | "requestId">): Response {
  const refusal = authorizationRefusals.not_signed_in();
  const error = {
    ...refusalOfCall(refusal, { code: "UNAUTHORIZED", httpStatus: refusal.status }, context),
    code: TRPC_ERROR_CODES_BY_KEY.UNAUTHORIZED,
  };
  const isBatch = url.searchParams.get("batch") === "1";
  const body = isBatch ? callsOf(url).map(() => ({ error })) : { error };
  return Response.json(body, { status: 401 });
}

/** Returns the request with its parsed JSON input, of limited size and depth. Throws the error in the input. */
async function withInput(request: Request, url: URL, limit: number): Promise<Request> {
  // One answer for the whole batch. A streamed answer would be logged and sent in parts.
  const headers = new Headers(request.headers);
  headers.delete("accept");
  headers.delete("trpc-accept");
  if (request.method !== "POST") {
    const input = url.searchParams.get("input");
    if (input) jsonFrom(input);
    return new Request(request.url, { method: request.method, headers });
  }
  const bytes = await bytesOf(request, limit);
  if (bytes === null) throw requestRefusals.body_too_large({ max: limit });
  const text = textFrom(bytes);
  const input = text === "" ? undefined : jsonFrom(text);
  // tRPC reads the input only through json(), so the parsed value is not parsed again.
  return Object.assign(new Request(request.url, { method: "POST", headers }), {
    json: () => Promise.resolve(input),
  });
}

/** Creates the HTTP handler of the console's procedures. */
export function createTrpcHandler({ baseUrl, log, execute, consoleActor }: TrpcServices) {
  return async function handle(request: Request, facts: RequestFacts): Promise<Response> {
    const url = new URL(request.url);
    const locale = localeOf(undefined, request.headers.get("accept-language"));
    const unreachable = refusalOfRequest(request, url, baseUrl);
    if (unreachable) return refusalResponse(unreachable, locale);
    const actor = await consoleActor(
      request.headers.get("cookie"),
      request.headers.get(TENANT_HEADER),
      facts,
    );
    // Checked before any part of the body is read.
    if (actor === null) return signInFirst(url, { locale, requestId: facts.requestId });
    const limit = Math.max(...callsOf(url).map((name) => limitOf(name, actor)));
    const input = await withInput(request, url, limit).catch((error: unknown) => {
      if (error instanceof AppError) return refusalResponse(error, locale);
      throw error;
    });
    if (input instanceof Response) return input;
    const inTurn = atMostBeside(MOST_BESIDE);
    const bounded = new Proxy(execute, {
      apply: (run, _this, call) => inTurn(() => Reflect.apply(run, undefined, call) as Promise<unknown>),
    });
    const failures: { error: TRPCError; path: string | undefined }[] = [];
    const response = await fetchRequestHandler({
      endpoint: ENDPOINT,
      req: input,
      router: appRouter,
      maxBatchSize: MOST_CALLS,
      createContext: () => ({
        actor,
        requestId: facts.requestId,
        locale,
        execute: bounded,
      }),
      onError: ({ error, path }) => {
        // Logs only errors of the server. Errors of callers are in the log line of the request.
        if (error.code === "INTERNAL_SERVER_ERROR" && !(error.cause instanceof AppError))
          failures.push({ error, path });
      },
    });
    const [first] = failures;
    if (first)
      log.error(
        { err: first.error, requestId: facts.requestId, procedure: first.path, failures: failures.length },
        "procedure failed",
      );
    // RFC 9110 §15.5.6: a procedure accepts one of the two methods.
    if (response.status === 405) response.headers.set("allow", request.method === "GET" ? "POST" : "GET");
    return response;
  };
}
