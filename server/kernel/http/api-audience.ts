/** An audience of access tokens, in the form that the registry stores and compares. */
export interface AudienceName {
  /**
   * Normalized audience: without letter case, default port and trailing slashes. An API can treat two audiences with the same
   * key as one audience.
   */
  key: string;
  /** The host of an http(s) address, in lower case and ASCII. Null for another scheme. */
  host: string | null;
}

const isWeb = (protocol: string) => protocol === "https:" || protocol === "http:";

function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === "/") end -= 1;
  return text.slice(0, end);
}

/**
 * Returns the key and the host of an audience, which must be an absolute URI. Parses and serializes the URI (WHATWG URL) to
 * remove insignificant differences.
 */
export function audienceName(text: string): AudienceName {
  const url = new URL(text);
  if (isWeb(url.protocol)) url.hostname = withoutDot(url.hostname);
  const key = withoutTrailingSlashes(url.href).toLowerCase();
  return { key, host: isWeb(url.protocol) ? url.hostname.toLowerCase() : null };
}

/** Returns a host without the final dot of an absolute domain name (RFC 1034 §3.1). */
const withoutDot = (host: string) => (host.endsWith(".") ? host.slice(0, -1) : host);

const isLoopback = (host: string) => host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/**
 * Returns true if an audience is an address of this installation, such as its issuer. The ports are compared only on a loopback
 * host, where each port can belong to another server.
 */
export function isOwnAddress(text: string, baseUrl: string): boolean {
  const { host } = audienceName(text);
  const own = audienceName(baseUrl).host;
  if (host === null || host !== own) return false;
  return !isLoopback(host) || new URL(text).port === new URL(baseUrl).port;
}
