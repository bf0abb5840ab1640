import { hashSecret, newOpaqueToken } from "../../kernel/client-id";
import type { Database } from "../../store/database";

/**
 * By this cookie a browser is the same device the next time; the server keeps only a digest of it. Over https no other host can set
 * it (RFC 6265bis §4.1.3.2), and one of the plain name is not read.
 */
const nameOf = (secure: boolean) => `${secure ? "__Host-" : ""}castellan_device`;

/** Browsers keep no cookie for longer (RFC 6265bis §5.5): 400 days, in seconds. */
const LIFETIME = 400 * 24 * 3_600;

/** The token of the request's device cookie, or a new one. `secure`: whether the site is served over https. */
export function deviceCookie(cookies: string | null, secure: boolean): string {
  const [, token] = new RegExp(`(?:^|;\\s*)${nameOf(secure)}=([\\w-]{43})(?:;|$)`).exec(cookies ?? "") ?? [];
  return token ?? newOpaqueToken();
}

/** A new token in place of a browser's. */
export type RenewDevice = (token: string) => Promise<string>;

/**
 * Renews the token at each sign-in, for everybody who is known by it in this browser: whoever knew the token that a browser came
 * with, or had put it there, must not pass for the device that it has become.
 */
export const createDeviceRenewal =
  ({ sql }: Database): RenewDevice =>
  async (token) => {
    const renewed = newOpaqueToken();
    const [was, becomes] = [hashSecret(token), hashSecret(renewed)];
    await sql`
      with platform as (update platform_devices set token_hash = ${becomes} where token_hash = ${was})
      update devices set token_hash = ${becomes} where token_hash = ${was}`;
    return renewed;
  };

/** Has the browser keep the token. */
export function keepDevice(response: Response, token: string, secure: boolean) {
  const attributes = `Path=/; Max-Age=${LIFETIME}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  response.headers.append("set-cookie", `${nameOf(secure)}=${token}; ${attributes}`);
}
