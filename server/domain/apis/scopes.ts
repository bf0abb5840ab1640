import { and, asc, eq } from "drizzle-orm";
import * as z from "zod";
import { apiScopes } from "@/db/tenant/apis";
import { Id } from "@/server/kernel/fields";
import { isReservedScope } from "@/server/kernel/http/reserved-scopes";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken, type ReadTx, type Row } from "@/server/kernel/operation/store";
import { apiTarget, getTheApi, lockApi } from "./apis";
import { ApiScope, MAX_API_SCOPES, ScopeInput } from "./apis.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const apiRefusals = defineRefusals("api", {
  scope_not_found: { status: 404, text: "There is no such scope of this API." },
  scope_in_use: { status: 400, text: "name: the API has a scope of this name already.", field: "name" },
  /** The name is a scope of OpenID Connect, or of the interfaces of this server. */
  scope_reserved: {
    status: 400,
    text: "name: {name} is a scope of the protocol or of this server; choose another name.",
    field: "name",
  },
  too_many_scopes: { status: 400, text: "An API has at most {max} scopes.", field: "name" },
  /** A field of the input names a scope that the API does not have. */
  unknown_scope: { status: 400, text: "{field}: the API has no scope {scope}." },
});

type ScopeRecord = Row<typeof apiScopes>;

const toScope = ({ id, name, description }: ScopeRecord): ApiScope => ({ scopeId: id, name, description });
const nameTaken = { api_scopes_name: apiRefusals.scope_in_use };

/** Returns the scopes of an API in the order of their names. */
export const scopesOf = (tx: Pick<ReadTx, "apiScopes">, apiId: number) =>
  tx.apiScopes.list({ where: eq(apiScopes.apiId, apiId), orderBy: [asc(apiScopes.name)] });

/** Returns the scopes of an API with these names. Throws (400) for an unknown name. `field` is the field of the input. */
export async function scopesNamed(
  tx: Pick<ReadTx, "apiScopes">,
  apiId: number,
  names: readonly string[],
  field: string,
): Promise<ScopeRecord[]> {
  const wanted = new Set(names);
  const found = (await scopesOf(tx, apiId)).filter(({ name }) => wanted.has(name));
  const unknown = names.find((name) => !found.some((scope) => scope.name === name));
  if (unknown !== undefined) throw apiRefusals.unknown_scope({ field, scope: unknown }, { field });
  return found;
}

async function getScope(tx: Pick<ReadTx, "apiScopes">, apiId: number, scopeId: number) {
  const row = await tx.apiScopes.find(and(eq(apiScopes.id, scopeId), eq(apiScopes.apiId, apiId))!);
  if (!row) throw apiRefusals.scope_not_found();
  return row;
}

/** Throws (400) for a scope of the protocol or of this server, whose meaning an API must not change. */
function refuseReserved(name: string | undefined) {
  if (name !== undefined && isReservedScope(name)) throw apiRefusals.scope_reserved({ name });
}

export const listApiScopes = query({
  name: "listApiScopes",
  rest: "GET /apis/{apiId}/scopes",
  console: "apis.scopes.list",
  capability: "RegisterApps",
  summary: "List the scopes of an API",
  input: z.strictObject({ apiId: Id }),
  output: z.array(ApiScope),
  run: async ({ tx }, { apiId }) => {
    await getTheApi(tx, apiId);
    return (await scopesOf(tx, apiId)).map(toScope);
  },
});

export const createApiScope = command({
  name: "createApiScope",
  rest: { at: "POST /apis/{apiId}/scopes", status: 201 },
  console: "apis.scopes.create",
  capability: "RegisterApps",
  summary: "Add a scope to an API",
  description:
    "Names are unique within the API, with case. Scopes of OpenID Connect and of this server are refused (400).",
  input: ScopeInput.extend({ apiId: Id }),
  output: ApiScope,
  event: "api_scope_created",
  target: apiTarget,
  run: async ({ tx, changed, labelled }, { apiId, name, description }) => {
    refuseReserved(name);
    const api = await lockApi(tx, apiId);
    labelled(api.name);
    if ((await tx.apiScopes.count(eq(apiScopes.apiId, apiId))) >= MAX_API_SCOPES)
      throw apiRefusals.too_many_scopes({ max: MAX_API_SCOPES });
    changed({}, { scope: name, description });
    return toScope(await refuseTaken(tx.apiScopes.insert({ apiId, name, description }), nameTaken));
  },
});

export const updateApiScope = command({
  name: "updateApiScope",
  rest: "PATCH /apis/{apiId}/scopes/{scopeId}",
  console: "apis.scopes.update",
  capability: "RegisterApps",
  summary: "Change the description of a scope",
  description: "The name cannot be changed, because apps and tokens contain it.",
  input: ScopeInput.pick({ description: true }).extend({ apiId: Id, scopeId: Id }),
  output: ApiScope,
  event: "api_scope_updated",
  target: apiTarget,
  run: async ({ tx, changed, labelled }, { apiId, scopeId, description }) => {
    labelled((await lockApi(tx, apiId)).name);
    const before = await getScope(tx, apiId, scopeId);
    changed({ scope: before.name, description: before.description }, { scope: before.name, description });
    return toScope((await tx.apiScopes.update(scopeId, { description }))!);
  },
});

export const deleteApiScope = command({
  name: "deleteApiScope",
  rest: "DELETE /apis/{apiId}/scopes/{scopeId}",
  console: "apis.scopes.remove",
  capability: "RegisterApps",
  summary: "Delete a scope of an API",
  description: "New tokens do not contain it, and introspection omits it from existing tokens at once.",
  input: z.strictObject({ apiId: Id, scopeId: Id }),
  output: z.object({ scopeId: Id, deleted: z.boolean() }),
  event: "api_scope_deleted",
  target: apiTarget,
  run: async ({ tx, changed, labelled }, { apiId, scopeId }) => {
    labelled((await lockApi(tx, apiId)).name);
    const { name } = await getScope(tx, apiId, scopeId);
    changed({ scope: name }, { scope: null });
    return { scopeId, deleted: await tx.apiScopes.remove(scopeId) };
  },
});
