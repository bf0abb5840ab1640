import type { KoaContextWithOIDC } from "oidc-provider";
import { mayOpenApp } from "../../domain/app-access/may-open";
import type { Stores } from "../../kernel/operation/store";
import { userField, userFieldNames, type UserField } from "../../kernel/user-fields";
import { apiClaimsOf } from "./api-access";
import type { ClientRecord } from "./clients";
import type { ApiClaimRule } from "../../domain/app-claims/claims.schema";
import { configuredClaims, withConfigured } from "./configured-claims";
import { rulesFor } from "../../domain/app-claims/evaluate";
import { appOf, entryOf, type SessionDeps } from "./request-session";
import { signingIn } from "./sessions";
import { gatheredAccess, gatheredActor, gatheredPerson } from "./token-reads";

/*
 * The accounts of the provider: users with their claims.
 */

type Context = KoaContextWithOIDC;

interface AccountDeps extends SessionDeps {
  stores: Stores;
}

interface Token {
  kind?: string;
  grantId?: string;
  extra?: { act?: { sub: string } };
}

/** Returns the user id of the administrator who acts as the user of this token (RFC 8693 §4.1); null if there is none. */
async function actorOfToken(
  { people }: Pick<AccountDeps, "people">,
  ctx: Context,
  tenantId: number,
  token: object | undefined,
): Promise<number | null> {
  const { kind, grantId, extra } = (token ?? {}) as Token;
  // An access token contains the actor from its issue on.
  if (kind === "AccessToken" && (extra?.act || grantId === undefined))
    return extra?.act ? Number(extra.act.sub) : null;
  if (grantId === undefined) return null;
  const known = gatheredActor(ctx, grantId);
  return known === undefined ? people.grantActor(tenantId, grantId) : known;
}

/** Returns the profile fields of a person under the names of their claims. */
export const profileClaims = (subject: Record<UserField, string | null>): Record<string, string | null> =>
  Object.fromEntries(
    userFieldNames.flatMap((name) => {
      const { claim } = userField(name);
      return claim === null ? [] : [[claim.name, subject[name]]];
    }),
  );

/** Returns the user of a token, or of this request's session. */
async function personOf(deps: AccountDeps, ctx: Context, accountId: string, tenantId: number) {
  const known = gatheredPerson(ctx, tenantId, accountId);
  if (known) return known;
  if (!signingIn.has(ctx.oidc.route)) return deps.people.find(tenantId, accountId);
  return (await entryOf(deps, ctx, accountId))?.subject ?? null;
}

/** Kinds of tokens and codes that the app exchanges for new tokens. */
const exchanged = new Set(["RefreshToken", "AuthorizationCode", "DeviceCode"]);

/**
 * Returns the account of a user with the claims of a token or of userinfo. Returns undefined if the user is not active, or gets no
 * new token because the user is locked or may not open the app.
 */
export async function findAccount(
  deps: AccountDeps,
  ctx: Context,
  accountId: string,
  token: { kind?: string } | undefined,
) {
  const { tenantId, app } = appOf(deps, ctx);
  const subject = await personOf(deps, ctx, accountId, tenantId);
  if (!subject) return undefined;
  // An exchange is a new decision: a user who is locked or may not open the app any more gets no new token.
  if (exchanged.has(token?.kind ?? "")) {
    const { appId } = app;
    if (appId === null || subject.isBarred) return undefined;
    const pair = { appId, userId: subject.userId };
    const known = gatheredAccess(ctx, { tenantId, ...pair });
    if (!(known ?? (await deps.stores.tenant(tenantId).read((tx) => mayOpenApp(tx, pair))))) return undefined;
  }
  const actorId = await actorOfToken(deps, ctx, tenantId, token);
  const claims = {
    sub: accountId,
    tid: tenantId,
    act: actorId === null ? null : { sub: String(actorId) },
    email: subject.email,
    email_verified: subject.emailVerified,
    ...profileClaims(subject),
    phone_number_verified: subject.phone === null ? null : subject.phoneVerified,
    updated_at: subject.updatedAt,
  };
  const known = Object.entries(claims).filter(([, value]) => value !== null);
  return {
    accountId,
    claims: async (use: string, scope: string) => {
      const rules =
        app.appId === null ? [] : rulesFor(use === "userinfo" ? "userinfo" : "id_token", app.claims);
      const ofRules = await configuredClaims(deps, ctx, rules, { tenantId, appId: app.appId ?? 0, subject });
      const selectable = {
        ...(Object.fromEntries(known) as typeof claims),
        ...(scope.split(" ").includes("roles") &&
          (await deps.people.rolesOf(tenantId, subject.userId, app.appId))),
      };
      return withConfigured(selectable, ofRules);
    },
  };
}

/** Returns the additional claims of a user's access token: the organization, and roles for the app's own API. */
export async function accessTokenClaims(
  deps: AccountDeps,
  { tenantId, app }: ClientRecord,
  ctx: Context,
  token: { accountId?: string; grantId?: string; aud?: unknown },
) {
  if (tenantId === null || token.grantId === undefined) return undefined;
  const { people } = deps;
  const { AuthorizationCode, DeviceCode, RefreshToken } = ctx.oidc.entities;
  const granted = AuthorizationCode ?? DeviceCode ?? RefreshToken;
  const wantsRoles = app !== null && token.aud !== undefined && granted?.scopes.has("roles");
  const known = gatheredActor(ctx, token.grantId);
  const rules = apiClaimsOf(token) ?? rulesFor("access_token", app?.claims ?? []);
  const [actorId, roles, ofRules] = await Promise.all([
    known === undefined ? people.grantActor(tenantId, token.grantId) : known,
    wantsRoles ? people.rolesOf(tenantId, Number(token.accountId), app.appId) : null,
    app?.appId && rules.length > 0
      ? claimsByRules(deps, ctx, rules, { tenantId, appId: app.appId, accountId: token.accountId ?? "" })
      : null,
  ]);
  // An API that accepts tokens of several organizations distinguishes them by `tid`.
  // An API that requires a stronger or a newer sign-in reads them (RFC 9470 §6).
  const signIn = granted && { acr: granted.acr, auth_time: granted.authTime };
  return {
    ...ofRules,
    ...signIn,
    tid: tenantId,
    ...(actorId !== null && { act: { sub: String(actorId) } }),
    ...roles,
  };
}

/** Returns the claims of the user of an access token by the rules of its app or API. */
async function claimsByRules(
  deps: AccountDeps,
  ctx: Context,
  rules: readonly ApiClaimRule[],
  { tenantId, appId, accountId }: { tenantId: number; appId: number; accountId: string },
) {
  const subject = await personOf(deps, ctx, accountId, tenantId);
  return subject && configuredClaims(deps, ctx, rules, { tenantId, appId, subject });
}
