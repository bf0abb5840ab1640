import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identities } from "@/db/tenant/federation";
import { createBrowser, type AppAccess } from "@/db/seed/browser";
import { addAdministrator } from "@/server/domain/administrators/administrators";
import { createApp } from "@/server/domain/apps/apps";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { createProvider, updateProvider } from "@/server/domain/federation/providers";
import { TENANT_HEADER } from "@/server/kernel/workspace";
import { refusal, tenantActor } from "@/server/testing/operations";
import { keyPair, samlIdentityProvider, samlRequestOf } from "@/server/testing/saml-idp";
import { scriptedOidc, type ScriptedOidc } from "@/server/testing/scripted-oidc";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { consoleSignIn } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";

const idp = samlIdentityProvider("https://idp.example.org");
/** What the attacker, who manages providers, signs with. */
const evil = samlIdentityProvider(idp.entityId, keyPair());
const PASSWORD = "a long and uncommon one";

type Kind = "saml" | "oidc" | "ldap" | "github";

/** Whoever is no owner must not be able to change what vouches for one (ZITADEL CVE-2025-27507). */
describe.each(databaseKinds)("what vouches for an administrator, over HTTP on %s", (kind) => {
  let server: TestServer;
  let oidc: ScriptedOidc;
  let app: AppAccess;
  let cookies: { owner: string; admin: string };
  const providers = {} as Record<Kind, { providerId: number; name: string; configuration: Configuration }>;
  interface Configuration {
    kind: "saml" | "oidc" | "ldap";
    settings: Record<string, unknown>;
  }

  const tenantId = () => server.seed.tenants[0].tenantId;
  const slug = () => server.seed.tenants[0].slug;
  const actor = () => tenantActor(tenantId());
  const write = <T>(work: Parameters<ReturnType<TestServer["container"]["stores"]["tenant"]>["write"]>[0]) =>
    server.container.stores.tenant(tenantId()).write(work) as Promise<T>;

  /** A person with a password; an administrator where a role is given. */
  async function somebody(name: string, role: "owner" | "admin" | null = null) {
    const email = `${name}@vouching.example`;
    const passwordHash = await server.container.ports.passwords.hash(PASSWORD);
    const { id } = await write<{ id: number }>((tx) =>
      tx.users.insert({ email, passwordHash, emailVerifiedAt: new Date() }),
    );
    if (role) await write((tx) => tx.administrators.insert({ userId: id, role }));
    return { id, email };
  }
  async function consoleCookie({ email }: { email: string }) {
    const { auth } = server.container;
    const entered = await consoleSignIn(auth, server.url, { email, password: PASSWORD, ip: "192.0.2.9" });
    if (!("token" in entered)) throw new Error(entered.outcome);
    return `${auth.cookieName}=${entered.token}`;
  }
  /** A procedure of the console, as its pages call it. */
  async function call(as: "owner" | "admin", procedure: string, input: unknown) {
    const answer = await fetch(`${server.url}/api/trpc/${procedure}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: cookies[as],
        origin: server.url,
        "sec-fetch-site": "same-origin",
        [TENANT_HEADER]: slug(),
      },
      body: JSON.stringify(input),
    });
    return { status: answer.status, text: await answer.text() };
  }
  const link = (userId: number, { providerId }: { providerId: number }, subject: string) =>
    write((tx) => tx.identities.insert({ userId, providerId, subject }));

  beforeAll(async () => {
    [server, oidc] = await Promise.all([
      startTestServer(kind, { environment: { WEBHOOK_ALLOW_PRIVATE: "1" } }),
      scriptedOidc(),
    ]);
    const owner = await somebody("owner", "owner");
    const admin = await somebody("admin", "admin");
    cookies = { owner: await consoleCookie(owner), admin: await consoleCookie(admin) };
    const { execute } = server.container;
    const redirectUri = "https://shop.example/cb";
    const made = await execute(actor(), createApp, { name: "Vouched", redirectUris: [redirectUri] });
    app = { clientId: made.clientId, clientSecret: made.clientSecret ?? undefined, redirectUri };
    for (const name of ["Saml", "Social", "Ldap"]) {
      await execute(actor(), approveConnector, { appId: made.appId, name, approved: true });
      await execute(actor(), setAppConnector, { appId: made.appId, name, enabled: true });
    }
    const add = async (of: Kind, configuration: Configuration, secret?: string) => {
      const name = `Provider ${of}`;
      const { providerId } = await execute(actor(), createProvider, {
        name,
        configuration,
        ...(secret && { secret }),
      });
      providers[of] = { providerId, name, configuration };
    };
    await add("saml", {
      kind: "saml",
      settings: {
        entityId: idp.entityId,
        ssoUrl: idp.ssoUrl,
        certificates: idp.certificate,
        linkByEmail: true,
        trustEmail: true,
      },
    });
    await add(
      "oidc",
      { kind: "oidc", settings: { issuer: oidc.issuer, clientId: oidc.clientId, linkByEmail: true } },
      "a secret",
    );
    await add(
      "ldap",
      { kind: "ldap", settings: { url: "ldap://127.0.0.1:3890", baseDn: "dc=example", bindDn: "cn=s" } },
      "a password",
    );
    await add(
      "github",
      { kind: "oidc", settings: { issuer: "https://github.com", clientId: "g" } },
      "a secret",
    );
  }, 120_000);
  afterAll(async () => {
    oidc.close();
    await server.close();
  });

  /** Signs in to the app at this provider; whether the answer opened an account. */
  async function arrives(
    answer: (location: string) => Promise<{ to: string; init: RequestInit }>,
    providerId: number,
  ) {
    const browser = createBrowser(server.url, (request) => fetch(request));
    const { at: page } = await browser.authorize(app);
    const left = await browser.open(`${new URL(page).pathname}/outside`, {
      method: "POST",
      headers: { origin: server.url, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ provider: String(providerId) }),
    });
    const { to, init } = await answer(left.headers.get("location")!);
    const back = await browser.open(to, init);
    const claimed = await browser.open(back.headers.get("location")!);
    return !/error=/.test(claimed.headers.get("location") ?? "error=none");
  }
  const bySaml = (by: typeof idp, nameId: string) =>
    arrives(async (location) => {
      const at = `${server.url}/federation/${slug()}/saml/${providers.saml.providerId}`;
      const xml = await by.answer({
        ...{ audience: `${at}/metadata`, recipient: `${at}/acs`, nameId },
        inResponseTo: /ID="([^"]+)"/.exec(samlRequestOf(location))![1]!,
      });
      const RelayState = new URL(location).searchParams.get("RelayState")!;
      const SAMLResponse = Buffer.from(xml).toString("base64");
      return {
        to: `${at}/acs`,
        init: { method: "POST", body: new URLSearchParams({ RelayState, SAMLResponse }) },
      };
    }, providers.saml.providerId);
  const byOidc = (sub: string) =>
    arrives((location) => {
      Object.assign(oidc.said, { idToken: { sub }, userinfo: {} });
      const { callback, ...back } = oidc.authorize(location);
      return Promise.resolve({ to: `${callback}?${new URLSearchParams(back).toString()}`, init: {} });
    }, providers.oidc.providerId);

  const sentence = /Only an owner can change what it rests on/;
  const changes: [string, Kind, (configuration: Configuration) => object][] = [
    ["certificate", "saml", () => ({ settings: { certificates: evil.certificate } })],
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
    ["authority of the certificate", "ldap", () => ({ settings: { caCertificate: evil.certificate } })],
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

  describe("once a linked person is an owner", () => {
    let victim: { id: number; email: string };
    beforeAll(async () => {
      victim = await somebody("victim");
      for (const of of ["saml", "oidc", "ldap", "github"] as const)
        await link(victim.id, providers[of], `victim-${of}`);
      expect(await bySaml(idp, "victim-saml")).toBe(true);
      expect(await byOidc("victim-oidc")).toBe(true);
      const promoted = await call("owner", "administrators.add", { userId: victim.id, role: "owner" });
      expect(promoted.status).toBe(200);
    });

    it("no provider signs them in any more, however it was configured before", async () => {
      expect(await bySaml(idp, "victim-saml")).toBe(false);
      expect(await byOidc("victim-oidc")).toBe(false);
      const records = await write<{ explanation: string[] | null; at: Date; id: number }[]>((tx) =>
        tx.signIns.list(),
      );
      const last = records.sort((one, other) => other.id - one.id)[0];
      expect(last?.explanation?.[0]).toMatch(/Administrators sign in with what is kept here/);
    });

    it("the sessions that a provider's word began are ended", async () => {
      const sessions = await write<{ userId: number; methods: string[]; revokedAt: Date | null }[]>((tx) =>
        tx.sessions.list(),
      );
      const theirs = sessions.filter(
        ({ userId, methods }) => userId === victim.id && methods.some((one) => one !== "password"),
      );
      expect(theirs.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    });

    it.each(changes)(
      "an admin cannot change the %s of a %s provider that they are linked to",
      async (_what, of, change) => {
        const { providerId, name, configuration } = providers[of];
        const { settings = {}, ...more } = change(configuration) as {
          settings?: object;
          secret?: string | null;
        };
        const changed = { kind: configuration.kind, settings: { ...configuration.settings, ...settings } };
        const answer = await call("admin", "federation.update", {
          providerId,
          name,
          configuration: changed,
          ...more,
        });
        expect([answer.status, answer.text]).toEqual([403, expect.stringMatching(sentence) as string]);
      },
    );

    it("an admin cannot switch it on, delete it, or change our keys for it", async () => {
      const { providerId } = providers.saml;
      expect((await call("admin", "federation.setEnabled", { providerId, enabled: false })).status).toBe(200);
      for (const [procedure, input] of [
        ["setEnabled", { enabled: true }],
        ["remove", {}],
        ["addKey", {}],
        ["useKey", { keyId: 1 }],
        ["removeKey", { keyId: 1 }],
      ] as const) {
        const answer = await call("admin", `federation.${procedure}`, { providerId, ...input });
        expect([procedure, answer.status, answer.text]).toEqual([
          procedure,
          403,
          expect.stringMatching(sentence) as string,
        ]);
      }
      expect((await call("owner", "federation.setEnabled", { providerId, enabled: true })).status).toBe(200);
    });

    it("an admin cannot unlink them, but may rename a provider and change one that no administrator is linked to", async () => {
      const [linked] = await write<{ id: number }[]>((tx) =>
        tx.identities.list({ where: eq(identities.userId, victim.id) }),
      );
      const unlinked = await call("admin", "federation.unlink", {
        userId: victim.id,
        identityId: linked!.id,
      });
      expect(unlinked.status).toBe(403);
      const { providerId, configuration } = providers.oidc;
      const renamed = await call("admin", "federation.update", {
        providerId,
        name: "Renamed",
        configuration,
      });
      expect(renamed.status).toBe(200);
      const other = await server.container.execute(actor(), createProvider, { name: "Free", configuration });
      const free = { providerId: other.providerId, name: "Free" };
      const answer = await call("admin", "federation.update", { ...free, configuration, secret: "x" });
      expect(answer.status).toBe(200);
      // The same issuer again is another provider: nobody is linked to it, and nobody is found by their address.
      const said = { sub: "victim-oidc", email: victim.email, email_verified: true };
      const opened = await arrives((location) => {
        Object.assign(oidc.said, { idToken: said, userinfo: {} });
        const { callback, ...back } = oidc.authorize(location);
        return Promise.resolve({ to: `${callback}?${new URLSearchParams(back).toString()}`, init: {} });
      }, other.providerId);
      expect(opened).toBe(false);
    });

    it("a credential with ManageConnectors alone cannot either, and an owner can", async () => {
      const { providerId, name, configuration } = providers.saml;
      const swapped = {
        ...configuration,
        settings: { ...configuration.settings, certificates: evil.certificate },
      };
      const machine = tenantActor(tenantId(), { capabilities: ["ManageConnectors"] });
      const change = { providerId, name, configuration: swapped };
      await expect(server.container.execute(machine, updateProvider, change)).rejects.toMatchObject(
        refusal(403),
      );
      expect((await call("owner", "federation.update", change)).status).toBe(200);
      expect(await bySaml(evil, "victim-saml")).toBe(false);
      expect((await call("owner", "federation.update", { providerId, name, configuration })).status).toBe(
        200,
      );
    });

    it("is free again for admins once they administer no more, and opens their account again", async () => {
      await call("owner", "administrators.add", { userId: victim.id, role: "admin" });
      expect((await call("owner", "administrators.remove", { userId: victim.id })).status).toBe(200);
      expect(await byOidc("victim-oidc")).toBe(true);
      const { providerId, configuration } = providers.oidc;
      const answer = await call("admin", "federation.update", {
        providerId,
        name: "Renamed",
        configuration,
        secret: "x",
      });
      expect(answer.status).toBe(200);
    });
  });

  it("a sign-in that was under way when its person became an administrator does not end with a session", async () => {
    const late = await somebody("late");
    await link(late.id, providers.oidc, "late");
    const browser = createBrowser(server.url, (request) => fetch(request));
    const { at: page } = await browser.authorize(app);
    const left = await browser.open(`${new URL(page).pathname}/outside`, {
      method: "POST",
      headers: { origin: server.url, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ provider: String(providers.oidc.providerId) }),
    });
    Object.assign(oidc.said, { idToken: { sub: "late" }, userinfo: {} });
    const { callback, ...back } = oidc.authorize(left.headers.get("location")!);
    const returned = await browser.open(`${callback}?${new URLSearchParams(back).toString()}`);
    await server.container.execute(actor(), addAdministrator, { userId: late.id, role: "admin" });
    await browser.open(returned.headers.get("location")!);
    const sessions = await write<{ userId: number; revokedAt: Date | null }[]>((tx) => tx.sessions.list());
    expect(sessions.filter(({ userId, revokedAt }) => userId === late.id && revokedAt === null)).toEqual([]);
  });

  it("SCIM cannot plant a link: identities are no attribute of a person's", async () => {
    const { scimToken } = server.seed.tenants[0];
    const made = await server.call<{ id: string }>(scimToken, "POST", `/scim/v2/${slug()}/Users`, {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      ...{ userName: "planted@vouching.example", externalId: "victim-oidc" },
      identities: [{ providerId: providers.oidc.providerId, subject: "planted" }],
      emails: [{ value: "planted@vouching.example", primary: true }],
    });
    const links = await write<{ subject: string }[]>((tx) => tx.identities.list());
    expect(links.map(({ subject }) => subject)).not.toContain("planted");
    expect(links.filter((one) => String((one as { userId?: number }).userId) === made.body.id)).toEqual([]);
    expect(await byOidc("planted")).toBe(false);
  });
});
