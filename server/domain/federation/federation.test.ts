import { X509Certificate } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { providerTexts } from "@/server/kernel/texts/providers";
import { textIn } from "@/server/kernel/texts/text";
import { users } from "@/db/tenant/users";
import { must } from "@/server/kernel/must";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { tenantActor, refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { anApp } from "@/server/testing/factories";
import { keyPair } from "@/server/testing/saml-idp";
import { approveConnector, setAppConnector } from "../connectors/connectors";
import { listIdentitiesOfUser, unlinkIdentity } from "./identities";
import type { FederatedIdentity } from "./federated-identity";
import {
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  setProviderEnabled,
  testProvider,
  updateProvider,
} from "./providers";
import { admitOutsideIdentity } from "./resolve";

const oidc = (more: object = {}) => ({
  kind: "oidc",
  settings: { issuer: "https://idp.example.org", clientId: "castellan", ...more },
});

const grace: FederatedIdentity = {
  ...byField(userFieldNames, () => null),
  subject: "g-1",
  email: "grace@example.org",
  emailVerified: true,
  name: "Grace Hopper",
  givenName: "Grace",
  familyName: "Hopper",
  userName: "grace",
};

describe.each(databaseKinds)("identity providers on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => {
    test = await testOperations(kind);
  });
  afterAll(() => test.close());

  let count = 0;
  const provider = async (settings: object = {}, tenantId = 1) =>
    test.run(tenantId, createProvider, {
      name: `Provider ${++count}`,
      configuration: oidc(settings),
      secret: "client secret",
    });

  const personOf = (email: string, more: object = {}) =>
    test.write(1, (tx) => tx.users.insert({ email, ...more }));

  const admit = async (providerId: number, identity: Partial<FederatedIdentity> = {}, tenantId = 1) => {
    const actor = tenantActor(tenantId, { capabilities: [], channel: "system" });
    const input = { providerId, identity: { ...grace, ...identity } };
    const { userId, refused } = await test.run(actor, admitOutsideIdentity, input);
    return { userId, refused: refused && textIn("en", refused) };
  };

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

    it("does not send its secret to a changed address", async () => {
      const { providerId, name } = await provider();
      const moved = { providerId, name, configuration: oidc({ issuer: "https://elsewhere.example" }) };
      await expect(test.run(1, updateProvider, moved)).rejects.toMatchObject(refusal(400, "secret"));
      expect(await test.run(1, updateProvider, { ...moved, secret: "another" })).toMatchObject({
        configuration: { settings: { issuer: "https://elsewhere.example" } },
      });
    });

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

  describe("a person whom a provider vouches for", () => {
    let providerId: number;
    beforeEach(async () => {
      ({ providerId } = await provider());
    });
    const allow = async (settings: object) => {
      const { name } = await test.run(1, getProvider, { providerId });
      await test.run(1, updateProvider, { providerId, name, configuration: oidc(settings) });
    };

    it("is refused with a reason if linking and creation are off", async () => {
      expect(await admit(providerId, { email: "new@example.org" })).toEqual({
        userId: null,
        refused: expect.stringMatching(/^Nobody here has the address new@example.org/) as string,
      });
      await personOf("known@example.org");
      expect(await admit(providerId, { email: "known@example.org" })).toMatchObject({
        refused: expect.stringMatching(/may not link people/) as string,
      });
    });

    it("becomes a user with the provider's attributes and the tags of a sign-up", async () => {
      await allow({ createPeople: true });
      const tag = await test.write(1, (tx) =>
        tx.tags.insert({ name: `Default ${providerId}`, isDefaultForSignup: true }),
      );
      const identity = { subject: "j", email: `jit${providerId}@example.org`, userName: `jit${providerId}` };
      const { userId } = await admit(providerId, identity);
      const user = await test.write(1, (tx) => tx.users.get(userId!));
      expect(user).toMatchObject({
        name: "Grace Hopper",
        familyName: "Hopper",
        passwordHash: null,
        email: identity.email,
      });
      expect(user!.emailVerifiedAt).toEqual(test.clock.now);
      expect(await test.write(1, (tx) => tx.userTags.list())).toContainEqual(
        expect.objectContaining({ userId, tagId: tag.id }) as object,
      );
      expect((await test.events(1)).at(-1)).toMatchObject({
        action: "system.user_created",
        target: `user:${userId}`,
        related: `identity_provider:${providerId}`,
      });
      // The next sign-in finds the link and records nothing.
      const events = (await test.events(1)).length;
      expect(await admit(providerId, identity)).toEqual({ userId, refused: null });
      expect(await test.events(1)).toHaveLength(events);
      await test.write(1, (tx) => tx.tags.remove(tag.id));
    });

    it("is linked to the user with the verified address if the provider is trusted for it", async () => {
      await allow({ linkByEmail: true });
      const { id } = await personOf(`Ada.${providerId}@Example.org`);
      const email = `ada.${providerId}@example.org`;
      expect(await admit(providerId, { subject: "a", email, emailVerified: false })).toMatchObject({
        userId: null,
        refused: expect.stringMatching(/does not vouch for the address/) as string,
      });
      expect(await admit(providerId, { subject: "a", email })).toEqual({ userId: id, refused: null });
      // From then on the subject decides, for any address.
      expect(await admit(providerId, { subject: "a", email: null })).toMatchObject({ userId: id });
      const [linked] = await test.run(1, listIdentitiesOfUser, { userId: id });
      expect(linked).toMatchObject({ subject: "a", providerId, kind: "oidc" });
      await test.run(1, unlinkIdentity, { userId: id, identityId: linked!.identityId });
      expect(await test.run(1, listIdentitiesOfUser, { userId: id })).toEqual([]);
    });

    it("is never linked to an administrator by address", async () => {
      await allow({ linkByEmail: true });
      const { id } = await personOf(`owner${providerId}@example.org`);
      await test.write(1, (tx) => tx.administrators.insertIfAbsent({ userId: id, role: "owner" }));
      expect(await admit(providerId, { email: `owner${providerId}@example.org` })).toMatchObject({
        userId: null,
        refused: expect.stringMatching(/^Administrators/) as string,
      });
    });

    it.each([{ passwordHash: "plain:x" }, { lastSignInAt: new Date() }])(
      "is not linked to an account whose user entered the address without proving it",
      async (used) => {
        await allow({ linkByEmail: true });
        const email = `squat${providerId}@example.org`;
        const { id } = await personOf(email, used);
        expect(await admit(providerId, { subject: "v", email })).toMatchObject({
          userId: null,
          refused: expect.stringMatching(/has not proven/) as string,
        });
        await test.write(1, (tx) => tx.users.update(id, { emailVerifiedAt: new Date() }));
        expect(await admit(providerId, { subject: "v", email })).toMatchObject({ userId: id });
      },
    );

    it.each([
      ["suspended", { status: "suspended" }],
      ["locked", { lockedIndefinitely: true }],
      ["locked", { lockedUntil: new Date("2100-01-01") }],
    ])("is refused while %s, linked or not", async (word, state) => {
      await allow({ linkByEmail: true });
      const email = `state${providerId}@example.org`;
      const { id } = await personOf(email, state);
      expect(await admit(providerId, { subject: "s", email })).toMatchObject({
        refused: expect.stringContaining(word) as string,
      });
      await test.write(1, (tx) => tx.identities.insert({ userId: id, providerId, subject: "s" }));
      expect(await admit(providerId, { subject: "s", email })).toMatchObject({
        refused: expect.stringContaining(word) as string,
      });
    });

    it("is never linked to a service account", async () => {
      const account = await test.write(1, (tx) =>
        tx.users.insert({ kind: "service_account", name: "Robot" }),
      );
      await test.write(1, (tx) => tx.identities.insert({ userId: account.id, providerId, subject: "r" }));
      expect(await admit(providerId, { subject: "r" })).toMatchObject({ userId: null });
    });

    it("is refused after the provider is disabled, and is unlinked when it is deleted", async () => {
      await allow({ createPeople: true });
      const { userId } = await admit(providerId, {
        subject: "x",
        email: `x${providerId}@example.org`,
        userName: null,
      });
      await test.run(1, setProviderEnabled, { providerId, enabled: false });
      expect(await admit(providerId, { subject: "x" })).toMatchObject({
        refused: expect.stringMatching(/switched off/) as string,
      });
      expect(await test.run(1, deleteProvider, { providerId })).toMatchObject({ unlinked: 1 });
      expect(await test.write(1, (tx) => tx.users.find(eq(users.id, userId!)))).toBeDefined();
    });
  });
});
