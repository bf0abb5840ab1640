import { asc, eq } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { apis } from "@/db/tenant/apis";
import { apps } from "@/db/tenant/apps";
import { Id, wholeNumber } from "@/server/kernel/fields";
import { audienceName, isOwnAddress } from "@/server/kernel/http/api-audience";
import { hashSecret, newClientSecret, newTenantClientId } from "@/server/kernel/http/client-id";
import { validated } from "@/server/kernel/operation/execute";
import { command, query } from "@/server/kernel/operation/operation";
import type { Ports } from "@/server/kernel/operation/ports";
import { refuseTaken, type ReadTx, type Row, type WriteTx } from "@/server/kernel/operation/store";
import { Api, ApiPatch, ApiSecret, NewApi, tokenLifetime } from "./apis.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const apiRefusals = defineRefusals("api", {
  not_found: { status: 404, text: "There is no such API." },
  audience_of_installation: {
    status: 400,
    text: "audience: is an address of this installation; name your own API.",
    field: "audience",
  },
  /** Another organization has verified the domain of the audience, or claimed the audience first. */
  audience_in_use: {
    status: 400,
    text: "audience: cannot be used by this organization; name an address under a domain of yours.",
    field: "audience",
  },
  audience_taken: {
    status: 400,
    text: "audience: an API of this organization has this audience already.",
    field: "audience",
  },
  /** The audience is the own API of an app (its protocol settings). */
  audience_of_app: {
    status: 400,
    text: "audience: is the API audience of the app {app}; remove it there first.",
    field: "audience",
  },
});

export type ApiRecord = Row<typeof apis>;

const toApi = ({ id, createdAt, audienceLostAt, ...row }: ApiRecord): Api => ({
  ...row,
  apiId: id,
  audienceLost: audienceLostAt !== null,
  createdAt: createdAt.toISOString(),
});

export const apiTarget = ({ apiId }: { apiId: number }) => ({ ref: `api:${apiId}` });

/** Returns the API. Throws (404) if the API does not exist. */
export async function getTheApi(tx: Pick<ReadTx, "apis">, apiId: number): Promise<ApiRecord> {
  const row = await tx.apis.get(apiId);
  if (!row) throw apiRefusals.not_found();
  return row;
}

/** Returns the API and locks its row until the transaction ends. Throws (404) if the API does not exist. */
export async function lockApi(tx: Pick<WriteTx, "apis">, apiId: number): Promise<ApiRecord> {
  const row = await tx.apis.lock(apiId);
  if (!row) throw apiRefusals.not_found();
  return row;
}

/** Throws (400) if the lifetime exceeds the maximum of the platform. The error names the maximum. */
async function refuseLongLifetime(ports: Pick<Ports, "settings">, lifetimeSeconds: number | undefined) {
  const { maxAccessTokenSeconds } = await ports.settings();
  const within = z.object({
    lifetimeSeconds: wholeNumber(tokenLifetime.min, maxAccessTokenSeconds).optional(),
  });
  validated(within, { lifetimeSeconds });
}

export const listApis = query({
  name: "listApis",
  rest: "GET /apis",
  console: "apis.list",
  capability: "RegisterApps",
  summary: "List the APIs",
  input: z.strictObject({}),
  output: z.array(Api),
  run: async ({ tx }) =>
    (await tx.apis.list({ orderBy: [asc(inNameOrder(apis.name)), asc(apis.id)] })).map(toApi),
});

export const getApi = query({
  name: "getApi",
  rest: "GET /apis/{apiId}",
  console: "apis.get",
  capability: "RegisterApps",
  summary: "Get an API",
  input: z.strictObject({ apiId: Id }),
  output: Api,
  run: async ({ tx }, { apiId }) => toApi(await getTheApi(tx, apiId)),
});

/**
 * Claims the audience for an API of the organization. Throws (400) if it is an address of the installation, belongs to another
 * organization, or is the audience of an app.
 */
async function claimAudienceOfApi(tx: WriteTx, audience: string, baseUrl: string): Promise<string> {
  if (isOwnAddress(audience, baseUrl)) throw apiRefusals.audience_of_installation();
  const name = audienceName(audience);
  if (!(await tx.claimAudience(name))) throw apiRefusals.audience_in_use();
  const app = await tx.apps.find(eq(apps.apiAudienceKey, name.key));
  if (app) throw apiRefusals.audience_of_app({ app: app.name });
  return name.key;
}

