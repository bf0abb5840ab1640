import { getRequestListener } from "@hono/node-server";
import { allowInsecureRequests, ClientSecretPost, discovery, None, type Configuration } from "openid-client";
import { createBrowser, type AppAccess, type Send } from "@/server/seed/browser";
import type { Authentication } from "@/server/auth/authentication";
import { createApp } from "@/server/domain/apps/apps";
import { setAppProtocol } from "@/server/domain/apps/console";
import type { AppProtocol } from "@/server/domain/apps/console.schema";
import { signInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { changeSetting } from "@/server/domain/settings/tenant-settings";
import type { RequestFacts, TenantActor } from "@/server/kernel/operation/actor";
import { createExecute, type Execute } from "@/server/kernel/operation/execute";
import type { SigningAlgorithm } from "@/server/kernel/signing-keys";
import type { Database } from "@/server/store/database";
import { answerOf, authenticationWorld, BASE_URL } from "./authentication";
import { tenantActor } from "./operations";
import { takeAddress } from "./server-address";

export const PASSWORD = "correct horse battery";
export const REDIRECT_URI = "https://shop.example/cb";
const FACTS = { ip: "192.0.2.1", requestId: "r" };

/** Answers a request for the protocol or for a page of the sign-in, like the routes of server/http/app.ts. */
export function dispatch(auth: Authentication, request: Request, facts: RequestFacts = FACTS) {
  const [, first, second, third] = new URL(request.url).pathname.split("/");
  const { interactions, oidc } = auth.main;
  if (first === "federation") return auth.federation(request, facts);
  if (first === "act-as") return auth.actAs.submit(request, third!, facts);
  if (first !== "interaction") return oidc(request, facts);
  return request.method === "GET"
    ? interactions.returned(request, second!, facts)
    : interactions.submit(request, second!, third!, facts);
}

/** Fields of a new app. */
interface AppInput {
  name?: string;
  clientType?: "confidential" | "public";
  redirectUris?: string[];
  requirePkce?: boolean;
  allowDeviceFlow?: boolean;
  signingAlgorithm?: SigningAlgorithm;
}

/** Registers an app. Returns it as its own client. */
export async function registerApp(execute: Execute, actor: TenantActor, input: AppInput = {}) {
  const { redirectUris = [REDIRECT_URI] } = input;
  const made = await execute(actor, createApp, { name: "Shop", ...input, redirectUris });
  const { appId, clientId, clientSecret } = made;
  const app: AppAccess = {
    clientId,
    clientSecret: clientSecret ?? undefined,
    redirectUri: redirectUris[0]!,
  };
  return { appId, app };
}

const secretsOf = ({ app }: { app: AppAccess }) => ({
  client_id: app.clientId,
  ...(app.clientSecret !== undefined && { client_secret: app.clientSecret }),
});

/** Returns functions that send the requests of browsers, apps and attackers. */
function requestsBy(send: Send, baseUrl: string) {
  const browser = (cookies = "") => createBrowser(baseUrl, send, cookies);

  /** Posts a form like an app or an attacker. Returns the answer with its body. */
  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    answerOf<string>(
      await send(
        new Request(`${baseUrl}${path}`, {
          method: "POST",
          body: new URLSearchParams(form),
          headers,
          redirect: "manual",
        }),
      ),
    );

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

  const refresh = (of: { app: AppAccess }, token: string, form: Record<string, string> = {}) =>
    post("/token", { grant_type: "refresh_token", refresh_token: token, ...secretsOf(of), ...form });

  /** Returns the status of the userinfo endpoint for this token. */
  const userinfo = async (token: string, scheme = "Bearer") => {
    const headers = { authorization: `${scheme} ${token}` };
    return (await send(new Request(`${baseUrl}/userinfo`, { headers }))).status;
  };

  const introspect = async (of: { app: AppAccess }, token: string) =>
    (await post("/introspect", { client_secret: "", ...secretsOf(of), token })).body as Record<
      string,
      unknown
    > & { active: boolean };

  return { send, browser, post, codeOf, exchange, refresh, userinfo, introspect };
}

/**
 * Starts the provider over a new database, with functions that add tenants and send requests. The requests call the handlers, or use
 * real HTTP, for independent relying parties.
 */
export async function createScene(kind: Database["kind"], { overHttp = false } = {}) {
  const world = await authenticationWorld(kind);
  const address = overHttp ? await takeAddress() : null;
  const baseUrl = address?.url ?? BASE_URL;
  const auth = await world.instance(baseUrl);
  const listener = getRequestListener((request) => dispatch(auth, request));
  address?.serve((request, response) => void listener(request, response));
  const execute = createExecute(world.stores, world.ports);
  const passwordHash = await world.ports.passwords.hash(PASSWORD);
  let numbered = 0;

  /** Returns requests to this instance of the server, from this address. */
  const requestsTo = (instance: Authentication, ip = FACTS.ip) =>
    requestsBy((request) => dispatch(instance, request, { ...FACTS, ip }), baseUrl);

  async function addApp(tenantId: number, options: AppInput & Partial<AppProtocol> = {}) {
    const { requirePushedRequests, requireDpop, backchannelLogoutUri, apiAudience, ...input } = options;
    const actor = tenantActor(tenantId);
    const { appId, app } = await registerApp(execute, actor, input);
    await execute(actor, setAppProtocol, {
      appId,
      requirePushedRequests: requirePushedRequests ?? false,
      requireDpop: requireDpop ?? false,
      backchannelLogoutUri: backchannelLogoutUri ?? null,
      apiAudience: apiAudience ?? null,
    });
    /** Creates the app as an openid-client, from discovery on. It needs HTTP. */
    const client = (): Promise<Configuration> =>
      discovery(
        new URL(baseUrl),
        app.clientId,
        undefined,
        app.clientSecret === undefined ? None() : ClientSecretPost(app.clientSecret),
        { execute: [allowInsecureRequests] },
      );
    return { appId, app, client };
  }

  /** Creates a tenant with one user and one app. */
  async function addTenant(options: Parameters<typeof addApp>[1] = {}) {
    const { tenantId, slug } = await world.tenant();
    const email = `ann${(numbered += 1)}@shop.example`;
    const userId = await world.inTenant(tenantId, async (tx) => {
      await changeSetting(tx, signInOptions, { deviceFlowEnabled: true }, new Date());
      return (
        await tx.users.insert({ email, name: "Ann Shopper", passwordHash, emailVerifiedAt: new Date() })
      ).id;
    });
    return {
      tenantId,
      slug,
      actor: tenantActor(tenantId),
      person: { userId, email, password: PASSWORD },
      ...(await addApp(tenantId, options)),
    };
  }

  /** Moves the uses of an app's refresh tokens ten seconds back, so that they are no longer repeatable (refresh-grace.ts). */
  const passRefreshGrace = ({ app }: { app: AppAccess }) => world.database.sql`
    update oidc_payloads set consumed_at = consumed_at - interval '10 seconds'
    where model = 'RefreshToken' and client_id = ${app.clientId}`;

  return {
    world,
    auth,
    baseUrl,
    execute,
    addApp,
    addTenant,
    secretsOf,
    requestsTo,
    passRefreshGrace,
    ...(overHttp ? requestsBy(fetch, baseUrl) : requestsTo(auth)),
    close: async () => {
      address?.release();
      await world.close();
    },
  };
}

export type Scene = Awaited<ReturnType<typeof createScene>>;
export type SceneTenant = Awaited<ReturnType<Scene["addTenant"]>>;
