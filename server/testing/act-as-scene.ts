import { expect } from "vitest";
import { createBrowser, type AppAccess, type Tokens } from "@/server/seed/browser";
import type { Authentication } from "@/server/auth/authentication";
import { createApp } from "@/server/domain/apps/apps";
import { openActAs, requestActAs } from "@/server/domain/act-as/requests";
import { setAppProtocol } from "@/server/domain/apps/console";
import { updateActAsSettings } from "@/server/domain/act-as/settings";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { Execute } from "@/server/kernel/operation/execute";
import { BASE_URL, type AuthenticationWorld } from "./authentication";
import { tenantActor } from "./operations";
import { consoleSignIn } from "./sign-in";

export const PASSWORD = "a long and uncommon one";
export const redirectUri = "https://shop.example/cb";
export const facts = { ip: "192.0.2.1", requestId: "r" };

/** Returns the API of an app: an audience belongs to one organization. */
export const apiOf = ({ clientId }: { clientId: string }) => `https://api.shop.example/${clientId}`;

interface World {
  world: AuthenticationWorld;
  auth: Authentication;
  execute: Execute;
}

/** Creates organizations and browsers for tests of acting as a person. `at` returns the world of the tests. */
export function actAsScene(at: () => World) {
  const send = (request: Request): Promise<Response> => {
    const [, first, second, third] = new URL(request.url).pathname.split("/");
    if (first === "act-as") return at().auth.actAs.submit(request, third!, facts);
    return first === "interaction"
      ? at().auth.main.interactions.submit(request, second!, third!, facts)
      : at().auth.main.oidc(request, facts);
  };

  /** Creates an organization with an owner in the console, a user, and an app to which the user has consented, or not. */
  async function scene({ agreed = true, requireApproval = false } = {}) {
    const { tenantId, slug } = await at().world.tenant();
    const all = tenantActor(tenantId);
    const ownerId = await at().world.administrator(tenantId, `owner@${slug}.example`, PASSWORD);
    // Without a second owner, the owner could be neither suspended nor locked.
    await at().world.administrator(tenantId, `other@${slug}.example`, PASSWORD);
    const passwordHash = await at().world.ports.passwords.hash(PASSWORD);
    const email = `ann@${slug}.example`;
    const person = await at().world.inTenant(tenantId, (tx) =>
      tx.users.insert({ email, name: "Ann Shopper", passwordHash }),
    );
    const registered = await at().execute(all, createApp, { name: "Shop", redirectUris: [redirectUri] });
    await at().execute(all, setAppProtocol, {
      appId: registered.appId,
      requirePushedRequests: false,
      requireDpop: false,
      backchannelLogoutUri: null,
      apiAudience: apiOf(registered),
    });
    const app: AppAccess = {
      clientId: registered.clientId,
      clientSecret: registered.clientSecret ?? undefined,
      redirectUri,
    };
    if (agreed) await createBrowser(BASE_URL, send).signIn(app, { email, password: PASSWORD });
    await at().execute(all, updateActAsSettings, { enabled: true, requireApproval });
    const signedIn = await consoleSignIn(at().auth, BASE_URL, {
      email: `owner@${slug}.example`,
      password: PASSWORD,
      ip: "203.0.113.9",
    });
    if (!("token" in signedIn)) throw new Error(signedIn.outcome);
    const console = `${at().auth.cookieName}=${signedIn.token}`;
    const owner = (await at().auth.consoleActor(console, slug, facts)) as TenantActor;
    // Only a signed-in person can answer the request for approval.
    const expiresAt = new Date(Date.now() + 3_600_000);
    const begun = () =>
      at().world.inTenant(tenantId, (tx) => tx.sessions.insert({ userId: person.id, expiresAt }));
    const self = tenantActor(tenantId, {
      capabilities: [],
      channel: "account",
      as: { userId: person.id, email, sessionId: requireApproval ? (await begun()).id : null },
    });
    const ask = (appId: number | null = registered.appId) =>
      at().execute(owner, requestActAs, { userId: person.id, appId, reason: "Ticket 4711", minutes: 30 });
    const introspect = async (token: string) => {
      const body = new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret!, token });
      const answer = await send(new Request(`${BASE_URL}/introspect`, { method: "POST", body }));
      return (await answer.json()) as { active: boolean; sub?: string; act?: { sub: string } };
    };
    const { appId } = registered;
    return { tenantId, all, owner, ownerId, self, person, app, appId, console, ask, introspect };
  }

  /** Opens the one-time link in the browser of this console session. */
  async function begin(path: string, console: string) {
    const browser = createBrowser(BASE_URL, send);
    const link = path.slice("/act-as/link/".length);
    const response = await browser.open("/act-as/step/begin", {
      method: "POST",
      headers: { origin: BASE_URL, cookie: console },
      body: new URLSearchParams({ link }),
    });
    return { browser, response };
  }

  /** Requests to act as the person, and opens the link in the administrator's browser. */
  async function acting(made: Awaited<ReturnType<typeof scene>>, appId: number | null = made.appId) {
    const { requestId } = await made.ask(appId);
    const { path } = await at().execute(made.owner, openActAs, { requestId });
    // The test browser does not store this cookie. It is sent explicitly where it is read.
    const { browser, response } = await begin(path, made.console);
    expect(response.headers.get("location")).toBe(`${BASE_URL}/act-as/${made.tenantId}`);
    return { browser, path, requestId };
  }

  const tokensOf = async (browser: ReturnType<typeof createBrowser>, app: AppAccess) => {
    const { at, verifier } = await browser.authorize(app);
    expect(at).toContain(redirectUri);
    return browser.exchange(app, at, verifier);
  };

  /** Returns a token for the app's own API, with its refresh token. */
  const apiTokensOf = async (
    browser: ReturnType<typeof createBrowser>,
    app: AppAccess,
    parameters: Record<string, string> = {},
  ) => {
    const { at, verifier } = await browser.authorize(app, { resource: apiOf(app), ...parameters });
    const answer = await browser.token(app, {
      grant_type: "authorization_code",
      code: new URL(at).searchParams.get("code")!,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: apiOf(app),
    });
    return (await answer.json()) as Tokens;
  };

  return { send, scene, begin, acting, tokensOf, apiTokensOf };
}
