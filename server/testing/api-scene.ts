import { decodeJwt } from "jose";
import { setApiApp } from "@/server/domain/apis/api-apps";
import { createApi } from "@/server/domain/apis/apis";
import { createApiScope } from "@/server/domain/apis/scopes";
import { setAppServiceAccount } from "@/server/domain/apps/machine";
import { createServiceAccount } from "@/server/domain/service-accounts/service-accounts";
import { createScene, type SceneTenant } from "./scene";
import type { Database } from "@/server/store/database";

interface ApiOptions {
  format?: "jwt" | "opaque";
  enforceRoles?: boolean;
  lifetimeSeconds?: number;
  signingAlgorithm?: "RS256" | "ES256" | "PS256" | "EdDSA";
}
type Tokens = Record<string, string>;

/** Starts the provider behind real HTTP, with functions for APIs and their tokens. */
export async function createApiScene(kind: Database["kind"]) {
  const scene = await createScene(kind, { overHttp: true });
  let numbered = 0;

  /** Creates an API with the scopes `orders:read` and `orders:write`. */
  async function addApi(
    { actor }: Pick<SceneTenant, "actor">,
    options: ApiOptions & { audience?: string } = {},
  ) {
    const { audience = `https://api${(numbered += 1)}.shop.example/orders`, ...rest } = options;
    const api = await scene.execute(actor, createApi, { name: "Orders", audience, ...rest });
    const scope = async (name: string, description: string) =>
      (await scene.execute(actor, createApiScope, { apiId: api.apiId, name, description })).scopeId;
    const read = await scope("orders:read", "See your orders");
    const write = await scope("orders:write", "Change your orders");
    return { ...api, audience, scopes: { read, write } };
  }

  const allow = (
    { actor, appId }: Pick<SceneTenant, "actor" | "appId">,
    apiId: number,
    access: { forUsers?: boolean; ownScopes?: string[] } = {},
  ) =>
    scene.execute(actor, setApiApp, {
      apiId,
      appId,
      forUsers: access.forUsers ?? access.ownScopes === undefined,
      forItself: access.ownScopes !== undefined,
      ownScopes: access.ownScopes ?? [],
    });

  /** Links the app to a new service account, so that it gets tokens for itself. Returns the id of the account. */
  async function withAccount({ actor, appId }: Pick<SceneTenant, "actor" | "appId">) {
    const { userId } = await scene.execute(actor, createServiceAccount, { name: "Nightly" });
    await scene.execute(actor, setAppServiceAccount, { appId, serviceAccountId: userId });
    return userId;
  }

  /** Creates a tenant with a user, an app, and an API of which the app may ask for tokens of its users. */
  async function addTenantWithApi(options: ApiOptions = {}) {
    const own = await scene.addTenant();
    const api = await addApi(own, options);
    await allow(own, api.apiId);
    return { ...own, api };
  }

  /** Signs in with the scopes, agrees, and returns the answer of the token endpoint. */
  async function tokensOf(
    of: Pick<SceneTenant, "app" | "person">,
    audience: string,
    scope = "openid orders:read",
    browser?: ReturnType<typeof scene.browser>,
  ) {
    const { code, verifier } = await scene.codeOf(of, { resource: audience, scope }, browser);
    return scene.exchange(of, { code, code_verifier: verifier, resource: audience });
  }

  /** Returns the answer of the token endpoint for the app itself. */
  const ownToken = (of: Pick<SceneTenant, "app">, form: Tokens) =>
    scene.post("/token", { grant_type: "client_credentials", ...scene.secretsOf(of), ...form });

  /** Returns the answer of the introspection endpoint for the API's own client. */
  const introspectAsApi = (
    api: { clientId: string; clientSecret: string },
    token: string,
    headers: Tokens = {},
  ) =>
    scene.post("/introspect", { client_id: api.clientId, client_secret: api.clientSecret, token }, headers);

  return { ...scene, addApi, allow, withAccount, addTenantWithApi, tokensOf, ownToken, introspectAsApi };
}

export type ApiScene = Awaited<ReturnType<typeof createApiScene>>;

/** Returns the claims of a JWT. */
export const claimsOf = (token: string | undefined) => decodeJwt(token ?? "");