export const createApi = command({
  name: "createApi",
  rest: { at: "POST /apis", status: 201 },
  console: "apis.create",
  capability: "RegisterApps",
  summary: "Create an API",
  description:
    "A resource server (RFC 6749 §1.1). Apps name its audience as `resource` (RFC 8707). The audience belongs to one " +
    "organization: the first that names it, or one that has verified a domain above it. It never changes. The API " +
    "introspects tokens with its own client id and secret. The secret is returned only now.",
  input: NewApi,
  output: ApiSecret,
  event: "api_created",
  target: ({ name }, api) => ({ ...apiTarget(api), label: name }),
  prepare: async ({ ports }, { lifetimeSeconds }) => {
    await refuseLongLifetime(ports, lifetimeSeconds);
    return ports.installation.baseUrl;
  },
  run: async ({ tx, actor, changed }, input, baseUrl) => {
    const audienceKey = await claimAudienceOfApi(tx, input.audience, baseUrl);
    const clientId = newTenantClientId(actor.tenantId);
    const clientSecret = newClientSecret();
    changed({}, { ...input, clientId });
    const values = { ...input, audienceKey, clientId, secretHash: hashSecret(clientSecret) };
    const { id: apiId } = await refuseTaken(tx.apis.insert(values), {
      apis_audience: apiRefusals.audience_taken,
    });
    return { apiId, clientId, clientSecret };
  },
});

export const updateApi = command({
  name: "updateApi",
  rest: "PATCH /apis/{apiId}",
  console: "apis.update",
  capability: "RegisterApps",
  summary: "Change an API",
  description:
    "Changes only the fields that are sent. The audience cannot be changed. Format, lifetime and algorithm apply to " +
    "new tokens. If roles are enforced, introspection returns only allowed scopes from now on.",
  input: ApiPatch.extend({ apiId: Id }),
  output: Api,
  event: "api_updated",
  target: (_input, api) => ({ ...apiTarget(api), label: api.name }),
  prepare: ({ ports }, { lifetimeSeconds }) => refuseLongLifetime(ports, lifetimeSeconds),
  run: async ({ tx, changed }, { apiId, ...patch }) => {
    const before = await lockApi(tx, apiId);
    changed(before, patch);
    return toApi((await tx.apis.update(apiId, patch))!);
  },
});

export const rotateApiSecret = command({
  name: "rotateApiSecret",
  rest: "POST /apis/{apiId}/secret/rotate",
  console: "apis.rotateSecret",
  capability: "RegisterApps",
  summary: "Rotate the secret of an API",
  description: "The earlier secret stops working at once. The new one is returned only now.",
  input: z.strictObject({ apiId: Id }),
  output: ApiSecret,
  event: "api_secret_rotated",
  target: apiTarget,
  run: async ({ tx, labelled }, { apiId }) => {
    const { name, clientId } = await lockApi(tx, apiId);
    labelled(name);
    const clientSecret = newClientSecret();
    await tx.apis.update(apiId, { secretHash: hashSecret(clientSecret) });
    return { apiId, clientId, clientSecret };
  },
});

export const deleteApi = command({
  name: "deleteApi",
  rest: "DELETE /apis/{apiId}",
  console: "apis.remove",
  capability: "RegisterApps",
  summary: "Delete an API",
  description:
    "Deletes its scopes and the access of its apps. Introspection reports its tokens as inactive at once, apps get " +
    "no new ones, and refresh tokens lose this resource. Tokens in the format `jwt` pass a check of their signature " +
    "until they expire.",
  input: z.strictObject({ apiId: Id }),
  output: z.object({ apiId: Id, deleted: z.boolean() }),
  event: "api_deleted",
  target: apiTarget,
  run: async ({ tx, changed, labelled }, { apiId }) => {
    const { name, audience, audienceKey } = await lockApi(tx, apiId);
    labelled(name);
    changed({ name, audience }, { name: null, audience: null });
    const deleted = await tx.apis.remove(apiId);
    await tx.releaseAudience(audienceKey);
    return { apiId, deleted };
  },
});
