import { Hono, type Context } from "hono";
import type { Logger } from "pino";
import type { RecordProvisioning } from "../domain/provisioning/record";
import type { ScimAuth } from "../auth/oidc/scim-token";
import type { RequestFacts, TenantActor } from "../kernel/operation/actor";
import type { Execute } from "../kernel/operation/execute";
import { requestRefusals } from "../kernel/refusals";
import type { Json } from "./attributes";
import { bodyOf, idempotencyOf, stepOptions } from "./bodies";
import { runBulk, type BulkOperation } from "./bulk";
import { MAX_PAYLOAD, resourceTypes, schemas, serviceProviderConfig } from "./discovery";
import { refused, ScimError } from "./errors";
import { listQuery, searchQuery } from "./queries";
import { nameIn, recording, subjectOf, subjectOfBulk, type Subject } from "./record";
import { groups, searchAll, users, type Answer, type ScimRequest, type View } from "./requests";
import { defineRefusals } from "../kernel/texts/define";

const scimRefusals = defineRefusals("scim", {
  resource_not_found: { status: 404, text: "There is no such resource." },
  /** RFC 7644 §4: discovery resources cannot be filtered. */
  discovery_not_filterable: { status: 403, text: "What describes this service cannot be filtered." },
  me_not_supported: { status: 501, text: "There is no /Me: a provider is not a user." },
  bulk_path_unsupported: { status: 400, text: "{path} cannot be reached in bulk." },
  bulk_method_not_allowed: { status: 405, text: "{method} cannot be used on {path}." },
});

export interface ScimServices {
  baseUrl: string;
  log: Logger;
  execute: Execute;
  scimToken: ScimAuth;
  /**
   * Counts a request of this credential. Throws (429) above the limit; otherwise returns the headers of the response.
   */
  requestLimit: (key: string) => Promise<Record<string, string>>;
  recordProvisioning: RecordProvisioning;
  /** Returns the headers of every response of the machine interfaces. */
  headersOf: (facts: RequestFacts) => Record<string, string>;
}

type Variables = {
  Variables: {
    facts: RequestFacts;
    log: Logger;
    /** The actor under whom the request is counted. */
    actor: TenantActor;
    scim: ScimRequest;
    /** Headers of every response to this request. */
    headers?: Record<string, string>;
    /** True if the response has all its headers: setting them afterwards costs more than creating the response. */
    complete?: boolean;
    replayed?: boolean;
    subject?: Subject;
  };
};
type ScimContext = Context<Variables>;

function answered(c: ScimContext, { status, body, headers }: Answer) {
  if (c.var.headers) c.set("complete", true);
  return new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: {
      ...c.var.headers,
      ...(c.var.replayed && { "idempotent-replayed": "true" }),
      "cache-control": "no-store",
      ...(body !== null && { "content-type": "application/scim+json" }),
      ...headers,
    },
  });
}

/** Sends a response, and sets the subject of the request for the provisioning log. */
function replied(c: ScimContext, answer: Answer) {
  c.set("subject", { ...c.var.subject, ...subjectOf(answer, c.req.path) });
  return answered(c, answer);
}

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
  if (!found) throw scimRefusals.resource_not_found();
  return { status: 200, body: found };
}

/** Returns the versions in If-Match; null if any version is accepted. */
function validators(c: ScimContext): string[] | null {
  const value = c.req.header("if-match")?.trim();
  return value === undefined || value === "*" ? null : value.split(",").map((tag) => tag.trim());
}

