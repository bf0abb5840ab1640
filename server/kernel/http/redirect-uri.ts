import * as z from "zod";
import { must } from "../strings/must";
import { HOLDS_CREDENTIALS, NO_HOST, webAddressProblem } from "./web-address";
import { parseUrl } from "./parse-url";
import { verbatim } from "../strings/composed";

/** Returns true for a loopback host (RFC 8252 §7.3). */
export const isLoopback = (host: string) =>
  host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/** The parts of an http address with a loopback IP: its start, its port (or nothing), and the rest. */
const LOOPBACK_IP = /^(http:\/\/(?:127(?:\.\d{1,3}){3}|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/s;

/**
 * Returns true if a requested redirect URI is one of the registered ones. URIs are compared as plain text, except for the port of
 * a loopback IP, which a native app gets from the system (RFC 8252 §7.3). `localhost` is compared exactly (§8.3). A confidential
 * app that registers a port listens on it.
 */
export function isRegisteredRedirect(
  uri: string,
  registered: readonly string[],
  clientType: "public" | "confidential",
): boolean {
  if (registered.includes(uri)) return true;
  const [, start, port, rest] = LOOPBACK_IP.exec(uri) ?? [];
  if (start === undefined || Number(port ?? 80) > 65_535) return false;
  return registered.some((one) => {
    const own = LOOPBACK_IP.exec(one);
    const isAnyPort = clientType === "public" || own?.[2] === undefined;
    return own !== null && isAnyPort && own[1] === start && own[3] === rest;
  });
}

/**
 * Schemes that do not belong to an app (RFC 8252 §7.1). A browser executes or opens some of them itself, and passes others to
 * another program. A redirect to such a scheme never reaches the app that requested the sign-in.
 */
const foreign = new Set(
  [
    "javascript",
    "vbscript",
    "livescript",
    "data",
    "blob",
    "about",
    "view-source",
    "filesystem",
    "jar",
    "file",
    "ftp",
    "ftps",
    "sftp",
    "tftp",
    "smb",
    "nfs",
    "dav",
    "davs",
    "gopher",
    "ws",
    "wss",
    "mailto",
    "tel",
    "sms",
    "smsto",
    "mms",
    "callto",
    "facetime",
    "sip",
    "sips",
    "xmpp",
    "irc",
    "ircs",
    "news",
    "nntp",
    "imap",
    "pop",
    "ldap",
    "ldaps",
    "ssh",
    "telnet",
    "rlogin",
    "git",
    "svn",
    "rtsp",
    "geo",
    "magnet",
    "feed",
    "webcal",
    "intent",
    "market",
    "cid",
    "mid",
    "tag",
    "resource",
    "chrome",
    "res",
    "ms-its",
    "mhtml",
    "mk",
    "shell",
    "search-ms",
    "ms-msdt",
    "hcp",
    "dict",
    "jdbc",
  ].map((name) => `${name}:`),
);

/** Characters that a URI may contain only percent-encoded (RFC 3986 §2). */
const UNESCAPED = /["<>`{}|^\\]/;

/**
 * Returns the schema message for a text that is not a valid redirect URI (RFC 6749 §3.1.2, RFC 8252 §7, clarifications document
 * 1, 6). Returns null for a valid redirect URI.
 */
export function redirectUriProblem(text: string): string | null {
  if (/[\s\p{Cc}]/u.test(text)) return must("not_uri");
  if (/^https?:\/\//i.test(text)) {
    const problem = webAddressProblem(text);
    if (problem === NO_HOST) return wildcardOr(text, NO_HOST);
    if (problem === HOLDS_CREDENTIALS) return must("credentials");
    if (problem !== null) return must("not_uri");
  }
  const url = parseUrl(text);
  if (url === null) return must("not_uri");
  // The URL parser reads the host of `localhost:3000` as a scheme.
  if (/^[^/]*:\d/.test(text)) return must("not_uri");
  if (/^https?:(?!\/\/)/i.test(text)) return must("not_uri");
  if (text.includes("#")) return must("fragment");
  if (foreign.has(url.protocol)) return must("foreign_scheme", { scheme: url.protocol });
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return must("not_https_or_loopback");
  if (url.username !== "" || url.password !== "") return must("credentials");
  if (url.hostname.includes("*")) return wildcardOr(text, NO_HOST);
  if (UNESCAPED.test(text)) return must("unescaped_characters");
  return null;
}

/**
 * Returns the message about wildcards if the text contains `*`, otherwise the other message. A redirect URI with a wildcard
 * would match no request, because redirect URIs are compared exactly (RFC 9700 §4.1.3).
 */
const wildcardOr = (text: string, otherwise: string) =>
  text.includes("*") ? must("host_wildcard") : otherwise;

export const RedirectUri = verbatim(
  z
    .string()
    .max(2_000)
    .superRefine((text, context) => {
      const problem = redirectUriProblem(text);
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
    }),
);
