import { X509Certificate } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identityProviderKeys } from "@/db/tenant/federation";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { createProvider, deleteProvider, updateProvider } from "./providers";
import { addProviderKey, listProviderKeys, removeProviderKey, useProviderKey } from "./provider-keys";

const saml = {
  kind: "saml",
  settings: {
    entityId: "https://idp.example.org",
    ssoUrl: "https://idp.example.org/sso",
    certificates: "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----",
  },
};
const oidc = { kind: "oidc", settings: { issuer: "https://idp.example.org", clientId: "castellan" } };

describe.each(databaseKinds)("our keys for identity providers on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  let count = 0;
  const provider = async (configuration: object = saml) =>
    (await test.run(1, createProvider, { name: `Provider ${++count}`, configuration })).providerId;
  const keys = (providerId: number) => test.run(1, listProviderKeys, { providerId });
  const uses = async (providerId: number) => (await keys(providerId)).map(({ use }) => use);

  it("are created with a SAML provider, and only their certificates are returned", async () => {
    const { vault } = test.ports;
    test.ports.vault = { ...vault, encrypt: (text) => Buffer.from(text).toString("base64") };
    const providerId = await provider();
    test.ports.vault = vault;
    const [key, ...more] = await keys(providerId);
    expect(more).toEqual([]);
    expect(key).toMatchObject({ use: "current" });
    const certificate = new X509Certificate(key!.certificate);
    expect(certificate.subject).toBe("CN=castellan.example");
    expect(certificate.fingerprint256.replaceAll(":", "").toLowerCase()).toBe(key!.fingerprint);
    expect(new Date(certificate.validTo).toISOString().slice(0, 19)).toBe(key!.expiresAt.slice(0, 19));
    expect(JSON.stringify(await keys(providerId))).not.toMatch(/PRIVATE|keySealed/);
    expect(JSON.stringify(await test.events(1))).not.toMatch(/PRIVATE|keySealed/);
    const [row] = await test.write(1, (tx) => tx.identityProviderKeys.list());
    expect(row!.keySealed).not.toContain("PRIVATE");
    expect(Buffer.from(row!.keySealed, "base64").toString()).toContain("BEGIN PRIVATE KEY");
  });

  it("are replaced by the next key, and the previous key stays until it is removed", async () => {
    const providerId = await provider();
    const [first] = await keys(providerId);
    await test.run(1, addProviderKey, { providerId });
    expect(await uses(providerId)).toEqual(["current", "next"]);
    await expect(test.run(1, addProviderKey, { providerId })).rejects.toMatchObject(refusal(409));
    const of = (keyId: number) => ({ providerId, keyId });
    await expect(test.run(1, useProviderKey, of(first!.keyId))).rejects.toMatchObject(refusal(404));
    await expect(test.run(1, removeProviderKey, of(first!.keyId))).rejects.toMatchObject(refusal(409));
    const next = (await keys(providerId))[1]!;
    expect(next.fingerprint).not.toBe(first!.fingerprint);
    await test.run(1, useProviderKey, of(next.keyId));
    expect(await uses(providerId)).toEqual(["previous", "current"]);
    const [changed] = (await test.events(1)).slice(-1);
    expect(changed).toMatchObject({
      target: `identity_provider:${providerId}`,
      changes: { signingKey: { from: first!.fingerprint, to: next.fingerprint } },
    });
    await test.run(1, removeProviderKey, of(first!.keyId));
    expect(await uses(providerId)).toEqual(["current"]);
    await expect(test.run(1, removeProviderKey, of(first!.keyId))).rejects.toMatchObject(refusal(404));
  });

  it("are created by the next change of a provider without keys", async () => {
    const providerId = await provider();
    const forget = () =>
      test.write(1, (tx) =>
        tx.identityProviderKeys.removeWhere(eq(identityProviderKeys.providerId, providerId)),
      );
    await forget();
    await test.run(1, addProviderKey, { providerId });
    expect(await uses(providerId)).toEqual(["current"]);
    await forget();
    const signed = { ...saml, settings: { ...saml.settings, signRequests: true } };
    const update = () => test.run(1, updateProvider, { providerId, name: "Signed", configuration: signed });
    await update();
    const [key] = await keys(providerId);
    expect(key).toMatchObject({ use: "current" });
    await update();
    expect(await keys(providerId)).toEqual([key]);
  });

  it("belong to SAML providers of this organization, and are deleted with them", async () => {
    const other = await provider(oidc);
    expect(await keys(other)).toEqual([]);
    await expect(test.run(1, addProviderKey, { providerId: other })).rejects.toMatchObject(refusal(400));
    const providerId = await provider();
    await expect(test.run(2, listProviderKeys, { providerId })).rejects.toMatchObject(refusal(404));
    await expect(test.run(2, addProviderKey, { providerId })).rejects.toMatchObject(refusal(404));
    const [key] = await keys(providerId);
    const foreign = { providerId: await provider(), keyId: key!.keyId };
    await expect(test.run(1, removeProviderKey, foreign)).rejects.toMatchObject(refusal(404));
    await test.run(1, deleteProvider, { providerId });
    await expect(keys(providerId)).rejects.toMatchObject(refusal(404));
  });
});
