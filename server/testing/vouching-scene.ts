import { createBrowser } from "@/server/seed/browser";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { createProvider } from "@/server/domain/federation/providers";
import { TENANT_HEADER } from "@/server/kernel/http/workspace";
import type { Database } from "@/server/store/database";
import { tenantActor } from "./operations";
import { keyPair, samlIdentityProvider, samlRequestOf } from "./saml-idp";
import { scriptedOidc } from "./scripted-oidc";
import { registerApp } from "./scene";
import { startTestServer, type TestServer } from "./server";
import { consoleCookie } from "./sign-in";

const idp = samlIdentityProvider("https://idp.example.org");
/** The provider of an attacker who manages providers. */
const evil = samlIdentityProvider(idp.entityId, keyPair());
const PASSWORD = "a long and uncommon one";

export type Kind = "saml" | "oidc" | "ldap" | "github";
export interface Configuration {
  kind: "saml" | "oidc" | "ldap";
  settings: Record<string, unknown>;
}

/**
 * Creates, over HTTP, an organization with an owner and an admin at the console, a provider of each kind, and
 * an app that offers them.
 */
export async function vouchingScene(kind: Database["kind"]) {
  const [server, oidc] = await Promise.all([
    startTestServer(kind, { environment: { WEBHOOK_ALLOW_PRIVATE: "1" } }),
    scriptedOidc(),
  ]);
  const providers = {} as Record<Kind, { providerId: number; name: string; configuration: Configuration }>;
  const { tenantId, slug } = server.seed.tenants[0];
  const actor = tenantActor(tenantId);
  const write = <T>(work: Parameters<ReturnType<TestServer["container"]["stores"]["tenant"]>["write"]>[0]) =>
    server.container.stores.tenant(tenantId).write(work) as Promise<T>;

  /** Creates a user with a password, and an administrator if a role is given. */
  async function somebody(name: string, role: "owner" | "admin" | null = null) {
    const email = `${name}@vouching.example`;
    const passwordHash = await server.container.ports.passwords.hash(PASSWORD);
    const { id } = await write<{ id: number }>((tx) =>
      tx.users.insert({ email, passwordHash, emailVerifiedAt: new Date() }),
    );
    if (role) await write((tx) => tx.administrators.insert({ userId: id, role }));
    return { id, email };
  }
  const cookieOf = ({ email }: { email: string }) =>
    consoleCookie(server.container.auth, server.url, { email, password: PASSWORD, ip: "192.0.2.9" });
  const link = (userId: number, { providerId }: { providerId: number }, subject: string) =>
    write((tx) => tx.identities.insert({ userId, providerId, subject }));

  const owner = await somebody("owner", "owner");
  const admin = await somebody("admin", "admin");
  const cookies = { owner: await cookieOf(owner), admin: await cookieOf(admin) };
  const { execute } = server.container;
  const { appId, app } = await registerApp(execute, actor, { name: "Vouched" });
  for (const name of ["Saml", "Social", "Ldap"]) {
    await execute(actor, approveConnector, { appId, name, approved: true });
    await execute(actor, setAppConnector, { appId, name, enabled: true });
  }
  const add = async (of: Kind, configuration: Configuration, secret?: string) => {
    const name = `Provider ${of}`;
    const { providerId } = await execute(actor, createProvider, {
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

  /** Calls a procedure like a page of the console. */
  async function call(as: "owner" | "admin", procedure: string, input: unknown) {
    const answer = await fetch(`${server.url}/api/trpc/${procedure}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: cookies[as],
        origin: server.url,
        "sec-fetch-site": "same-origin",
        [TENANT_HEADER]: slug,
      },
      body: JSON.stringify(input),
    });
    return { status: answer.status, text: await answer.text() };
  }
  type Answer = (location: string) => Promise<{ to: string; init: RequestInit }>;
  /** Signs in to the app through this provider. Returns the browser, the path of its sign-in and the last answer. */
  async function comesBack(answer: Answer, providerId: number) {
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
    return { browser, path: new URL(page).pathname, claimed };
  }
  /** Returns true if the sign-in through this provider succeeds. */
  async function arrives(answer: Answer, providerId: number) {
    const { claimed } = await comesBack(answer, providerId);
    return !/error=/.test(claimed.headers.get("location") ?? "error=none");
  }
  const samlAnswer =
    (by: typeof idp, nameId: string, attributes?: Record<string, string>): Answer =>
    async (location) => {
      const at = `${server.url}/federation/${slug}/saml/${providers.saml.providerId}`;
      const xml = await by.answer({
        audience: `${at}/metadata`,
        recipient: `${at}/acs`,
        nameId,
        ...(attributes && { attributes }),
        inResponseTo: /ID="([^"]+)"/.exec(samlRequestOf(location))![1]!,
      });
      const RelayState = new URL(location).searchParams.get("RelayState")!;
      const SAMLResponse = Buffer.from(xml).toString("base64");
      return {
        to: `${at}/acs`,
        init: { method: "POST", body: new URLSearchParams({ RelayState, SAMLResponse }) },
      };
    };
  const bySaml = (...of: Parameters<typeof samlAnswer>) =>
    arrives(samlAnswer(...of), providers.saml.providerId);
  /** Signs in through the SAML provider like `bySaml`, but returns the browser at the next step of the sign-in. */
  const waitingSaml = (...of: Parameters<typeof samlAnswer>) =>
    comesBack(samlAnswer(...of), providers.saml.providerId);
  const byOidc = (sub: string) =>
    arrives((location) => {
      Object.assign(oidc.said, { idToken: { sub }, userinfo: {} });
      const { callback, ...back } = oidc.authorize(location);
      return Promise.resolve({ to: `${callback}?${new URLSearchParams(back).toString()}`, init: {} });
    }, providers.oidc.providerId);

  return {
    server,
    oidc,
    app,
    providers,
    idp,
    evil,
    actor,
    tenantId,
    slug,
    write,
    somebody,
    call,
    link,
    arrives,
    bySaml,
    waitingSaml,
    byOidc,
    close: async () => {
      oidc.close();
      await server.close();
    },
  };
}

export type VouchingScene = Awaited<ReturnType<typeof vouchingScene>>;
