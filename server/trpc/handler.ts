import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Logger } from "pino";
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

/** The console's procedures over HTTP. */
export function createTrpcHandler({ baseUrl, log, execute, consoleActor }: TrpcServices) {
  const origin = new URL(baseUrl).origin;
  return async function handle(request: Request, facts: RequestFacts): Promise<Response> {
    // The session cookie is sent by any page of the same site; a change must come from the console's own pages.
    const from = request.headers.get("origin");
    if (
      request.method !== "GET" &&
      from !== null &&
      from !== origin &&
      from !== new URL(request.url).origin
    ) {
      return Response.json(
        { error: "insufficient_scope", error_description: "This origin may not change anything." },
        { status: 403 },
      );
    }
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
