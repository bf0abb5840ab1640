import * as z from "zod";
import { HOLDS_CREDENTIALS, NO_HOST, webAddressProblem } from "./web-address";

/** Returns true for a host of this machine (RFC 8252 §7.3). */
const isLoopback = (host: string) => host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/**
 * Schemes that do not belong to an app (RFC 8252 §7.1). A browser runs or reads some of them, and passes
 * others to the program that is registered for them. None leads to the app that signs in.
 */
const foreign = new Set(
  [
    ...["javascript", "vbscript", "livescript", "data", "blob", "about", "view-source", "filesystem", "jar"],
    ...["file", "ftp", "ftps", "sftp", "tftp", "smb", "nfs", "dav", "davs", "gopher", "ws", "wss"],
    ...["mailto", "tel", "sms", "smsto", "mms", "callto", "facetime", "sip", "sips", "xmpp", "irc", "ircs"],
    ...["news", "nntp", "imap", "pop", "ldap", "ldaps", "ssh", "telnet", "rlogin", "git", "svn", "rtsp"],
    ...["geo", "magnet", "feed", "webcal", "intent", "market", "cid", "mid", "tag", "resource", "chrome"],
    ...["res", "ms-its", "mhtml", "mk", "shell", "search-ms", "ms-msdt", "hcp", "dict", "jdbc"],
  ].map((name) => `${name}:`),
);

/** Characters that a URI contains only escaped (RFC 3986 §2). */
const UNESCAPED = /["<>`{}|^\\]/;

/**
 * Returns the reason why an address cannot be a redirect URI (RFC 6749 §3.1.2, RFC 8252 §7, clarifications
 * document 1, 6), or null.
 */
export function redirectUriProblem(text: string): string | null {
  if (/[\s\p{Cc}]/u.test(text)) return "must be an absolute URI";
  if (/^https?:\/\//i.test(text)) {
    const problem = webAddressProblem(text);
    if (problem === NO_HOST) return wildcardOr(text, NO_HOST);
    if (problem === HOLDS_CREDENTIALS) return "must not hold credentials";
    if (problem !== null) return "must be an absolute URI";
  }
  if (!URL.canParse(text)) return "must be an absolute URI";
  const url = new URL(text);
  // A host and port without a scheme would be parsed as a scheme.
  if (/^[^/]*:\d/.test(text)) return "must be an absolute URI";
  if (/^https?:(?!\/\/)/i.test(text)) return "must be an absolute URI";
  if (text.includes("#")) return "must not have a fragment";
  if (foreign.has(url.protocol)) return `must not use the scheme ${url.protocol}`;
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return "must use https, except for loopback hosts";
  if (url.username !== "" || url.password !== "") return "must not hold credentials";
  if (url.hostname.includes("*")) return wildcardOr(text, NO_HOST);
  if (UNESCAPED.test(text)) return "must not hold characters that a URI has only escaped";
  return null;
}

/** Redirect URIs are compared exactly (RFC 9700 §4.1.3): one with a wildcard would match no request. */
const wildcardOr = (text: string, otherwise: string) =>
  text.includes("*") ? "must not have a wildcard in its host" : otherwise;

export const RedirectUri = z
  .string()
  .max(2_000, "must have at most 2000 characters")
  .superRefine((text, context) => {
    const problem = redirectUriProblem(text);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });
