import { X509Certificate } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { must } from "@/server/kernel/strings/must";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { anApp } from "@/server/testing/factories";
import { keyPair } from "@/server/testing/saml-idp";
import { approveConnector, setAppConnector } from "../connectors/connectors";
import { Configuration, kinds } from "./federation.schema";
import { providerKinds } from "./kinds.schema";
import {
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  setProviderEnabled,
  testProvider,
  updateProvider,
} from "./providers";
import { oidcConfiguration as oidc, providerScene } from "@/server/testing/provider-scene";
import { providerTexts } from "@/server/auth/federation/oidc/oidc";

describe.each(databaseKinds)("identity providers on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => {
    test = await testOperations(kind);
  });
  afterAll(() => test.close());
  const { provider, admit } = providerScene(() => test);

  describe("configuration", () => {
    it("is stored with an encrypted secret, which is never returned", async () => {
      const made = await provider({ linkByEmail: true });
      expect(made).toMatchObject({ kind: "oidc", enabled: true, hasSecret: true, people: 0, apps: 0 });
      expect(JSON.stringify(await test.run(1, getProvider, { providerId: made.providerId }))).not.toContain(
        "client secret",
      );
      const [event] = (await test.events(1)).filter(
        ({ action }) => action === "management_api.identity_provider_created",
      );
      expect(JSON.stringify(event)).not.toContain("client secret");
      expect(event).toMatchObject({ target: `identity_provider:${made.providerId}`, targetLabel: made.name });
    });

    it("is recorded with its certificates' fingerprints, not with the certificates", async () => {
      const { certificate } = keyPair();
      const settings = { entityId: "x", ssoUrl: "https://idp.example.org/sso", certificates: certificate };
      const { providerId } = await test.run(1, createProvider, {
        name: "Vouching",
        configuration: { kind: "saml", settings },
      });
      const event = (await test.events(1)).find(({ target }) => target === `identity_provider:${providerId}`);
      const fingerprint = new X509Certificate(certificate).fingerprint256.replaceAll(":", "").toLowerCase();
      expect(event?.changes).toMatchObject({ certificates: { from: null, to: [fingerprint] } });
    });

    it("belongs to one tenant", async () => {
      const { providerId } = await provider();
      await expect(test.run(2, getProvider, { providerId })).rejects.toMatchObject(refusal(404));
      await expect(test.run(2, deleteProvider, { providerId })).rejects.toMatchObject(refusal(404));
      await expect(admit(providerId, {}, 2)).rejects.toMatchObject(refusal(404));
      expect(await test.run(2, listProviders, {})).toEqual([]);
    });

    it.each([
      ["a shared address of Microsoft's", oidc({ issuer: "https://login.microsoftonline.com/common/v2.0" })],
      ["no address", oidc({ issuer: "idp" })],
      ["a setting that there is not", oidc({ trustEverything: true })],
      [
        "a filter without what was typed",
        { kind: "ldap", settings: { url: "ldaps://d", baseDn: "dc=x", userFilter: "(uid=*)" } },
      ],
      ["another scheme", { kind: "ldap", settings: { url: "http://d", baseDn: "dc=x" } }],
      [
        "no certificate",
        { kind: "saml", settings: { entityId: "x", ssoUrl: "https://idp/", certificates: "none" } },
      ],
      [
        "people sent in the clear",
        {
          kind: "saml",
          settings: {
            entityId: "x",
            ssoUrl: "http://idp/",
            certificates: "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----",
          },
        },
      ],
    ])("is refused with %s", (_what, configuration) =>
      expect(test.run(1, createProvider, { name: "Bad", configuration })).rejects.toMatchObject(refusal(400)),
    );

    it("must not lead to an address that this server must not call", async () => {
      const asked: string[] = [];
      const before = test.ports.outboundObjection;
      test.ports.outboundObjection = (url) => {
        asked.push(url);
        return Promise.resolve(must(url.startsWith("http:") ? "not_https_url" : "private_address"));
      };
      const ldap = (url: string) => ({ kind: "ldap", settings: { url, baseDn: "dc=x" } });
      const make = (configuration: object) => test.run(1, createProvider, { name: "Inside", configuration });
      await expect(make(ldap("ldaps://10.0.0.1"))).rejects.toThrow(
        "url: must not lead to a private address.",
      );
      await expect(make(ldap("ldap://example.org"))).rejects.toThrow(/ldaps:\/\/, or StartTLS/);
      await expect(make(oidc())).rejects.toMatchObject(refusal(400, "configuration.settings.issuer"));
      expect(asked).toEqual(["https://10.0.0.1", "http://example.org", "https://idp.example.org"]);
      test.ports.outboundObjection = before;
    });

    it("attack: an administrator lets the server send the secret to another address: demands it again (400)", async () => {
      const { providerId, name } = await provider();
      const moved = { providerId, name, configuration: oidc({ issuer: "https://elsewhere.example" }) };
      await expect(test.run(1, updateProvider, moved)).rejects.toMatchObject(refusal(400, "secret"));
      expect(await test.run(1, updateProvider, { ...moved, secret: "another" })).toMatchObject({
        configuration: { settings: { issuer: "https://elsewhere.example" } },
      });
    });

    it.each([
      ["another directory", { url: "ldaps://mallory.example" }],
      ["a server with a certificate of another authority", { caCertificate: keyPair().certificate.trim() }],
      ["the network in clear", { startTls: false }],
    ])(
      "attack: an administrator lets the server send the search account's password to %s: demands it again (400)",
      async (where, change) => {
        const ldap = (settings: object = {}) => ({
          kind: "ldap",
          settings: { url: "ldap://directory.example", startTls: true, baseDn: "dc=x", ...settings },
        });
        const name = `Directory of ${where}`;
        const made = { name, configuration: ldap(), secret: "bind password" };
        const { providerId } = await test.run(1, createProvider, made);
        const moved = { providerId, name, configuration: ldap(change) };
        await expect(test.run(1, updateProvider, moved)).rejects.toMatchObject(refusal(400, "secret"));
        await test.run(1, updateProvider, { ...moved, configuration: ldap({ baseDn: "dc=y" }) });
        expect(await test.run(1, updateProvider, { ...moved, secret: "another" })).toMatchObject({
          configuration: { settings: change },
        });
      },
    );

    it.each(providerKinds)(
      "attack: an administrator lets the server send the secret of a provider of kind %s elsewhere: demands it again (400)",
      async (ofKind) => {
        const { generate, secret } = kinds[ofKind];
        const made = fc
          .sample(generate(fc), { numRuns: 40, seed: 1 })
          .map((settings) => Configuration.parse({ kind: ofKind, settings }))
          .filter((one) => secret?.use(one.settings) !== "signing_key");
        const receiverOf = ({ settings }: Configuration) => secret?.receiver(settings);
        const configuration = made[0]!;
        const elsewhere = made.filter(
          (one) => !isDeepStrictEqual(receiverOf(one), receiverOf(configuration)),
        );
        expect(elsewhere.length > 0, "a kind without a secret has no receiver").toBe(secret !== null);
        const input = { name: `Secret of ${ofKind}`, configuration, secret: "secret" };
        const { providerId, name } = await test.run(1, createProvider, input);
        for (const other of elsewhere)
          await expect(
            test.run(1, updateProvider, { providerId, name, configuration: other }),
          ).rejects.toMatchObject(refusal(400, "secret"));
      },
    );

    it("cannot change its issuer while people are linked to it", async () => {
      const { providerId, name } = await provider({ createPeople: true });
      await admit(providerId, { subject: "moving", email: "moving@example.org" });
      const moved = {
        providerId,
        name,
        secret: "s",
        configuration: oidc({ issuer: "https://elsewhere.example" }),
      };
      await expect(test.run(1, updateProvider, moved)).rejects.toThrow(/1 person is linked/);
    });

    it("has a unique name, without case", async () => {
      const { name } = await provider();
      await expect(
        test.run(1, createProvider, { name: name.toUpperCase(), configuration: oidc() }),
      ).rejects.toMatchObject(refusal(400, "name"));
    });

    it("returns the number of apps that offer it", async () => {
      const { providerId } = await provider();
      const { id: appId } = await anApp(test, 1, { name: "Portal" });
      await test.run(1, approveConnector, { appId, name: "Social", approved: true });
      await test.run(1, setAppConnector, { appId, name: "Social", enabled: true });
      expect(await test.run(1, getProvider, { providerId })).toMatchObject({ apps: 1 });
      await test.run(1, setProviderEnabled, { providerId, enabled: false });
      expect(await test.run(1, getProvider, { providerId })).toMatchObject({ apps: 0, enabled: false });
    });

    it("is tested with its secret, and the test is recorded", async () => {
      const { providerId } = await provider();
      const before = test.ports.tryProvider;
      test.ports.tryProvider = (configuration, secret) =>
        Promise.resolve({
          ok: false,
          findings: [`${configuration.kind} ${secret}`, providerTexts.no_pkce()],
        });
      const input = { providerId };
      expect((await test.run(1, testProvider, input, { locale: "de" })).findings[1]).toBe(
        "Er gibt nicht an, PKCE zu kennen; es wird trotzdem gesendet.",
      );
      expect(await test.run(1, testProvider, input)).toEqual({
        ok: false,
        findings: ["oidc client secret", "It does not say that it knows PKCE; it is sent all the same."],
      });
      expect((await test.events(1)).at(-1)).toMatchObject({
        action: "management_api.identity_provider_tested",
      });
      test.ports.tryProvider = before;
    });
  });
});
