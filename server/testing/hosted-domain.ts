import * as client from "openid-client";
import { afterAll, beforeAll, expect } from "vitest";
import { setAppProtocol } from "@/server/domain/apps/console";
import { createBrowser, type AppAccess } from "@/server/seed/browser";
import type { Database } from "@/server/store/database";
import { sendTo } from "./hosts";
import { tenantActor } from "./operations";
import { startTestServer, type TestServer } from "./server";

/** The custom domain of the first seeded tenant. */
export const DOMAIN = "login.acme.example";
export const REDIRECT_URI = "https://shop.example/cb";

export interface RegisteredApp {
  appId: number;
  clientId: string;
  clientSecret: string;
}

/** Returns the client authentication of the app for a form. */
export const secrets = ({ clientId, clientSecret }: RegisteredApp) => ({
  client_id: clientId,
  client_secret: clientSecret,
});

const appOf = ({ clientId, clientSecret }: RegisteredApp): AppAccess => ({
  clientId,
  clientSecret,
  redirectUri: REDIRECT_URI,
});

/** Returns the body of an answer. */
export const json = async (answer: Response | Promise<Response>) =>
  (await (await answer).json()) as Record<string, unknown>;

interface Scene {
  server: TestServer;
  /** Origin of the custom domain. */
  domain: string;
  send: ReturnType<typeof sendTo>;
  /** An app of the tenant with the domain. */
  shop: RegisteredApp;
  /** An app of the other seeded tenant. */
  foreign: RegisteredApp;
}

/** Sets the domain as verified (custom-domain.test.ts tests the verification). */
const verified = (server: TestServer, tenant: 0 | 1, name: string) =>
  server.container.stores
    .tenant(server.seed.tenants[tenant].tenantId)
    .write((tx) =>
      tx.customDomains.put({ domain: name, verifyToken: "t", verifiedAt: new Date(), verifiedKey: name }),
    );

async function registered(server: TestServer, tenant: 0 | 1) {
  const { credential } = server.seed.tenants[tenant];
  const app = { name: "Shop", redirectUris: [REDIRECT_URI] };
  const made = await server.call<RegisteredApp>(credential, "POST", "/api/v1/apps", app);
  expect(made.status).toBe(201);
  return made.body;
}

async function setUp(kind: Database["kind"]): Promise<Scene> {
  const server = await startTestServer(kind, { environment: { TRUSTED_PROXIES: "1" } });
  await verified(server, 0, DOMAIN);
  const shop = await registered(server, 0);
  const foreign = await registered(server, 1);
  await server.container.execute(tenantActor(server.seed.tenants[0].tenantId), setAppProtocol, {
    appId: shop.appId,
    requirePushedRequests: false,
    requireDpop: false,
    backchannelLogoutUri: "https://shop.example/out",
    apiAudience: "https://api.shop.example",
  });
  const domain = `http://${DOMAIN}:${new URL(server.url).port}`;
  return { server, domain, send: sendTo(server.url), shop, foreign };
}

/** Signs in at this host through its pages, and exchanges the code there, with a public client library. */
async function signIn({ server, send, shop }: Scene, at: string, parameters: Record<string, string>) {
  const config = await client.discovery(
    new URL(at),
    shop.clientId,
    undefined,
    client.ClientSecretPost(shop.clientSecret),
    { execute: [client.allowInsecureRequests], [client.customFetch]: send as client.CustomFetch },
  );
  const cookies: string[] = [];
  const browser = createBrowser(at, async (request) => {
    const answer = await send(request);
    cookies.push(...answer.headers.getSetCookie());
    return answer;
  });
  const { verifier, ...start } = await browser.authorize(appOf(shop), parameters);
  let page = start.at;
  const visited: string[] = [];
  for (const step of ["sign-in", "consent"]) {
    if (!new URL(page).pathname.startsWith("/interaction/")) break;
    visited.push(new URL(page).origin);
    const answer = await browser.submit(page, step, server.seed.fixtures.plainUser);
    page = (await browser.follow(answer, appOf(shop))).at;
  }
  const tokens = await client.authorizationCodeGrant(config, new URL(page), {
    pkceCodeVerifier: verifier,
    expectedState: "the-state",
  });
  return { config, tokens, page: new URL(page), visited, cookies };
}

/** Starts a server with a custom domain before the tests of one `describe`, and closes it after them. */
export function hostedDomain(kind: Database["kind"]) {
  let scene: Scene;
  beforeAll(async () => void (scene = await setUp(kind)), 120_000);
  afterAll(() => scene.server.close());
  return {
    scene: () => scene,
    verify: (tenant: 0 | 1, name: string) => verified(scene.server, tenant, name),
    send: (...[input, init]: Parameters<Scene["send"]>) => scene.send(input, init),
    form: (at: string, path: string, fields: Record<string, string>) =>
      scene.send(`${at}${path}`, { method: "POST", body: new URLSearchParams(fields) }),
    signIn: (at: string, parameters: Record<string, string> = {}) => signIn(scene, at, parameters),
  };
}
