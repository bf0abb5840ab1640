/** An audience as the registry compares it. */
export interface AudienceName {
  /** Equal for two spellings that an API could take for one: letter case, default port and trailing slashes do not count. */
  key: string;
  /** The host that it names, in lower case and ASCII; null where it is no http(s) address. */
  host: string | null;
}

const isWeb = (protocol: string) => protocol === "https:" || protocol === "http:";

function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === "/") end -= 1;
  return text.slice(0, end);
}

/** The name of an audience: an absolute URI, parsed and serialized anew (WHATWG URL), which drops what makes no difference. */
export function audienceName(text: string): AudienceName {
  const url = new URL(text);
  if (isWeb(url.protocol)) url.hostname = withoutDot(url.hostname);
  const key = withoutTrailingSlashes(url.href).toLowerCase();
  return { key, host: isWeb(url.protocol) ? url.hostname.toLowerCase() : null };
}

/** A host without the dot by which DNS ends a full name (RFC 1034 §3.1). */
const withoutDot = (host: string) => (host.endsWith(".") ? host.slice(0, -1) : host);

const isLoopback = (host: string) => host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/**
 * Whether an audience is an address of the installation itself: its issuer, its interfaces. On loopback hosts the port tells
 * servers apart.
 */
export function isOwnAddress(text: string, baseUrl: string): boolean {
  const { host } = audienceName(text);
  const own = audienceName(baseUrl).host;
  if (host === null || host !== own) return false;
  return !isLoopback(host) || new URL(text).port === new URL(baseUrl).port;
}
