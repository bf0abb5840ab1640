import { decodeJwt } from "jose";
import { setApiApp } from "@/server/domain/apis/api-apps";
import { createApi } from "@/server/domain/apis/apis";
import { createApiScope } from "@/server/domain/apis/scopes";
import { setAppServiceAccount } from "@/server/domain/apps/machine";
import { createServiceAccount } from "@/server/domain/service-accounts/service-accounts";
import { relyingPartyWorld, type RelyingPartyWorld } from "./relying-party";
import type { Database } from "@/server/store/database";

type Setting = Awaited<ReturnType<RelyingPartyWorld["setting"]>>;
interface ApiOptions {
  format?: "jwt" | "opaque";
  enforceRoles?: boolean;
  lifetimeSeconds?: number;
  signingAlgorithm?: "RS256" | "ES256" | "PS256" | "EdDSA";
}
type Tokens = Record<string, string>;

/** Starts the provider behind real HTTP, with functions for APIs and their tokens. */
export async function apiWorld(kind: Database["kind"]) {
  const rig = await relyingPartyWorld(kind);
  let numbered = 0;

  /** Creates an API with the scopes `orders:read` and `orders:write`. */
  async function addApi({ actor }: Pick<Setting, "actor">, options: ApiOptions & { audience?: string } = {}) {
    const { audience = `https://api${(numbered += 1)}.shop.example/orders`, ...rest } = options;
    const api = await rig.execute(actor, createApi, { name: "Orders", audience, ...rest });
    const scope = async (name: string, description: string) =>
      (await rig.execute(actor, createApiScope, { apiId: api.apiId, name, description })).scopeId;
    const read = await scope("orders:read", "See your orders");
    const write = await scope("orders:write", "Change your orders");
    return { ...api, audience, scopes: { read, write } };
  }

  const allow = (
    { actor, appId }: Pick<Setting, "actor" | "appId">,
    apiId: number,
    access: { forUsers?: boolean; ownScopes?: string[] } = {},
  ) =>
    rig.execute(actor, setApiApp, {
      apiId,
      appId,
      forUsers: access.forUsers ?? access.ownScopes === undefined,
      forItself: access.ownScopes !== undefined,
      ownScopes: access.ownScopes ?? [],
    });

  /** Links the app to a new service account, so that it gets tokens for itself. Returns the id of the account. */
  async function withAccount({ actor, appId }: Pick<Setting, "actor" | "appId">) {
    const { userId } = await rig.execute(actor, createServiceAccount, { name: "Nightly" });
    await rig.execute(actor, setAppServiceAccount, { appId, serviceAccountId: userId });
    return userId;
  }

  /** Creates a tenant with a user, an app, and an API of which the app may ask for tokens of its users. */
  async function setting(options: ApiOptions = {}) {
    const own = await rig.setting();
    const api = await addApi(own, options);
    await allow(own, api.apiId);
    return { ...own, api };
  }

  /** Signs in with the scopes, agrees, and returns the answer of the token endpoint. */
  async function tokensOf(
    of: Pick<Setting, "app" | "person">,
    audience: string,
    scope = "openid orders:read",
    browser?: ReturnType<typeof rig.browser>,
  ) {
    const { code, verifier } = await rig.codeOf(of, { resource: audience, scope }, browser);
    return rig.exchange(of, { code, code_verifier: verifier, resource: audience });
  }

  const refreshed = (of: Pick<Setting, "app">, token: string, form: Tokens = {}) =>
    rig.post("/token", { grant_type: "refresh_token", refresh_token: token, ...rig.secretsOf(of), ...form });

  /** Returns the answer of the token endpoint for the app itself. */
  const ownToken = (of: Pick<Setting, "app">, form: Tokens) =>
    rig.post("/token", { grant_type: "client_credentials", ...rig.secretsOf(of), ...form });

  /** Returns the answer of the introspection endpoint for the API's own client. */
  const introspect = (api: { clientId: string; clientSecret: string }, token: string, headers: Tokens = {}) =>
    rig.post("/introspect", { client_id: api.clientId, client_secret: api.clientSecret, token }, headers);

  return { ...rig, rig, addApi, allow, withAccount, setting, tokensOf, refreshed, ownToken, introspect };
}

export type ApiWorld = Awaited<ReturnType<typeof apiWorld>>;

/** Returns the claims of a JWT. */
export const claimsOf = (token: string | undefined) => decodeJwt(token ?? "");
