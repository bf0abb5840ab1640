import { Hono, type Context } from "hono";
import type { Logger } from "pino";
import type { ScimAuth } from "../auth/scim-token";
import type { RequestFacts } from "../kernel/actor";
import { AppError } from "../kernel/errors";
import type { Execute } from "../kernel/execute";
import { runBulk, type BulkOperation } from "./bulk";
import { MAX_PAYLOAD, resourceTypes, schemas, serviceProviderConfig } from "./discovery";
import { errorBody, ScimError, scimErrorOf } from "./errors";
import { groups, users, type Answer, type ListQuery, type ScimRequest } from "./requests";
import type { Json } from "./users";

export interface ScimServices {
  baseUrl: string;
  log: Logger;
  execute: Execute;
  scimToken: ScimAuth;
}

type Variables = { Variables: { facts: RequestFacts; log: Logger; scim: ScimRequest } };
type ScimContext = Context<Variables>;

const headers = { "content-type": "application/scim+json", "cache-control": "no-store" };
const MAX_BODY = 1024 * 1024;

const answered = ({ status, body, headers: more }: Answer) =>
  new Response(body === null ? null : JSON.stringify(body), { status, headers: { ...headers, ...more } });

const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const discoveryList = (resources: Json[]): Answer => ({
  status: 200,
  body: {
    schemas: [LIST],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  },
});

function oneOf(resources: Json[], id: string): Answer {
  const found = resources.find((resource) => String(resource["id"]).toLowerCase() === id.toLowerCase());
  if (!found) throw new ScimError(404, null, "There is no such resource.");
  return { status: 200, body: found };
}

