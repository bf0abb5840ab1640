import { hashSecret, newOpaqueToken } from "../../kernel/http/client-id";
import type { Database } from "../../store/database";

/**
 * Returns the name of the cookie that identifies a browser as the same device. The server stores only a digest of its value. Over
 * https, no other host can set the cookie (RFC 6265bis §4.1.3.2), and a cookie with the plain name is ignored.
 */
const nameOf = (secure: boolean) => `${secure ? "__Host-" : ""}castellan_device`;

/** Lifetime in seconds: 400 days, the maximum of browsers (RFC 6265bis §5.5). */
const LIFETIME = 400 * 24 * 3_600;

/** Returns the token of the request's device cookie, or a new one. `secure` is true if the site is served over https. */
export function deviceCookie(cookies: string | null, secure: boolean): string {
  const [, token] = new RegExp(`(?:^|;\\s*)${nameOf(secure)}=([\\w-]{43})(?:;|$)`).exec(cookies ?? "") ?? [];
  return token ?? newOpaqueToken();
}

/**
 * Returns the digest that the store keeps of a token. A token of a custom domain (`domain`) is valid only there. The domain's
 * operator can read it, so it must not identify a device at the installation's own host (null).
 */
export const deviceDigest = (token: string, domain: string | null): string =>
  hashSecret(domain === null ? token : `${domain}\n${token}`);

/** The device tokens of one host. */
export interface DeviceTokens {
  digest: (token: string) => string;
  /** Returns a new token that replaces the token of a browser. */
  renew: (token: string) => Promise<string>;
}

/**
 * Creates the functions for the tokens of a host. `renew` is called at each sign-in and changes the token for all accounts for
 * which this browser is known. The token that an attacker has read or set before is then invalid.
 */
export function createDeviceTokens({ sql }: Database, domain: string | null): DeviceTokens {
  const digest = (token: string) => deviceDigest(token, domain);
  return {
    digest,
    renew: async (token) => {
      const renewed = newOpaqueToken();
      const [was, becomes] = [digest(token), digest(renewed)];
      await sql`
        with platform as (update platform_devices set token_hash = ${becomes} where token_hash = ${was})
        update devices set token_hash = ${becomes} where token_hash = ${was}`;
      return renewed;
    },
  };
}

/** Sets the cookie with the token. */
export function keepDevice(response: Response, token: string, secure: boolean) {
  const attributes = `Path=/; Max-Age=${LIFETIME}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  response.headers.append("set-cookie", `${nameOf(secure)}=${token}; ${attributes}`);
}
