import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCredentials } from "@/server/domain/credentials/credentials";
import { getCredentialUsage } from "@/server/domain/credentials/usage";
import type { CredentialUsage } from "@/server/domain/credentials/usage.schema";
import { listScimTokens } from "@/server/domain/scim-tokens/scim-tokens";
import { getScimTokenUsage } from "@/server/domain/scim-tokens/usage";
import { createLog } from "@/server/ports/log";
import { getPlatformCredentialUsage } from "@/server/platform/credential-usage";
import { listPlatformCredentials } from "@/server/platform/credentials";
import { platformActor, tenantActor } from "@/server/testing/operations";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { createCredentialUsage } from "./worker";

describe.each(databaseKinds)("the use of credentials, on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind, { workers: true })), 120_000);
  afterAll(() => server.close());

  const usageOf = async (tenantIndex: number): Promise<CredentialUsage> => {
    const { tenantId, credential } = server.seed.tenants[tenantIndex]!;
    const actor = tenantActor(tenantId);
    const { execute } = server.container;
    const all = await execute(actor, listCredentials, {});
    const { credentialId } = all.find(({ clientId }) => clientId === credential.clientId)!;
    return execute(actor, getCredentialUsage, { credentialId });
  };
  const today = async (tenantIndex: number) => (await usageOf(tenantIndex)).days.at(-1)!;

  it("is counted by day, for every status, for each organization separately", async () => {
    const [one, other] = server.seed.tenants;
    const [before, elsewhere] = [await today(0), await today(1)];
    await server.call(one.credential, "GET", "/api/v1/users?limit=1");
    await server.call(one.credential, "GET", "/api/v1/users?limit=none");
    await server.call(one.credential, "GET", "/api/v1/users/999999");
    await server.call(one.credential, "POST", "/api/render/pdf", {});
    await server.call(other.credential, "GET", "/api/v1/roles");
    await expect
      .poll(() => today(0), { timeout: 9_000 })
      .toMatchObject({ requests: before.requests + 4, refused: before.refused + 3, limited: before.limited });
    expect(await today(1)).toMatchObject({ requests: elsewhere.requests + 1, refused: elsewhere.refused });
    expect((await usageOf(0)).days).toHaveLength(30);
  });

  it("is counted for SCIM tokens and for the platform's credentials, too", async () => {
    const { execute } = server.container;
    const [{ tenantId, slug, scimToken }] = server.seed.tenants;
    const [token] = await execute(tenantActor(tenantId), listScimTokens, {});
    const platform = (await execute(platformActor(), listPlatformCredentials, {})).find(
      ({ clientId }) => clientId === server.seed.platform.credential.clientId,
    )!;
    await server.call(scimToken, "GET", `/scim/v2/${slug}/Users?count=1`);
    await server.call(scimToken, "GET", `/scim/v2/${slug}/Users/nobody`);
    await server.call(server.seed.platform.credential, "GET", "/api/v1/tenants?limit=none");
    const ofToken = async () =>
      (await execute(tenantActor(tenantId), getScimTokenUsage, { tokenId: token!.tokenId })).days.at(-1);
    await expect.poll(ofToken, { timeout: 9_000 }).toMatchObject({ requests: 2, refused: 1 });
    const { credentialId } = platform;
    const ofPlatform = await execute(platformActor(), getPlatformCredentialUsage, { credentialId });
    expect(ofPlatform.days.at(-1)).toMatchObject({ requests: 1, refused: 1 });
    expect(ofPlatform.requestsPerMinute).toBeGreaterThan(0);
    await expect(
      execute(tenantActor(server.seed.tenants[1].tenantId), getScimTokenUsage, { tokenId: 999_999 }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it("is added up over all instances, and deleted after its time", async () => {
    const [, { tenantId, credential }] = server.seed.tenants;
    const { database } = server.container;
    const at = (day: string) =>
      createCredentialUsage(database, {
        log: createLog("silent"),
        clock: () => new Date(`${day}T12:00:00Z`),
      });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const instances = [at(yesterday), at(yesterday), at("2020-02-02")];
    for (const instance of instances) {
      for (const status of [200, 429, 404, 500, 503])
        instance.count({ of: "credential", tenantId, clientId: credential.clientId, status });
      instance.count({ of: "credential", tenantId, clientId: "nobody's", status: 200 });
      await instance.flush();
    }
    expect((await usageOf(1)).days.at(-2)).toEqual({
      date: yesterday,
      requests: 10,
      refused: 2,
      limited: 2,
      failed: 4,
    });
    const old = await database.sql`select 1 from credential_usage where day < '2021-01-01'`;
    expect(old).toHaveLength(0);
  });
});
