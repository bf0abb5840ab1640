import type { CodedText } from "../../kernel/texts/define";
import { textIn } from "../../kernel/texts/text";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identities } from "@/db/tenant/federation";
import { createBrowser } from "@/server/seed/browser";
import { addAdministrator } from "@/server/domain/administrators/administrators";
import { createProvider, updateProvider } from "@/server/domain/federation/providers";
import { refusal, tenantActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import {
  vouchingScene,
  type Configuration,
  type Kind,
  type VouchingScene,
} from "@/server/testing/vouching-scene";

/** Only an owner may change a provider that identifies an owner (ZITADEL CVE-2025-27507). */
describe.each(databaseKinds)("identity providers and administrators, over HTTP on %s", (kind) => {
  let scene: VouchingScene;
  beforeAll(async () => void (scene = await vouchingScene(kind)), 120_000);
  afterAll(() => scene.close());

  const sentence = /Only an owner can change what it rests on/;
  const changes: [string, Kind, (configuration: Configuration) => object][] = [
    ["certificate", "saml", () => ({ settings: { certificates: scene.evil.certificate } })],
    ["SSO URL", "saml", () => ({ settings: { ssoUrl: "https://evil.example/sso" } })],
    ["signing of requests", "saml", () => ({ settings: { signRequests: true } })],
    ["attribute of the subject", "saml", () => ({ settings: { subjectAttribute: "mail" } })],
    ["mapping", "saml", () => ({ settings: { attributes: { email: "other" } } })],
    ["host", "ldap", () => ({ settings: { url: "ldap://127.0.0.1:3891" }, secret: "a password" })],
    ["account that searches", "ldap", () => ({ settings: { bindDn: "cn=evil" } })],
    ["password of that account", "ldap", () => ({ secret: "another" })],
    ["search base", "ldap", () => ({ settings: { baseDn: "dc=evil" } })],
    ["filter", "ldap", () => ({ settings: { userFilter: "(|(uid=evil)(cn={identifier}))" } })],
    ["attribute of the subject", "ldap", () => ({ settings: { subjectAttribute: "uid" } })],
    ["authority of the certificate", "ldap", () => ({ settings: { caCertificate: scene.evil.certificate } })],
    [
      "issuer, and with it its keys",
      "oidc",
      () => ({ settings: { issuer: "http://127.0.0.1:9" }, secret: "s" }),
    ],
    ["client", "oidc", () => ({ settings: { clientId: "evil" } })],
    ["secret", "oidc", () => ({ secret: "another" })],
    ["secret, taken away", "oidc", () => ({ secret: null })],
    ["mapping", "oidc", () => ({ settings: { attributes: { email: "preferred_username" } } })],
    ["trust in addresses", "oidc", () => ({ settings: { trustEmail: true } })],
    ["secret (GitHub)", "github", () => ({ secret: "another" })],
    ["client (GitHub)", "github", () => ({ settings: { clientId: "evil" } })],
  ];

  describe("after a linked user becomes an owner", () => {
    let victim: { id: number; email: string };
    beforeAll(async () => {
      victim = await scene.somebody("victim");
      for (const of of ["saml", "oidc", "ldap", "github"] as const)
        await scene.link(victim.id, scene.providers[of], `victim-${of}`);
      expect(await scene.bySaml(scene.idp, "victim-saml")).toBe(true);
      expect(await scene.byOidc("victim-oidc")).toBe(true);
      const promoted = await scene.call("owner", "administrators.add", { userId: victim.id, role: "owner" });
      expect(promoted.status).toBe(200);
    });

    it("no provider signs the owner in any more, in any configuration", async () => {
      expect(await scene.bySaml(scene.idp, "victim-saml")).toBe(false);
      expect(await scene.byOidc("victim-oidc")).toBe(false);
      const records = await scene.write<{ explanation: CodedText[] | null; at: Date; id: number }[]>((tx) =>
        tx.signIns.list(),
      );
      const last = records.sort((one, other) => other.id - one.id)[0];
      expect(textIn("en", last!.explanation![0]!)).toMatch(/Administrators sign in with what is kept here/);
    });

    it("the sessions that began through a provider are ended", async () => {
      const sessions = await scene.write<{ userId: number; methods: string[]; revokedAt: Date | null }[]>(
        (tx) => tx.sessions.list(),
      );
      const theirs = sessions.filter(
        ({ userId, methods }) => userId === victim.id && methods.some((one) => one !== "password"),
      );
      expect(theirs.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    });

    it.each(changes)(
      "an admin cannot change the %s of a %s provider that the owner is linked to",
      async (_what, of, change) => {
        const { providerId, name, configuration } = scene.providers[of];
        const { settings = {}, ...more } = change(configuration) as {
          settings?: object;
          secret?: string | null;
        };
        const changed = { kind: configuration.kind, settings: { ...configuration.settings, ...settings } };
        const answer = await scene.call("admin", "federation.update", {
          providerId,
          name,
          configuration: changed,
          ...more,
        });
        expect([answer.status, answer.text]).toEqual([403, expect.stringMatching(sentence) as string]);
      },
    );

    it("an admin cannot enable it, delete it, or change our keys for it", async () => {
      const { providerId } = scene.providers.saml;
      expect(
        (await scene.call("admin", "federation.setEnabled", { providerId, enabled: false })).status,
      ).toBe(200);
      for (const [procedure, input] of [
        ["setEnabled", { enabled: true }],
        ["remove", {}],
        ["addKey", {}],
        ["useKey", { keyId: 1 }],
        ["removeKey", { keyId: 1 }],
      ] as const) {
        const answer = await scene.call("admin", `federation.${procedure}`, { providerId, ...input });
        expect([procedure, answer.status, answer.text]).toEqual([
          procedure,
          403,
          expect.stringMatching(sentence) as string,
        ]);
      }
      expect((await scene.call("owner", "federation.setEnabled", { providerId, enabled: true })).status).toBe(
        200,
      );
    });

    it("an admin cannot unlink the owner, but may rename a provider and change one without a linked administrator", async () => {
      const [linked] = await scene.write<{ id: number }[]>((tx) =>
        tx.identities.list({ where: eq(identities.userId, victim.id) }),
      );
      const unlinked = await scene.call("admin", "federation.unlink", {
        userId: victim.id,
        identityId: linked!.id,
      });
      expect(unlinked.status).toBe(403);
      const { providerId, configuration } = scene.providers.oidc;
      const renamed = await scene.call("admin", "federation.update", {
        providerId,
        name: "Renamed",
        configuration,
      });
      expect(renamed.status).toBe(200);
      const other = await scene.server.container.execute(scene.actor, createProvider, {
        name: "Free",
        configuration,
      });
      const free = { providerId: other.providerId, name: "Free" };
      const answer = await scene.call("admin", "federation.update", { ...free, configuration, secret: "x" });
      expect(answer.status).toBe(200);
      // A second provider with the same issuer has no linked users, and finds no user by address.
      const said = { sub: "victim-oidc", email: victim.email, email_verified: true };
      const opened = await scene.arrives((location) => {
        Object.assign(scene.oidc.said, { idToken: said, userinfo: {} });
        const { callback, ...back } = scene.oidc.authorize(location);
        return Promise.resolve({ to: `${callback}?${new URLSearchParams(back).toString()}`, init: {} });
      }, other.providerId);
      expect(opened).toBe(false);
    });

    it("a credential with only ManageConnectors cannot do so either, but an owner can", async () => {
      const { providerId, name, configuration } = scene.providers.saml;
      const swapped = {
        ...configuration,
        settings: { ...configuration.settings, certificates: scene.evil.certificate },
      };
      const machine = tenantActor(scene.tenantId, { capabilities: ["ManageConnectors"] });
      const change = { providerId, name, configuration: swapped };
      await expect(scene.server.container.execute(machine, updateProvider, change)).rejects.toMatchObject(
        refusal(403),
      );
      expect((await scene.call("owner", "federation.update", change)).status).toBe(200);
      expect(await scene.bySaml(scene.evil, "victim-saml")).toBe(false);
      expect(
        (await scene.call("owner", "federation.update", { providerId, name, configuration })).status,
      ).toBe(200);
    });

    it("admins can change it again after the user stops being an administrator, and it opens the account again", async () => {
      await scene.call("owner", "administrators.add", { userId: victim.id, role: "admin" });
      expect((await scene.call("owner", "administrators.remove", { userId: victim.id })).status).toBe(200);
      expect(await scene.byOidc("victim-oidc")).toBe(true);
      const { providerId, configuration } = scene.providers.oidc;
      const answer = await scene.call("admin", "federation.update", {
        providerId,
        name: "Renamed",
        configuration,
        secret: "x",
      });
      expect(answer.status).toBe(200);
    });
  });

  it("a sign-in in progress gets no session if its user became an administrator", async () => {
    const late = await scene.somebody("late");
    await scene.link(late.id, scene.providers.oidc, "late");
    const browser = createBrowser(scene.server.url, (request) => fetch(request));
    const { at: page } = await browser.authorize(scene.app);
    const left = await browser.open(`${new URL(page).pathname}/outside`, {
      method: "POST",
      headers: { origin: scene.server.url, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ provider: String(scene.providers.oidc.providerId) }),
    });
    Object.assign(scene.oidc.said, { idToken: { sub: "late" }, userinfo: {} });
    const { callback, ...back } = scene.oidc.authorize(left.headers.get("location")!);
    const returned = await browser.open(`${callback}?${new URLSearchParams(back).toString()}`);
    await scene.server.container.execute(scene.actor, addAdministrator, { userId: late.id, role: "admin" });
    await browser.open(returned.headers.get("location")!);
    const sessions = await scene.write<{ userId: number; revokedAt: Date | null }[]>((tx) =>
      tx.sessions.list(),
    );
    expect(sessions.filter(({ userId, revokedAt }) => userId === late.id && revokedAt === null)).toEqual([]);
  });

  it("SCIM cannot create a link, because identities are no attribute of a user", async () => {
    const { scimToken } = scene.server.seed.tenants[0];
    const made = await scene.server.call<{ id: string }>(scimToken, "POST", `/scim/v2/${scene.slug}/Users`, {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: "planted@vouching.example",
      externalId: "victim-oidc",
      identities: [{ providerId: scene.providers.oidc.providerId, subject: "planted" }],
      emails: [{ value: "planted@vouching.example", primary: true }],
    });
    const links = await scene.write<{ subject: string }[]>((tx) => tx.identities.list());
    expect(links.map(({ subject }) => subject)).not.toContain("planted");
    expect(links.filter((one) => String((one as { userId?: number }).userId) === made.body.id)).toEqual([]);
    expect(await scene.byOidc("planted")).toBe(false);
  });
});
