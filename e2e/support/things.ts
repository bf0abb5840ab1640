import type { APIRequestContext } from "@playwright/test";
import type { Seed } from "./test";

/** Records that the seed does not contain, because only the console can create them. Only records with their own page, by id. */
export interface Things {
  templateId: number;
  webhookId: number;
  sourceId: number;
  providerId: number;
  importId: number;
  apiId: number;
}

/** Returns a function that calls the console's procedures of a tenant, with the cookies of `request`. */
export const proceduresOf =
  (request: APIRequestContext, slug: string) =>
  async <Answer>(name: string, input: object): Promise<Answer> => {
    const answer = await request.post(`/api/trpc/${name}`, {
      headers: { "x-castellan-tenant": slug },
      data: input,
    });
    if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
    return ((await answer.json()) as { result: { data: Answer } }).result.data;
  };

/**
 * Creates one record of each kind in the first organization. Returns a function that removes them: other tests begin
 * without any. The requests must be an owner's.
 */
export async function makeThings(request: APIRequestContext, { tenants: [{ slug }] }: Seed) {
  const run = proceduresOf(request, slug);
  const { templateId } = await run<{ templateId: number }>("documents.create", {
    name: "Confirmation",
    html: "<h1>Hello {{name}}</h1>\n<p>Your number is {{number}}.</p>",
    sampleData: '{ "name": "Ada", "number": 7 }',
    pageSize: null,
    orientation: null,
  });
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>';
  const { assetId } = await run<{ assetId: number }>("documents.uploadAsset", {
    name: "seal.svg",
    content: Buffer.from(picture).toString("base64"),
  });
  const { webhookId } = await run<{ webhookId: number }>("webhooks.create", {
    url: "https://127.0.0.1:9/people",
    events: "user.saved_view_removed",
    description: "Directory of the intranet",
  });
  const { sourceId } = await run<{ sourceId: number }>("roleSync.create", {
    name: "Payroll",
    connectorName: "DirectoryFeed",
  });
  const { providerId } = await run<{ providerId: number }>("federation.create", {
    name: "Company directory",
    configuration: {
      kind: "ldap",
      settings: { url: "ldaps://directory.example.org", baseDn: "ou=people,dc=example,dc=org" },
    },
  });
  const { importId } = await run<{ importId: number }>("userImports.create", {
    fileName: "people.csv",
    text: "email,name,roles\nada@example.org,Ada King,Staff\nnobody,No Address,\n",
  });
  const { apiId } = await run<{ apiId: number }>("apis.create", {
    name: "Inventory",
    audience: "https://api.acme.example/inventory",
  });
  await run("apis.scopes.create", { apiId, name: "stock:read", description: "See the stock" });
  await run("apiClaims.set", {
    apiId,
    claims: [
      { claim: "department", source: { kind: "custom_field", fieldName: "department" } },
      {
        claim: "stock_level",
        source: { kind: "constant", value: "full" },
        condition: '"Stock" in roles && session.acr == "2fa"',
      },
    ],
  });
  const things: Things = { templateId, webhookId, sourceId, providerId, importId, apiId };
  const remove = async () => {
    await run("documents.remove", { templateId });
    await run("documents.deleteAsset", { assetId });
    await run("webhooks.remove", { webhookId });
    await run("roleSync.remove", { sourceId });
    await run("federation.remove", { providerId });
    await run("userImports.remove", { importId });
    await run("apis.remove", { apiId });
  };
  return { things, remove };
}
