/*
 * Addresses on the web (http and https) that somebody gives: of webhooks, logos, pages, providers, apps. Parsers differ in what they
 * make of `https:///x`, `https://a\@b` or `https://@b`: what can be read in two ways is refused. One module for all such fields.
 */

/** White space, control characters and backslashes, which browsers drop or read as slashes (WHATWG URL §4.4). */
const AMBIGUOUS = /[\s\p{Cc}\\]/u;
/** The part between `//` and what follows it. */
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;
/** A host as the parser writes it: letters, digits, `-`, `_` and dots, or an IPv6 address. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])$/;

export const NOT_A_WEB_ADDRESS = "must be an absolute http or https URL";
export const HOLDS_CREDENTIALS = "must not hold a user name or password";
export const NO_HOST = "must name a host";

/** Why a text is no address on the web that every parser reads alike, in words that follow the field's name; null where it is one. */
export function webAddressProblem(text: string): string | null {
  const [, authority] = AUTHORITY.exec(text) ?? [];
  if (authority === undefined || AMBIGUOUS.test(text)) return NOT_A_WEB_ADDRESS;
  // An empty authority, as in `https:///x`: a browser would take the path's first part for the host.
  if (authority === "") return NO_HOST;
  if (authority.includes("@")) return HOLDS_CREDENTIALS;
  if (!URL.canParse(text)) return NOT_A_WEB_ADDRESS;
  const { hostname } = new URL(text);
  return HOST.test(hostname) && !hostname.includes("..") ? null : NO_HOST;
}

/** Characters that a URI has only escaped (RFC 3986 §2), and that end attributes or tags where an address is not escaped. */
const UNSAFE = /["<>`{}|^]/g;

/** The address with such characters percent-encoded; all else stays as it was written. */
export const escapedWebAddress = (text: string): string =>
  text.replace(UNSAFE, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
