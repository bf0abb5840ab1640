import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type { ApiClaimRule } from "../../domain/app-claims/claims.schema";
import { evaluateClaims } from "../../domain/app-claims/evaluate";
import { readClaimFacts, type ClaimFacts, type SessionFacts } from "../../domain/app-claims/facts";
import type { Stores } from "../../kernel/operation/store";
import { fieldsIn, userFieldNames } from "../../kernel/user-fields";
import type { Subject } from "../sessions/people";

/* The claims that administrators configure for an app or an API (server/domain/app-claims), in tokens and userinfo. */

type Context = KoaContextWithOIDC;

interface Bearer {
  tenantId: number;
  appId: number;
  subject: Subject;
}

/** Facts of the user of a request. An ID token and an access token of one request use the same. */
const factsOfRequest = new WeakMap<Context, ReturnType<typeof readClaimFacts>>();

/** Returns how the user of a code or refresh token signed in; null at userinfo, which does not know it. */
function sessionOf({ oidc: { entities } }: Context): SessionFacts | null {
  const { AuthorizationCode, DeviceCode, RefreshToken } = entities;
  const source = AuthorizationCode ?? DeviceCode ?? RefreshToken;
  if (!source) return null;
  return { acr: source.acr ?? null, amr: source.amr ?? [], authTime: source.authTime ?? null };
}

/** Returns the claims of a user by these rules. Reads nothing if there are no rules. */
export async function configuredClaims(
  { stores }: { stores: Stores },
  ctx: Context,
  rules: readonly ApiClaimRule[],
  { tenantId, appId, subject }: Bearer,
): Promise<Record<string, unknown>> {
  if (rules.length === 0) return {};
  let reading = factsOfRequest.get(ctx);
  if (!reading) {
    reading = stores.tenant(tenantId).read((tx) => readClaimFacts(tx, { userId: subject.userId, appId }));
    factsOfRequest.set(ctx, reading);
  }
  const user: ClaimFacts["user"] = {
    email: subject.email,
    emailVerified: subject.emailVerified,
    ...fieldsIn(subject, userFieldNames),
    phoneVerified: subject.phone === null ? null : subject.phoneVerified,
  };
  return evaluateClaims(rules, { tenantId, user, ...(await reading), session: sessionOf(ctx) }).claims;
}

/** Key of the configured claims in the claims of an account. The library copies an account's claims, symbols included. */
const CONFIGURED = Symbol("configured claims");

/** Returns the claims of an account with the configured ones, which no scope selects. */
export const withConfigured = <Claims extends object>(
  claims: Claims,
  configured: Record<string, unknown>,
) => ({
  ...claims,
  [CONFIGURED]: configured,
});

/** Makes the library add the configured claims of an account to its ID tokens and to userinfo. Claims of the protocol win. */
export function addConfiguredClaims(provider: Provider) {
  // The types of the library do not declare the class.
  const { prototype } = (provider as unknown as { Claims: { prototype: ClaimsOfLibrary } }).Claims;
  const selected = prototype.result;
  prototype.result = async function () {
    return { ...this.available[CONFIGURED], ...(await selected.call(this)) };
  };
}

interface ClaimsOfLibrary {
  available: { [CONFIGURED]?: Record<string, unknown> };
  result: (this: ClaimsOfLibrary) => Promise<Record<string, unknown>>;
}
