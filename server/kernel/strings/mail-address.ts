import { parseUrl } from "../http/parse-url";

const ATOM = String.raw`[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+`;

/**
 * Local parts that a mail server or a library can read as an address at another domain: an encoded word (RFC 2047), a path
 * (`evil.example!a`), and a route (`a%evil.example`).
 */
const ROUTES = [
  String.raw`[^@]*=\?[^?=@]*\?[bqBQ]\?`,
  String.raw`[^@]*\.[A-Za-z0-9-]+!`,
  String.raw`[^@]*%[A-Za-z0-9-]+\.`,
];

const DOMAIN = String.raw`(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])`;

/** Matches a mail address of atoms (RFC 5322 §3.2.3) at a domain, without quoted text, comments and routes. */
export const MAIL_ADDRESS = new RegExp(
  `^${ROUTES.map((route) => `(?!${route})`).join("")}${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`,
);

/** Letters, digits and hyphens of a domain in the spelling of a language. Excludes other characters that IDNA maps to a dot. */
const UNICODE_DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*$/u;
const LONGEST_LABEL = 63;
const LONGEST_ADDRESS = 254;

/** Returns the spelling of a domain in the DNS (A-labels, RFC 5890), or null if it is not a valid domain. */
function asciiDomain(domain: string): string | null {
  // A compatibility form such as `ａ` would be another spelling of another person's domain.
  if (!UNICODE_DOMAIN.test(domain) || domain.normalize("NFKC") !== domain.normalize("NFC")) return null;
  // The parsers of newer versions of Node accept invalid A-labels in a domain of ASCII only. The label in front prevents this.
  const host = parseUrl(`http://ü.${domain}`)?.hostname.slice("xn--tda.".length) ?? "";
  return host !== "" && host.split(".").every((label) => label.length <= LONGEST_LABEL) ? host : null;
}

/**
 * Returns an address with its domain in ASCII: the only spelling that is stored and compared, because mail servers need it. Returns
 * other texts, and addresses without a valid domain, unchanged.
 */
export function asciiAddress(text: string): string {
  const at = text.lastIndexOf("@") + 1;
  const domain = text.slice(at);
  if (at === 0 || text.length > LONGEST_ADDRESS || !/[^\0-\x7f]/.test(domain)) return text;
  const ascii = asciiDomain(domain);
  return ascii === null ? text : text.slice(0, at) + ascii;
}

/** Returns false for an address whose domain has an invalid A-label, such as `xn--a`. */
export function hasValidLabels(address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return !/(^|\.)xn--/.test(domain) || asciiDomain(domain) === domain;
}
