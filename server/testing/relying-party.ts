import { getRequestListener } from "@hono/node-server";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { allowInsecureRequests, ClientSecretPost, discovery, None, type Configuration } from "openid-client";
import { createBrowser, type AppAccess } from "@/server/seed/browser";
import type { Authentication } from "@/server/auth/authentication";
import { createApp } from "@/server/domain/apps/apps";
import { setAppProtocol } from "@/server/domain/apps/console";
import type { AppProtocol } from "@/server/domain/apps/console.schema";
import { signInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { changeSetting } from "@/server/domain/settings/tenant-settings";
import { createExecute } from "@/server/kernel/operation/execute";
import type { SigningAlgorithm } from "@/server/kernel/signing-keys";
import type { Database } from "@/server/store/database";
import { authenticationWorld } from "./authentication";
import { tenantActor } from "./operations";

const PASSWORD = "correct horse battery";
export const REDIRECT_URI = "https://shop.example/cb";

/** Fields of a new app, besides the documented ones. */
interface AppOptions extends Partial<AppProtocol> {
  clientType?: "confidential" | "public";
  redirectUris?: string[];
  requirePkce?: boolean;
  allowDeviceFlow?: boolean;
  signingAlgorithm?: SigningAlgorithm;
}

/** Starts the provider behind real HTTP, for independent relying parties. */
export async function relyingPartyWorld(kind: Database["kind"]) {
  const world = await authenticationWorld(kind);
  const running: { auth?: Authentication } = {};
  const listener = getRequestListener((request) => {
    const { pathname } = new URL(request.url);
    const [, first, uid, step] = pathname.split("/");
    const facts = { ip: "192.0.2.1", requestId: "r" };
    return first === "interaction"
      ? running.auth!.main.interactions.submit(request, uid!, step!, facts)
      : running.auth!.main.oidc(request, facts);
  });
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const auth = (running.auth = await world.instance(baseUrl));
  const passwordHash = await world.ports.passwords.hash(PASSWORD);
  const execute = createExecute(world.stores, world.ports);
  let numbered = 0;

  const browser = (cookies = "") => createBrowser(baseUrl, (request) => fetch(request), cookies);

  async function addApp(tenantId: number, options: AppOptions = {}) {
    const { requirePushedRequests, requireDpop, backchannelLogoutUri, apiAudience, ...input } = options;
    const actor = tenantActor(tenantId);
    const { appId, clientId, clientSecret } = await execute(actor, createApp, {
      name: "Shop",
      redirectUris: [REDIRECT_URI],
      ...input,
    });
    await execute(actor, setAppProtocol, {
      appId,
      requirePushedRequests: requirePushedRequests ?? false,
      requireDpop: requireDpop ?? false,
      backchannelLogoutUri: backchannelLogoutUri ?? null,
      apiAudience: apiAudience ?? null,
    });
    const app: AppAccess = {
      clientId,
      clientSecret: clientSecret ?? undefined,
      redirectUri: input.redirectUris?.[0] ?? REDIRECT_URI,
    };
    /** Creates the app as an openid-client, from discovery on. */
    const client = (): Promise<Configuration> =>
      discovery(
        new URL(baseUrl),
        clientId,
        undefined,
        clientSecret ? ClientSecretPost(clientSecret) : None(),
        { execute: [allowInsecureRequests] },
      );
    return { appId, app, client };
  }

  /** Creates a tenant with one user and one app. */
  async function setting(options: AppOptions = {}) {
    const { tenantId } = await world.tenant();
    const email = `ann${(numbered += 1)}@shop.example`;
    const { id: userId } = await world.inTenant(tenantId, (tx) =>
      tx.users.insert({ email, name: "Ann Shopper", passwordHash, emailVerifiedAt: new Date() }),
    );
    await world.inTenant(tenantId, (tx) =>
      changeSetting(tx, signInOptions, { deviceFlowEnabled: true }, new Date()),
    );
    return {
      tenantId,
      actor: tenantActor(tenantId),
      person: { userId, email, password: PASSWORD },
      ...(await addApp(tenantId, options)),
    };
  }

  /** Posts a form like an app or an attacker. Returns the answer with its body. */
  async function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
    const answer = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      body: new URLSearchParams(form),
      headers,
      redirect: "manual",
    });
    const text = await answer.text();
    const body = text.startsWith("{") ? (JSON.parse(text) as Record<string, string>) : { text };
    return { status: answer.status, headers: answer.headers, body };
  }

  const secretsOf = ({ app }: { app: AppAccess }) => ({
    client_id: app.clientId,
    ...(app.clientSecret !== undefined && { client_secret: app.clientSecret }),
  });

  /** Signs in and returns the code without exchanging it. */
  async function codeOf(
    { app, person }: { app: AppAccess; person: { email: string; password: string } },
    parameters: Record<string, string> = {},
    visit = browser(),
  ) {
    const { verifier, ...start } = await visit.authorize(app, parameters);
    let { at } = start;
    for (const step of ["sign-in", "consent"]) {
      if (!new URL(at).pathname.startsWith("/interaction/")) break;
      at = (await visit.follow(await visit.submit(at, step, person), app)).at;
    }
    return { at, verifier, code: new URL(at).searchParams.get("code")! };
  }

  /** Returns the answer of the token endpoint for this app and code. */
  const exchange = (of: { app: AppAccess }, form: Record<string, string>, headers?: Record<string, string>) =>
    post(
      "/token",
      { grant_type: "authorization_code", redirect_uri: of.app.redirectUri, ...secretsOf(of), ...form },
      headers,
    );

  const refresh = (of: { app: AppAccess }, token: string) =>
    post("/token", { grant_type: "refresh_token", refresh_token: token, ...secretsOf(of) });

  /** Returns the status of the userinfo endpoint for this token. */
  const userinfo = async (token: string, scheme = "Bearer") =>
    (await fetch(`${baseUrl}/userinfo`, { headers: { authorization: `${scheme} ${token}` } })).status;

  const introspect = async ({ app }: { app: AppAccess }, token: string) =>
    (
      await post("/introspect", {
        client_id: app.clientId,
        client_secret: app.clientSecret ?? "",
        token,
      })
    ).body as unknown as Record<string, unknown> & { active: boolean };

  return {
    world,
    auth,
    baseUrl,
    execute,
    browser,
    addApp,
    setting,
    post,
    secretsOf,
    codeOf,
    exchange,
    refresh,
    userinfo,
    introspect,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await world.close();
    },
  };
}

export type RelyingPartyWorld = Awaited<ReturnType<typeof relyingPartyWorld>>;