/** A JSON object, whatever JSON media type it is said to be: Google and OneLogin say application/json. */
async function bodyOf(c: ScimContext, limit = MAX_BODY): Promise<Json> {
  const type = c.req.header("content-type") ?? "";
  if (type !== "" && !/^application\/(scim\+)?json\s*(;|$)/i.test(type))
    throw new ScimError(415, null, "The body must be application/scim+json or application/json.");
  const tooLarge = () => new ScimError(413, "tooMany", `The body has more than ${limit} bytes.`);
  if (Number(c.req.header("content-length") ?? 0) > limit) throw tooLarge();
  const text = await c.req.text();
  if (Buffer.byteLength(text) > limit) throw tooLarge();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ScimError(400, "invalidSyntax", "The body is not valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ScimError(400, "invalidSyntax", "The body must be a JSON object.");
  return body as Json;
}

const listQuery = (c: ScimContext): ListQuery => {
  const get = (name: string) => c.req.query(name) ?? null;
  return {
    filter: get("filter"),
    sortBy: get("sortBy"),
    sortOrder: get("sortOrder"),
    startIndex: get("startIndex"),
    count: get("count"),
    attributes: get("attributes"),
    excludedAttributes: get("excludedAttributes"),
  };
};

/** A search says in a body what a list says in its address (RFC 7644 §3.4.3). */
function searchQuery(body: Json): ListQuery {
  const text = (name: string) => {
    const value = body[name];
    if (Array.isArray(value)) return value.join(",");
    return typeof value === "string" || typeof value === "number" ? String(value) : null;
  };
  return {
    filter: text("filter"),
    sortBy: text("sortBy"),
    sortOrder: text("sortOrder"),
    startIndex: text("startIndex"),
    count: text("count"),
    attributes: text("attributes"),
    excludedAttributes: text("excludedAttributes"),
  };
}

const ifMatch = (c: ScimContext) => {
  const value = c.req.header("if-match");
  return value === undefined || value === "*" ? null : value;
};

/** An unchanged resource is not sent again (RFC 7644 §3.14). */
function fresh(c: ScimContext, answer: Answer): Answer {
  const known = c.req
    .header("if-none-match")
    ?.split(",")
    .map((tag) => tag.trim());
  return known?.includes(answer.headers?.["etag"] ?? "")
    ? { status: 304, body: null, headers: { etag: answer.headers!["etag"]! } }
    : answer;
}

/** SCIM 2.0 (RFC 7643, RFC 7644) for one tenant: `/scim/v2/{tenantSlug}`. */
export function createScimApp({ baseUrl, execute, scimToken }: ScimServices) {
  const app = new Hono<Variables>({ strict: false }).basePath("/scim/v2/:slug");
  const baseOf = (c: ScimContext) => `${baseUrl}/scim/v2/${encodeURIComponent(c.req.param("slug") ?? "")}`;

  // Open to everyone: a provider builds its mapping page before it has a token.
  app.get("/ServiceProviderConfig", (c) => answered({ status: 200, body: serviceProviderConfig(baseOf(c)) }));
  app.get("/ResourceTypes", (c) => answered(discoveryList(resourceTypes(baseOf(c)))));
  app.get("/ResourceTypes/:id", (c) => answered(oneOf(resourceTypes(baseOf(c)), c.req.param("id"))));
  app.get("/Schemas", (c) => answered(discoveryList(schemas(baseOf(c)))));
  app.get("/Schemas/:id", (c) => answered(oneOf(schemas(baseOf(c)), c.req.param("id"))));

  app.use("*", async (c, next) => {
    const actor = await scimToken(c.req.header("authorization"), c.req.param("slug") ?? "", c.var.facts);
    c.set("scim", { actor, execute, base: baseOf(c as ScimContext) });
    await next();
  });

  app.get("/Users", async (c) => answered(await users.list(c.var.scim, listQuery(c))));
  app.post("/Users", async (c) => answered(await users.create(c.var.scim, await bodyOf(c))));
  app.post("/Users/.search", async (c) =>
    answered(await users.list(c.var.scim, searchQuery(await bodyOf(c)))),
  );
  app.get("/Users/:id", async (c) =>
    answered(fresh(c, await users.get(c.var.scim, c.req.param("id"), listQuery(c)))),
  );
  app.put("/Users/:id", async (c) =>
    answered(await users.replace(c.var.scim, c.req.param("id"), await bodyOf(c), ifMatch(c))),
  );
  app.patch("/Users/:id", async (c) =>
    answered(await users.patch(c.var.scim, c.req.param("id"), await bodyOf(c), ifMatch(c))),
  );
  app.delete("/Users/:id", async (c) =>
    answered(await users.remove(c.var.scim, c.req.param("id"), ifMatch(c))),
  );

  app.get("/Groups", async (c) => answered(await groups.list(c.var.scim, listQuery(c))));
  app.post("/Groups", async (c) => answered(await groups.create(c.var.scim, await bodyOf(c))));
  app.post("/Groups/.search", async (c) =>
    answered(await groups.list(c.var.scim, searchQuery(await bodyOf(c)))),
  );
  app.get("/Groups/:id", async (c) =>
    answered(fresh(c, await groups.get(c.var.scim, c.req.param("id"), listQuery(c)))),
  );
  app.put("/Groups/:id", async (c) =>
    answered(await groups.replace(c.var.scim, c.req.param("id"), await bodyOf(c), ifMatch(c))),
  );
  app.patch("/Groups/:id", async (c) =>
    answered(await groups.patch(c.var.scim, c.req.param("id"), await bodyOf(c), ifMatch(c))),
  );

  app.post("/Bulk", async (c) => {
    const body = await runBulk(await bodyOf(c, MAX_PAYLOAD), (operation) => bulkStep(c.var.scim, operation));
    return answered({ status: 200, body });
  });
  app.all("/Me", () => {
    throw new ScimError(501, null, "There is no /Me: a provider is not a user.");
  });
  app.all("*", () => {
    throw new ScimError(404, null, "There is nothing at this path.");
  });
  app.onError((error, c) => refusal(error, c.var.log));
  return app;
}

async function bulkStep(
  request: ScimRequest,
  { method, path, data, version }: BulkOperation,
): Promise<Answer> {
  const [, kind, id] = /^\/(Users|Groups)(?:\/([^/]+))?$/.exec(path) ?? [];
  const resources = { Users: users, Groups: groups }[kind as "Users"];
  if (resources === undefined)
    throw new ScimError(400, "invalidPath", `${path.slice(0, 200)} cannot be reached in bulk.`);
  if (method === "POST" && id === undefined) return resources.create(request, data);
  if (id !== undefined) {
    if (method === "PUT") return resources.replace(request, id, data, version);
    if (method === "PATCH") return resources.patch(request, id, data, version);
    if (method === "DELETE" && kind === "Users") return users.remove(request, id, version);
  }
  throw new ScimError(405, null, `${method} cannot be used on ${path.slice(0, 200)}.`);
}

/** RFC 7644 §3.12, and RFC 6750 §3 for what concerns the token. */
function refusal(error: unknown, log: Logger): Response {
  const known = scimErrorOf(error);
  if (known === null) log.error({ err: error }, "request failed");
  const shown = known ?? new ScimError(500, null, "Something went wrong on our side.");
  const more: Record<string, string> = {};
  if (error instanceof AppError && error.status === 401)
    more["www-authenticate"] =
      error.code === "invalid_token" ? 'Bearer realm="scim", error="invalid_token"' : 'Bearer realm="scim"';
  return answered({ status: shown.status, body: errorBody(shown), headers: more });
}
