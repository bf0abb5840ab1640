import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { ClientRecord } from "./clients";

const MINUTE = 60;
/** Maximum duration of a sign-in in seconds. */
export const INTERACTION = 60 * MINUTE;
const DAY = 86_400;
/** Maximum time in seconds for which a user can stay signed in. */
export const SESSION = 365 * DAY;

/** Returns the lifetimes in seconds. They follow the tenant's token policy, within the limits of the platform. */
export function lifetimes(recordOf: (client: object | undefined) => ClientRecord): Configuration["ttl"] {
  const policyFor = (client: object) => recordOf(client).app?.policy;
  const accessToken = (client: object) => policyFor(client)?.accessTokenLifetimeSeconds ?? 60 * MINUTE;
  return {
    AuthorizationCode: MINUTE,
    DeviceCode: 10 * MINUTE,
    Interaction: INTERACTION,
    AccessToken: (_ctx, token, client) => token.resourceServer?.accessTokenTTL ?? accessToken(client),
    IdToken: (_ctx, _token, client) => accessToken(client),
    RefreshToken: (ctx, token, client) => {
      const seconds = (policyFor(client)?.refreshTokenLifetimeDays ?? 14) * DAY;
      return browserRefreshSeconds(ctx, token, recordOf(client), seconds) ?? seconds;
    },
    Grant: 400 * DAY,
    // The tenant's own session may end earlier. Before the sign-in, the session contains only the state of a form.
    Session: (_ctx, { accountId }) => (accountId === undefined ? INTERACTION : SESSION),
  };
}

/** Maximum time in seconds for which a browser app can refresh tokens after a sign-in, if the tokens are not bound to a key. */
const LONGEST = 86_400;

interface RefreshToken {
  gty?: string;
  isSenderConstrained?: () => boolean;
}

/**
 * Returns true for a public app whose redirect URIs all belong to web pages, with at least one https URI or a listed origin. Apps
 * on devices have URIs with other schemes or only loopback hosts (RFC 8252 §7).
 */
const isBrowserApp = ({ authMethod, app }: ClientRecord): boolean =>
  authMethod === "none" &&
  app !== null &&
  app.redirectUris.every((uri) => /^https?:/i.test(uri)) &&
  (app.allowedOrigins.length > 0 || app.redirectUris.some((uri) => /^https:/i.test(uri)));

/**
 * Returns the lifetime in seconds of a refresh token of a browser app, or null if the token policy decides alone. Scripts of a page
 * can read the token, so it is short-lived unless it is bound to a key (RFC 9700 §2.2.2). A rotation does not extend it (OAuth 2.0
 * for Browser-Based Apps, "Refresh Tokens").
 */
function browserRefreshSeconds(
  { oidc }: KoaContextWithOIDC,
  token: object,
  client: ClientRecord,
  policySeconds: number,
): number | null {
  const { gty = "", isSenderConstrained } = token as RefreshToken;
  if (!isBrowserApp(client) || gty.startsWith("device_code") || isSenderConstrained?.call(token)) return null;
  const { RotatedRefreshToken: before } = oidc.entities;
  return Math.min(policySeconds, before?.remainingTTL ?? LONGEST, LONGEST);
}
