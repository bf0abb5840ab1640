import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listIdentitiesOfUser } from "@/server/domain/federation/identities";
import { addProviderKey } from "@/server/domain/federation/provider-keys";
import {
  deleteProvider,
  getProvider,
  listProviders,
  setProviderEnabled,
  testProvider,
  updateProvider,
} from "@/server/domain/federation/providers";
import {
  baseUrl,
  federationScene,
  isExpired,
  signs,
  type FederationScene,
} from "@/server/testing/federation-scene";
import { aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";

// A newer version stored it, before this version was installed again.
const KIND = "cas";

describe.each(databaseKinds)("a stored provider of a kind that this version does not have, on %s", (kind) => {
  let scene: FederationScene;
  let providerId: number;
  beforeAll(async () => {
    scene = await federationScene(kind);
    const { test } = scene;
    const row = { kind: KIND, name: "Campus", settings: { url: "https://cas.example.org" }, enabled: true };
    providerId = (await test.write(1, (tx) => tx.identityProviders.insert(row))).id;
    for (const connector of ["Ldap", "Saml", "Social"]) await scene.connector(connector);
  });
  afterAll(() => scene.test.close());

  const oidc = { kind: "oidc", settings: { issuer: "https://idp.example.org", clientId: "c" } };

  it("is not offered and signs nobody in", async () => {
    const { federation, appId } = scene;
    expect(await federation.redirects(1, appId)).toEqual([]);
    expect(await federation.byPassword(1, appId, "ada", "a password", signs)).toBeNull();
    expect(await scene.begin(providerId)).toBeNull();
  });

  it("has no address here, neither of its own kind nor of another one", async () => {
    const at = (path: string) => scene.get(`${baseUrl}/federation/acme/${path}`);
    expect((await at(`${KIND}/${providerId}/callback`)).status).toBe(404);
    expect((await at(`constructor/${providerId}/callback`)).status).toBe(404);
    expect((await at(`oidc/${providerId}/constructor`)).status).toBe(404);
    expect((await at(`saml/${providerId}/metadata`)).status).toBe(404);
    expect(isExpired(await at(`oidc/${providerId}/callback?code=c&state=s`))).toBe(true);
  });

  it("is listed with its kind, and shown without settings", async () => {
    const listed = { providerId, kind: KIND, name: "Campus", enabled: true, people: 0, apps: 0 };
    expect(await scene.test.run(1, listProviders, {})).toEqual([listed]);
    expect(await scene.test.run(1, getProvider, { providerId })).toMatchObject({
      ...listed,
      configuration: null,
      hasOwnKeys: false,
    });
  });

  it("is listed at a linked user", async () => {
    const { test } = scene;
    const { id: userId } = await aUser(test, 1);
    await test.write(1, (tx) => tx.identities.insert({ userId, providerId, subject: "s" }));
    expect(await test.run(1, listIdentitiesOfUser, { userId })).toMatchObject([{ providerId, kind: KIND }]);
  });

  it("can be switched off and deleted, but not changed, tested or switched on", async () => {
    const { test } = scene;
    const unsupported = refusal(409);
    await expect(
      test.run(1, updateProvider, { providerId, name: "Campus", configuration: oidc }),
    ).rejects.toMatchObject(unsupported);
    await expect(test.run(1, testProvider, { providerId })).rejects.toMatchObject(unsupported);
    await expect(test.run(1, addProviderKey, { providerId })).rejects.toMatchObject(refusal(400));
    expect(await test.run(1, setProviderEnabled, { providerId, enabled: false })).toMatchObject({
      enabled: false,
    });
    await expect(test.run(1, setProviderEnabled, { providerId, enabled: true })).rejects.toMatchObject(
      unsupported,
    );
    expect(await test.run(1, deleteProvider, { providerId })).toMatchObject({ deleted: true });
    expect(await test.write(1, (tx) => tx.identityProviders.list({}))).toEqual([]);
  });
});
