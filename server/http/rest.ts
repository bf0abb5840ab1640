import { createHash } from "node:crypto";
import { Hono, type Context } from "hono";
import type { Logger } from "pino";
import stableStringify from "safe-stable-stringify";
import type { Hosted } from "../auth/hosted";
import type { Actor, RequestFacts } from "../kernel/operation/actor";
import type { Execute } from "../kernel/operation/execute";
import type { Idempotency } from "../kernel/operation/idempotency";
import { requestRefusals } from "../kernel/refusals";
import { chosenDownload, downloadOf } from "./console-download";
import type { Endpoint, EndpointGroup } from "./endpoints";
import { errorResponse, refusalOf } from "./errors";
import { bodyInput, pathInput, planInput, queryInput } from "./input";

/** Services of one host for people and apps: the OAuth protocol and the forms of its pages. */
export type HostedServices = Pick<Hosted, "baseUrl" | "oidc" | "interactions" | "emailLinks" | "account">;

export type HttpEnvironment = {
  Variables: {
    facts: RequestFacts;
    log: Logger;
    /** Services of the custom domain of the request; undefined for the installation's own host. */
    hosted?: HostedServices;
    actor?: Actor;
    /** True if the answer already has the common headers. */
    complete?: boolean;
  };
};
type HttpContext = Context<HttpEnvironment>;

export interface RestServices {
  /** Returns the headers that every answer has. */
  headersOf: (facts: RequestFacts) => Record<string, string>;
  execute: Execute;
  /** Returns the actor of an Authorization header. Throws 401 without a valid token. */
  bearer: (authorization: string | undefined, facts: RequestFacts) => Promise<Actor>;
  /** Returns true if the tenant's setting allows the product name in X-Powered-By. */
  namesItself: (tenantId: number) => Promise<boolean>;
  /**
   * Counts a request of the credential with this key. Returns the rate limit headers of the answer. Throws 429 above the limit.
   */
  requestLimit: (key: string) => Promise<Record<string, string>>;
}

/**
 * Creates the routes of the REST interfaces. The same code authenticates, limits, executes and answers the requests to all
 * endpoints.
 */
export function createRestRoutes(groups: EndpointGroup[], services: RestServices) {
  const app = new Hono<HttpEnvironment>();
  const methods = new Map<string, Set<string>>();
  for (const { prefix, endpoints } of groups) {
    for (const endpoint of endpoints) {
      const path = prefix + endpoint.path.replace(/\{(\w+)\}/g, ":$1");
      app.on(endpoint.method, path, handlerOf(endpoint, services));
      methods.set(path, (methods.get(path) ?? new Set()).add(endpoint.method));
    }
  }
  for (const [path, allowed] of methods) app.all(path, () => otherMethod([...allowed]));
  return app;
}

/** Answers a known path with another method: 405 with the allowed methods (RFC 9110 §15.5.6). */
export function otherMethod(methods: string[]) {
  // HEAD is allowed wherever GET is (§9.3.2).
  const allow = methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method])).join(", ");
  return errorResponse(requestRefusals.method_not_allowed({ methods: allow }, { headers: { allow } }));
}

function handlerOf(endpoint: Endpoint, services: RestServices) {
  const { execute, bearer, namesItself, requestLimit, headersOf } = services;
  const { operation, download } = endpoint;
  const plan = planInput(endpoint);
  const shape = operation.input.shape as Parameters<typeof pathInput>[2];
  const writes = endpoint.method !== "GET";

  return async (c: HttpContext): Promise<Response> => {
    const headers: Record<string, string> = {
      ...headersOf(c.var.facts),
      "content-type": "application/json",
      "cache-control": "no-store",
    };
    let { status } = endpoint;
    try {
      const actor = await bearer(c.req.header("authorization"), c.var.facts);
      c.set("actor", actor);
      if (actor.subject.kind === "credential")
        Object.assign(headers, await requestLimit(actor.subject.clientId));
      if (actor.scope === "tenant" && (await namesItself(actor.tenantId)))
        headers["x-powered-by"] = "Castellan";
      // Authorizes before reading path and body, because an actor without the capability must not find out if a resource
      // exists.
      const run = execute.permit(actor, operation);
      const path = pathInput(plan, c.req.param(), shape);
      const rest = plan.takesBody
        ? await bodyInput(plan, c.req.raw)
        : plan.query.length > 0
          ? queryInput(plan, new URL(c.req.url).searchParams)
          : {};
      const input = { ...rest, ...path };
      const output = await run(input, {
        idempotency: writes ? idempotencyOf(c, input) : undefined,
        // Every write of this interface is recorded (management.md §1.5).
        recordsAll: writes,
        onReplay: () => void (headers["idempotent-replayed"] = "true"),
        onUpdate: () => void (status = endpoint.upsert ? 200 : status),
      });
      c.set("complete", true);
      if (download)
        return downloadOf(output as AsyncIterable<string>, chosenDownload(download, input), headers);
      if (status !== 204) return new Response(JSON.stringify(output), { status, headers });
      const { "content-type": _none, ...bare } = headers;
      return new Response(null, { status, headers: bare });
    } catch (error) {
      const response = errorResponse(refusalOf(error, c.var.log));
      for (const name of ["ratelimit", "ratelimit-policy", "x-powered-by"])
        if (headers[name]) response.headers.set(name, headers[name]);
      return response;
    }
  };
}

/** Returns the Idempotency-Key of a write request (draft-ietf-httpapi-idempotency-key-header), with a digest of the request. */
function idempotencyOf(c: HttpContext, input: object): Idempotency | undefined {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw requestRefusals.invalid_idempotency_key();
  const digest = createHash("sha256").update(`${c.req.method} ${c.req.path}\n${stableStringify(input)}`);
  return { key, fingerprint: digest.digest("base64url") };
}
