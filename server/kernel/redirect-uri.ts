import * as z from "zod";

/** A host of this machine (RFC 8252 §7.3). */
const isLoopback = (host: string) => host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
/** Schemes that a browser would run or read instead of handing them to an app. */
const dangerous = new Set(["javascript:", "data:", "vbscript:", "file:", "blob:", "about:", "view-source:"]);

/** Why an address cannot be a redirect URI (RFC 6749 §3.1.2, RFC 8252 §7, clarifications document 1, 6), or null. */
export function redirectUriProblem(text: string): string | null {
  if (!URL.canParse(text) || /\s/.test(text)) return "must be an absolute URI";
  const url = new URL(text);
  // host:port without a scheme would be read as one.
  if (/^[^/]*:\d/.test(text)) return "must be an absolute URI";
  if (/^https?:(?!\/\/)/i.test(text)) return "must be an absolute URI";
  if (text.includes("#")) return "must not have a fragment";
  if (dangerous.has(url.protocol)) return `must not use the scheme ${url.protocol}`;
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return "must use https, except for loopback hosts";
  if ((url.protocol === "http:" || url.protocol === "https:") && url.hostname === "")
    return "must name a host";
  // Compared as it stands (RFC 9700 §4.1.3): a browser would go to no such host, or to one that nobody meant.
  if (url.hostname.includes("*")) return "must not have a wildcard in its host";
  if (url.username !== "" || url.password !== "") return "must not hold credentials";
  return null;
}

/** A redirect URI of an app. */
export const RedirectUri = z
  .string()
  .max(2_000, "must have at most 2000 characters")
  .superRefine((text, context) => {
    const problem = redirectUriProblem(text);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });
