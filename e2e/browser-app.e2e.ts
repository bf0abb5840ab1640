import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { call, enter } from "./support/console";
import { expect, test, type Seed } from "./support/test";
import { proceduresOf } from "./support/things";

/*
 * oidc-client-ts as an app without a server: a page of another origin redeems its code, reads userinfo, refreshes, revokes and
 * signs out. A second page of an origin that the app does not have is refused by the browser.
 */

const library = readFileSync(
  createRequire(import.meta.url)
    .resolve("oidc-client-ts")
    .replace(/dist.*$/, "dist/browser/oidc-client-ts.min.js"),
);

/** The files of the app: one page for every path, and the library. */
const serveApp = () =>
  createServer((request, response) => {
    if (request.url === "/oidc.js") return response.setHeader("content-type", "text/javascript").end(library);
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Browser app</title><script src="/oidc.js"></script>`);
  }).listen(0, "127.0.0.1");

const app = serveApp();
const foreign = serveApp();
const originOf = (server: typeof app) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
test.beforeAll(async () => {
  for (const server of [app, foreign])
    if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
});
test.afterAll(() => {
  app.close();
  foreign.close();
});

interface Settings {
  authority: string;
  client_id: string;
  redirect_uri: string;
  scope: string;
}
interface User {
  access_token: string;
  refresh_token: string;
  profile: { sub: string; email?: string };
}
/** The part of oidc-client-ts that the page uses. */
interface Library {
  oidc: {
    UserManager: new (settings: object) => {
      signinRedirect: (more?: object) => Promise<void>;
      signinCallback: () => Promise<User>;
      signinSilent: () => Promise<User>;
      revokeTokens: (kinds: string[]) => Promise<void>;
      signoutRedirect: (more: object) => Promise<void>;
      signoutCallback: () => Promise<unknown>;
      getUser: () => Promise<User | null>;
    };
  };
}

async function register(page: Page, seed: Seed): Promise<Settings & { appId: number }> {
  const { body } = await call(page, seed.tenants[0].credential, "POST", "/api/v1/apps", {
    name: "Browser app",
    redirectUris: [`${originOf(app)}/callback`],
    clientType: "public",
  });
  const { appId, clientId } = body as { appId: number; clientId: string };
  return {
    appId,
    authority: seed.baseUrl,
    client_id: clientId,
    redirect_uri: `${originOf(app)}/callback`,
    scope: "openid email offline_access",
  };
}

/** Starts the sign-in on the app's page, and signs the user in. Ends on the app's callback with a code. */
async function signIn(page: Page, settings: Settings, { plainUser }: Seed["fixtures"]) {
  await page.goto(originOf(app));
  // Not awaited, because the navigation ends the script.
  await page.evaluate((given) => {
    const { oidc } = window as unknown as Library;
    void new oidc.UserManager(given).signinRedirect({ prompt: "consent" });
  }, settings);
  await page.waitForURL(/\/interaction\//);
  await page.getByLabel("E-mail").fill(plainUser.email);
  const password = page.getByLabel("Password");
  if (!(await password.isVisible())) await page.getByRole("button", { name: /continue|next/i }).click();
  await password.fill(plainUser.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(`${originOf(app)}/callback?**`);
}

test("oidc-client-ts redeems a code, refreshes and revokes on a page of another origin", async ({
  page,
  seed,
}) => {
  const settings = await register(page, seed);
  await signIn(page, settings, seed.fixtures);
  const first = await page.evaluate(async (given) => {
    const { oidc } = window as unknown as Library;
    const { access_token, refresh_token, profile } = await new oidc.UserManager({
      ...given,
      loadUserInfo: true,
    }).signinCallback();
    return { access_token, refresh_token, profile };
  }, settings);
  expect(first.profile).toMatchObject({
    sub: String(seed.fixtures.plainUser.userId),
    email: seed.fixtures.plainUser.email,
  });
  const next = await page.evaluate(async (given) => {
    const { oidc } = window as unknown as Library;
    const { access_token, refresh_token } = await new oidc.UserManager(given).signinSilent();
    return { access_token, refresh_token };
  }, settings);
  expect(next.refresh_token).not.toBe(first.refresh_token);
  const after = await page.evaluate(
    async ([given, token]) => {
      const { oidc } = window as unknown as Library;
      await new oidc.UserManager(given).revokeTokens(["refresh_token", "access_token"]);
      const answer = await fetch(`${given.authority}/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.status;
    },
    [settings, next.access_token] as const,
  );
  // The page reads the status, because the refusal also has CORS headers.
  expect(after).toBe(401);
});

test("oidc-client-ts signs out, returns to the app, and then needs the password", async ({
  page,
  seed,
  playwright,
}) => {
  const { appId, ...settings } = await register(page, seed);
  const after = `${originOf(app)}/bye`;
  const console = await playwright.request.newContext({ baseURL: seed.baseUrl });
  await enter(console, seed.tenants[0].owner);
  await proceduresOf(console, seed.tenants[0].slug)("apps.setLogoutUris", {
    appId,
    postLogoutRedirectUris: [after],
  });
  await console.dispose();
  await signIn(page, settings, seed.fixtures);
  // Not awaited, because the navigation ends the script.
  await page.evaluate(
    async ([given, to]) => {
      const { oidc } = window as unknown as Library;
      const manager = new oidc.UserManager(given);
      await manager.signinCallback();
      void manager.signoutRedirect({ post_logout_redirect_uri: to, state: "left" });
    },
    [settings, after] as const,
  );
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(`${after}?state=**`);
  const remaining = await page.evaluate(async (given) => {
    const { oidc } = window as unknown as Library;
    const manager = new oidc.UserManager(given);
    await manager.signoutCallback();
    const user = await manager.getUser();
    void manager.signinRedirect();
    return user;
  }, settings);
  expect(remaining).toBeNull();
  await expect(page.getByLabel("Password")).toBeVisible();
});

test("a page of a foreign origin cannot read an answer about the app", async ({ page, seed }) => {
  const settings = await register(page, seed);
  await signIn(page, settings, seed.fixtures);
  const code = new URL(page.url()).searchParams.get("code")!;
  await page.goto(originOf(foreign));
  const asked = await page.evaluate(
    async ([given, stolen]) => {
      const body = new URLSearchParams({
        grant_type: "authorization_code",
        code: stolen,
        client_id: given.client_id,
        redirect_uri: given.redirect_uri,
      });
      const read = (path: string, init?: RequestInit) =>
        fetch(`${given.authority}${path}`, init).then(
          ({ status }) => status,
          (error: Error) => error.name,
        );
      return {
        token: await read("/token", { method: "POST", body }),
        userinfo: await read("/userinfo", { headers: { authorization: "Bearer x" } }),
        keys: await read("/jwks"),
        credentials: await read("/jwks", { credentials: "include" }),
      };
    },
    [settings, code] as const,
  );
  expect(asked).toEqual({ token: "TypeError", userinfo: "TypeError", keys: 200, credentials: "TypeError" });
});
