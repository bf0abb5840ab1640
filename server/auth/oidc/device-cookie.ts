import { newOpaqueToken } from "../../kernel/client-id";

/** By this cookie a browser is the same device the next time; the server keeps only a digest of it. */
const NAME = "castellan_device";

/** Browsers keep no cookie for longer (RFC 6265bis §5.5): 400 days, in seconds. */
const LIFETIME = 400 * 24 * 3_600;

/** The token of the request's device cookie, or a new one. */
export function deviceCookie(cookies: string | null): string {
  const [, token] = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`).exec(cookies ?? "") ?? [];
  return token ?? newOpaqueToken();
}

/** Has the browser keep the token. */
export function keepDevice(response: Response, token: string, secure: boolean) {
  const attributes = `Path=/; Max-Age=${LIFETIME}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  response.headers.append("set-cookie", `${NAME}=${token}; ${attributes}`);
}
