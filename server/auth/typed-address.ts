/*
 * The address that was typed into a sign-in which came to nothing, for the form to show again. It is personal data: not in the
 * page's address, which histories and logs keep, but in a cookie of that page alone, for some minutes.
 */
const NAME = "castellan_typed";
const LIFETIME_SECONDS = 300;
/** An address, RFC 5321 §4.5.3.1.3, or a directory's user name. */
const LONGEST = 254;

/** What these cookies hold of it; null where there is none. */
export function typedAddress(cookies: string | null): string | null {
  const [, value] = new RegExp(`(?:^|;\\s*)${NAME}=([^;]+)`).exec(cookies ?? "") ?? [];
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value).slice(0, LONGEST) || null;
  } catch {
    return null;
  }
}

/** Has the browser keep what was typed for the page at `path` where the sign-in failed, and forget it where it led on. */
export function followTypedAddress(
  response: Response,
  typed: string,
  failed: boolean,
  { path, secure }: { path: string; secure: boolean },
) {
  if (typed === "") return;
  const address = failed ? typed.trim().slice(0, LONGEST) : "";
  const value = address.isWellFormed() ? encodeURIComponent(address) : "";
  const seconds = value === "" ? 0 : LIFETIME_SECONDS;
  const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  response.headers.append("set-cookie", `${NAME}=${value}; ${attributes}`);
}
