import { createHash } from "node:crypto";
import { Hono, type Context } from "hono";
import type { Logger } from "pino";
import stableStringify from "safe-stable-stringify";
import type { Hosted } from "../auth/hosted";
import type { Actor, RequestFacts } from "../kernel/actor";
import { AppError, invalid } from "../kernel/errors";
import { authorize, type Execute, type Idempotency } from "../kernel/execute";
import { chosenDownload, downloadOf } from "./download";
import type { Endpoint, EndpointGroup } from "./endpoint";
import { errorResponse, refusalOf } from "./errors";
import { bodyInput, pathInput, planInput, queryInput } from "./input";

/** What people and apps reach at a host: the protocol, and the forms of its pages. */
export type HostedServices = Pick<Hosted, "baseUrl" | "oidc" | "interactions" | "emailLinks">;

export type HttpEnvironment = {
  Variables: {
    facts: RequestFacts;
    log: Logger;
    /** What the custom domain serves that the request is for; none: it is for the installation's own host. */
    hosted?: HostedServices;
    actor?: Actor;
    /** The answer has the headers that every answer has. */
    complete?: boolean;
  };
};
type HttpContext = Context<HttpEnvironment>;

export interface RestServices {
  /** The headers that every answer has. */
  headersOf: (facts: RequestFacts) => Record<string, string>;
  execute: Execute;
  /** The actor that an Authorization header names; throws 401. */
  bearer: (authorization: string | undefined, facts: RequestFacts) => Promise<Actor>;
  /** Whether this tenant's answers say what they are powered by (its setting). */
  namesItself: (tenantId: number) => Promise<boolean>;
  /** Counts a request of this credential; throws 429, else gives the headers to answer with. */
  requestLimit: (key: string) => Promise<Record<string, string>>;
}

/** The REST interfaces: every endpoint of the table, authenticated, limited, executed and answered in one way. */
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

/** RFC 9110 §15.5.6: a known path with another method says which it takes. */
export function otherMethod(methods: string[]) {
  // Whatever answers GET answers HEAD (§9.3.2).
  const allow = methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method])).join(", ");
  return errorResponse(
    new AppError(405, "invalid_request", `This path takes ${allow}.`, { headers: { allow } }),
  );
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
      // Before path and body are looked at: without the right to a resource, whether it exists is not told.
      authorize(actor, operation);
      const path = pathInput(plan, c.req.param(), shape);
      const rest = plan.takesBody
        ? await bodyInput(plan, c.req.raw)
        : plan.query.length > 0
          ? queryInput(plan, new URL(c.req.url).searchParams)
          : {};
      const input = { ...rest, ...path };
      const output = await execute(actor, operation, input, {
        idempotency: writes ? idempotencyOf(c, input) : undefined,
        // management.md §1.5: every write made through this interface is recorded.
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

/** The Idempotency-Key of a write (draft-ietf-httpapi-idempotency-key-header), with a digest of what it was sent with. */
function idempotencyOf(c: HttpContext, input: object): Idempotency | undefined {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid("Idempotency-Key must be 1 to 255 visible ASCII characters.", "Idempotency-Key");
  }
  const digest = createHash("sha256").update(`${c.req.method} ${c.req.path}\n${stableStringify(input)}`);
  return { key, fingerprint: digest.digest("base64url") };
}
