import { must } from "../strings/must";
import { parseUrl } from "./parse-url";

/*
 * Validation of http(s) addresses from users: of webhooks, logos, pages, identity providers and apps. Ambiguous addresses are
 * refused, because URL parsers disagree about the host of `https:///x`, `https://a\@b` and `https://@b`.
 */

/**
 * White space, control characters and backslashes. Browsers remove some of these characters and read a backslash as a slash
 * (WHATWG URL §4.4).
 */
const AMBIGUOUS = /[\s\p{Cc}\\]/u;
/** The part of an address from `//` to the path, query or fragment. */
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;
/** A host in the parser's output: either letters, digits, `-`, `_` and dots, or an IPv6 address in brackets. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])$/;

export const NOT_A_WEB_ADDRESS = must("not_web_address");
export const HOLDS_CREDENTIALS = must("user_or_password");
export const NO_HOST = must("no_host");

/** Returns null for a web address that all parsers read in the same way. Returns a schema message for any other text. */
export function webAddressProblem(text: string): string | null {
  const [, authority] = AUTHORITY.exec(text) ?? [];
  if (authority === undefined || AMBIGUOUS.test(text)) return NOT_A_WEB_ADDRESS;
  // For an address without an authority, such as `https:///x`, a browser uses the first path segment as the host.
  if (authority === "") return NO_HOST;
  if (authority.includes("@")) return HOLDS_CREDENTIALS;
  const url = parseUrl(text);
  if (url === null) return NOT_A_WEB_ADDRESS;
  const { hostname } = url;
  return HOST.test(hostname) && !hostname.includes("..") ? null : NO_HOST;
}

/**
 * Characters that a URI may contain only percent-encoded (RFC 3986 §2). In HTML without escaping, they can end an attribute or
 * a tag.
 */
const UNSAFE = /["<>`{}|^]/g;

/** Returns the address with the characters of `UNSAFE` percent-encoded and all other characters unchanged. */
export const escapedWebAddress = (text: string): string =>
  text.replace(UNSAFE, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
