/*
 * The address that was typed in a failed sign-in, for the form to show again. It is personal data. Histories and logs store the
 * page's URL, so the address is in a cookie of this page instead, for some minutes.
 */
const NAME = "castellan_typed";
const LIFETIME_SECONDS = 300;
/** Maximum length of an address (RFC 5321 §4.5.3.1.3) or of a directory's user name. */
const LONGEST = 254;

/** Returns the typed address in these cookies; null if there is none. */
export function typedAddress(cookies: string | null): string | null {
  const [, value] = new RegExp(`(?:^|;\\s*)${NAME}=([^;]+)`).exec(cookies ?? "") ?? [];
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value).slice(0, LONGEST) || null;
  } catch {
    return null;
  }
}

/** Sets the cookie for the page at `path` if the sign-in failed, and removes it if the sign-in continued. */
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
