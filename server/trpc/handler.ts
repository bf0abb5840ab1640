import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Logger } from "pino";
import { isJson, isSameOrigin } from "../auth/same-origin";
import type { Actor, RequestFacts } from "../kernel/actor";
import { AppError } from "../kernel/errors";
import type { Execute } from "../kernel/execute";
import { TENANT_HEADER } from "../kernel/workspace";
import { appRouter } from "./root";

export interface TrpcServices {
  baseUrl: string;
  log: Logger;
  execute: Execute;
  /** The actor of the console session that the cookies name, for this workspace (a tenant's slug, or null: the platform). */
  consoleActor: (
    cookies: string | null,
    workspace: string | null,
    facts: RequestFacts,
  ) => Promise<Actor | null>;
}

/**
 * Refuses what a page of another site may have sent with the session's cookie: a change must come from the console's own
 * pages. JSON alone is taken, which needs a preflight, so that a program without browser headers proves as much by it.
 */
function foreignChange({ headers }: Request, baseUrl: string): Response | null {
  if (!isSameOrigin(headers, baseUrl, true))
    return refusal(403, "insufficient_scope", "This origin may not change anything.");
  return isJson(headers) ? null : refusal(415, "invalid_request", "The body must be application/json.");
}

const refusal = (status: number, error: string, description: string) =>
  Response.json({ error, error_description: description }, { status });

/** The console's procedures over HTTP. */
export function createTrpcHandler({ baseUrl, log, execute, consoleActor }: TrpcServices) {
  return async function handle(request: Request, facts: RequestFacts): Promise<Response> {
    const refusal = request.method === "GET" ? null : foreignChange(request, baseUrl);
    if (refusal) return refusal;
    return fetchRequestHandler({
      endpoint: "/api/trpc",
      req: request,
      router: appRouter,
      createContext: async () => ({
        actor: await consoleActor(request.headers.get("cookie"), request.headers.get(TENANT_HEADER), facts),
        requestId: facts.requestId,
        execute,
      }),
      onError: ({ error, path }) => {
        if (!(error.cause instanceof AppError))
          log.error({ err: error, requestId: facts.requestId, procedure: path }, "procedure failed");
      },
    });
  };
}
