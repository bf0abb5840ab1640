import type { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { Logger } from "pino";
import { isJson, isSameOrigin } from "../auth/same-origin";
import type { Actor, RequestFacts } from "../kernel/actor";
import { MOST_CALLS } from "../kernel/batches";
import { atMostBeside } from "../kernel/beside";
import { AppError } from "../kernel/errors";
import { localeOf } from "../kernel/locale";
import type { Execute } from "../kernel/execute";
import { jsonFrom, textFrom } from "../kernel/json";
import { bytesOf } from "../kernel/request-body";
import { TENANT_HEADER } from "../kernel/workspace";
import type { Mount } from "./init";
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

const refusal = (status: number, error: string, description: string, headers: Record<string, string> = {}) =>
  Response.json({ error, error_description: description }, { status, headers });

/**
 * Refuses a change that a page of another site may have sent with the session's cookie. Only JSON is accepted, which needs a
 * preflight. For a program without browser headers, this is the proof.
 */
function foreignChange({ headers }: Request, baseUrl: string): Response | null {
  if (!isSameOrigin(headers, baseUrl, true))
    return refusal(403, "insufficient_scope", "This origin may not change anything.");
  return isJson(headers) ? null : refusal(415, "invalid_request", "The body must be application/json.");
}

/** Returns the procedures that an address calls. tRPC splits the decoded path at commas. */
const callsOf = ({ pathname }: URL) => decodeURIComponent(pathname).slice(`${ENDPOINT}/`.length).split(",");

const mounts = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Mount } }>;

/** Returns the maximum size of a procedure's body. The procedure's own limit applies only to actors with its capability. */
function limitOf(name: string, actor: Actor): number {
  const mount = Object.hasOwn(mounts, name) ? mounts[name]!._def.meta : undefined;
  if (mount?.mostBytes === undefined) return MOST_BODY;
  const { capability } = mount.operation;
  return capability === null || actor.capabilities.has(capability) ? mount.mostBytes : MOST_BODY;
}

/** Returns a 401 for each call of a batch without a session, in the format of refused procedures. */
function signInFirst(url: URL, requestId: string | null): Response {
  const error = {
    message: "Sign in to this organization first.",
    code: TRPC_ERROR_CODES_BY_KEY.UNAUTHORIZED,
    data: {
      ...{ code: "UNAUTHORIZED", httpStatus: 401, error: "invalid_token" },
      ...{ field: null, current: null, requestId },
    },
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
  if (bytes === null)
    throw new AppError(413, "content_too_large", `The body may have at most ${limit} bytes.`);
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
    if (request.method !== "GET" && request.method !== "POST")
      return refusal(405, "invalid_request", "This path takes GET and POST.", { allow: "GET, POST" });
    const refused = request.method === "GET" ? null : foreignChange(request, baseUrl);
    if (refused) return refused;
    if (callsOf(url).length > MOST_CALLS)
      return refusal(400, "invalid_request", `A batch may have at most ${MOST_CALLS} calls.`);
    const actor = await consoleActor(
      request.headers.get("cookie"),
      request.headers.get(TENANT_HEADER),
      facts,
    );
    // Before any part of the body is read.
    if (actor === null) return signInFirst(url, facts.requestId);
    const inTurn = atMostBeside(MOST_BESIDE);
    const bounded = new Proxy(execute, {
      apply: (run, _this, call) => inTurn(() => Reflect.apply(run, undefined, call) as Promise<unknown>),
    });
    const failures: { error: TRPCError; path: string | undefined }[] = [];
    const response = await fetchRequestHandler({
      endpoint: ENDPOINT,
      req: await withInput(request, url, Math.max(...callsOf(url).map((name) => limitOf(name, actor)))),
      router: appRouter,
      maxBatchSize: MOST_CALLS,
      createContext: () => ({
        actor,
        requestId: facts.requestId,
        locale: localeOf(undefined, request.headers.get("accept-language")),
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
