import type { KoaContextWithOIDC } from "oidc-provider";
import type { ClientRecord } from "../clients";

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
export function browserRefreshSeconds(
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
