import { must } from "../strings/must";

/*
 * Validation of http(s) addresses from users: of webhooks, logos, pages, providers and apps. Parsers disagree
 * about `https:///x`, `https://a\@b` and `https://@b`, so ambiguous addresses are refused. All such fields
 * use this module.
 */

/**
 * White space, control characters and backslashes. Browsers drop them or read them as slashes (WHATWG URL
 * §4.4).
 */
const AMBIGUOUS = /[\s\p{Cc}\\]/u;
/** The part of an address after `//` up to the path, query or fragment. */
const AUTHORITY = /^https?:\/\/([^/?#]*)/i;
/** A host in the parser's output: letters, digits, `-`, `_` and dots, or an IPv6 address. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])$/;

export const NOT_A_WEB_ADDRESS = must("not_web_address");
export const HOLDS_CREDENTIALS = must("user_or_password");
export const NO_HOST = must("no_host");

/**
 * Returns null for a web address that all parsers read in the same way. Returns the message of a schema for any other
 * text.
 */
export function webAddressProblem(text: string): string | null {
  const [, authority] = AUTHORITY.exec(text) ?? [];
  if (authority === undefined || AMBIGUOUS.test(text)) return NOT_A_WEB_ADDRESS;
  // For an empty authority, as in `https:///x`, a browser would use the first part of the path as the host.
  if (authority === "") return NO_HOST;
  if (authority.includes("@")) return HOLDS_CREDENTIALS;
  if (!URL.canParse(text)) return NOT_A_WEB_ADDRESS;
  const { hostname } = new URL(text);
  return HOST.test(hostname) && !hostname.includes("..") ? null : NO_HOST;
}

/**
 * Characters that a URI contains only escaped (RFC 3986 §2). They end attributes or tags in unescaped output.
 */
const UNSAFE = /["<>`{}|^]/g;

/** Returns the address with such characters percent-encoded and everything else unchanged. */
export const escapedWebAddress = (text: string): string =>
  text.replace(UNSAFE, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