const strong = (tag: string) => tag.replace(/^W\//, "");

/**
 * Returns 304 if If-None-Match contains the present version (RFC 7644 §3.14) or `*`, which matches any version (RFC
 * 9110 §13.1.2). Otherwise returns the answer.
 */
function orNotModified(c: ScimContext, answer: Answer): Answer {
  const etag = answer.headers?.["etag"] ?? "";
  const known = c.req.header("if-none-match")?.split(",") ?? [];
  return known.some((tag) => tag.trim() === "*" || strong(tag.trim()) === strong(etag))
    ? { status: 304, body: null, headers: { etag } }
    : answer;
}

/** Creates the SCIM 2.0 application (RFC 7643, RFC 7644) of a tenant: `/scim/v2/{tenantSlug}`. */
export function createScimApp({
  baseUrl,
  execute,
  scimToken,
  requestLimit,
  recordProvisioning,
  headersOf,
}: ScimServices) {
  const app = new Hono<Variables>({ strict: false }).basePath("/scim/v2/:slug");
  const baseOf = (c: ScimContext) => `${baseUrl}/scim/v2/${encodeURIComponent(c.req.param("slug") ?? "")}`;
  const idOf = (c: ScimContext) => c.req.param("id") ?? "";

  // Public: a provider reads these before it has a token.
  const open = (path: string, answer: (c: ScimContext) => Answer) =>
    app.get(path, (c) => {
      // RFC 7644 §4: discovery resources cannot be filtered.
      if (c.req.query("filter") !== undefined) throw scimRefusals.discovery_not_filterable();
      return answered(c, answer(c));
    });
  open("/ServiceProviderConfig", (c) => ({ status: 200, body: serviceProviderConfig(baseOf(c)) }));
  open("/ResourceTypes", (c) => discoveryList(resourceTypes(baseOf(c))));
  open("/ResourceTypes/:id", (c) => oneOf(resourceTypes(baseOf(c)), idOf(c)));
  open("/Schemas", (c) => discoveryList(schemas(baseOf(c))));
  open("/Schemas/:id", (c) => oneOf(schemas(baseOf(c)), idOf(c)));

  app.use("*", recording(recordProvisioning));
  app.use("*", async (c, next) => {
    const actor = await scimToken(c.req.header("authorization"), c.req.param("slug") ?? "", c.var.facts);
    const key = actor.subject.kind === "scim_client" ? actor.subject.tokenId : 0;
    c.set("actor", actor);
    const limits = await requestLimit(`scim:${actor.tenantId}/${key}`);
    c.set("headers", { ...headersOf(c.var.facts), ...limits });
    c.set("scim", { actor, execute, base: baseOf(c as ScimContext), options: {} });
    await next();
  });

  for (const [path, resources] of [
    ["/Users", users],
    ["/Groups", groups],
  ] as const) {
    app.get(path, async (c) => answered(c, await resources.list(c.var.scim, listQuery(c))));
    app.post(path, async (c) => {
      const body = await bodyOf(c.req.raw);
      return replied(c, await resources.create(writing(c, body), body, listQuery(c)));
    });
    app.post(`${path}/.search`, async (c) =>
      answered(c, await resources.list(c.var.scim, searchQuery(await bodyOf(c.req.raw)))),
    );
    app.get(`${path}/:id`, async (c) =>
      replied(c, orNotModified(c, await resources.get(c.var.scim, idOf(c), listQuery(c)))),
    );
    app.on(["PUT", "PATCH"], `${path}/:id`, async (c) => {
      const body = await bodyOf(c.req.raw);
      const change = c.req.method === "PUT" ? resources.replace : resources.patch;
      return replied(c, await change(writing(c, body), idOf(c), body, validators(c), listQuery(c)));
    });
  }
  app.delete("/Users/:id", async (c) =>
    replied(c, await users.remove(writing(c, {}), idOf(c), validators(c))),
  );

  app.post("/.search", async (c) =>
    answered(c, await searchAll(c.var.scim, searchQuery(await bodyOf(c.req.raw)))),
  );

  app.post("/Bulk", async (c) => {
    const body = await bodyOf(c.req.raw, MAX_PAYLOAD);
    const request = writing(c, body);
    const { base, options } = request;
    const {
      body: answer,
      results,
      refusals,
    } = await runBulk(body, {
      run: (operation) => bulkStep({ ...request, options: stepOptions(options, operation.index) }, operation),
      createAll: (operations) =>
        users.createAll(
          request,
          operations.map(({ data }) => data),
        ),
      base,
    });
    c.set("subject", subjectOfBulk(results, refusals));
    return answered(c, { status: 200, body: answer });
  });
  app.all("/Me", () => {
    throw scimRefusals.me_not_supported();
  });
  for (const [path, allow] of Object.entries(allowed))
    app.all(path, () => {
      throw requestRefusals.method_not_allowed({ methods: allow }, { headers: { allow } });
    });
  app.all("*", () => {
    throw requestRefusals.path_not_found();
  });
  app.onError((error, c) => {
    return answered(c, refused(error, c.var.log));
  });
  return app;
}

/** Methods of each path (RFC 9110 §15.5.6). */
const allowed = {
  "/Users": "GET, POST",
  "/Groups": "GET, POST",
  "/.search": "POST",
  "/Users/.search": "POST",
  "/Groups/.search": "POST",
  "/Users/:id": "GET, PUT, PATCH, DELETE",
  "/Groups/:id": "GET, PUT, PATCH",
  "/Bulk": "POST",
  "/ServiceProviderConfig": "GET",
  "/ResourceTypes": "GET",
  "/ResourceTypes/:id": "GET",
  "/Schemas": "GET",
  "/Schemas/:id": "GET",
};

/** Returns the request of a write, with its Idempotency-Key. */
function writing(c: ScimContext, body: Json): ScimRequest {
  // If the request is refused, the log contains the name from the body.
  c.set("subject", { about: nameIn(body) });
  return {
    ...c.var.scim,
    options: {
      idempotency: idempotencyOf(c.req.header("idempotency-key"), `${c.req.method} ${c.req.path}`, body),
      onReplay: () => c.set("replayed", true),
    },
  };
}

/** View of a Bulk operation, whose response contains only location and version. */
const nothing: View = { attributes: "id", excludedAttributes: null };

async function bulkStep(
  request: ScimRequest,
  { method, path, data, version }: BulkOperation,
): Promise<Answer> {
  const [, kind, id] = /^\/(Users|Groups)(?:\/([^/]+))?$/i.exec(path) ?? [];
  const resources = kind && (/^users$/i.test(kind) ? users : groups);
  if (!resources)
    throw new ScimError("invalidPath", scimRefusals.bulk_path_unsupported({ path: path.slice(0, 200) }));
  if (method === "POST" && id === undefined) return resources.create(request, data, nothing);
  if (id !== undefined) {
    const versions = version === null ? null : [version];
    if (method === "PUT") return resources.replace(request, id, data, versions, nothing);
    if (method === "PATCH") return resources.patch(request, id, data, versions, nothing);
    if (method === "DELETE" && resources === users) return users.remove(request, id, versions);
  }
  throw scimRefusals.bulk_method_not_allowed({ method: method.slice(0, 20), path: path.slice(0, 200) });
}
