import { hashSecret, newOpaqueToken } from "../../kernel/client-id";
import type { Database } from "../../store/database";

/** By this cookie a browser is the same device the next time; the server keeps only a digest of it. */
const NAME = "castellan_device";

/** Browsers keep no cookie for longer (RFC 6265bis §5.5): 400 days, in seconds. */
const LIFETIME = 400 * 24 * 3_600;

/** The token of the request's device cookie, or a new one. */
export function deviceCookie(cookies: string | null): string {
  const [, token] = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`).exec(cookies ?? "") ?? [];
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
  response.headers.append("set-cookie", `${NAME}=${token}; ${attributes}`);
}
