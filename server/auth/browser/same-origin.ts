import { parseUrl } from "../../kernel/http/parse-url";

/*
 * A change that relies on a cookie is accepted only from this site's own pages. The proof is in headers that browsers set and
 * pages cannot forge: Sec-Fetch-Site (Fetch Metadata) and Origin (Fetch §3.2). A request with neither header does not come from a
 * current browser. It needs another proof that a page of another site cannot send.
 */

type HeaderReader = Pick<Headers, "get">;

/** Names of the local machine. */
const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** Returns the origins of a site: the one of its base URL and, for a local server, its other local names. */
function ownOrigins(baseUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(baseUrl);
  if (!loopback.includes(hostname)) return [origin];
  return loopback.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}

/** Returns true if a Host header names this site: its base URL or, for a local server, one of its local names. */
export const isOwnHost = (host: string | undefined, baseUrl: string): boolean =>
  host !== undefined && ownOrigins(baseUrl).some((origin) => new URL(origin).host === host.toLowerCase());

/** Returns the origin of a request by its headers: a page of this site, of another site, or unknown. */
function provenance(headers: HeaderReader, baseUrl: string): "own" | "foreign" | "unsaid" {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === null && origin === null) return "unsaid";
  if (site !== null && site !== "same-origin") return "foreign";
  if (origin !== null && !ownOrigins(baseUrl).includes(origin)) return "foreign";
  return "own";
}

/**
 * Returns true if a change comes from a page of this site. `otherProof` is true if the request has a proof that replaces the two
 * headers when both are absent: a content type that needs a preflight, a SameSite cookie, or a token of the page.
 */
export function isSameOrigin(headers: HeaderReader, baseUrl: string, otherProof = false): boolean {
  const from = provenance(headers, baseUrl);
  return from === "unsaid" ? otherProof : from === "own";
}

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * Returns true if a form comes from a page of this site. `otherProof` is true if the form's step needs another proof (a SameSite
 * cookie, a token). This proof replaces the two headers if both are absent and the body is a form or empty.
 */
export function isOwnForm(request: Request, baseUrl: string, otherProof = true): boolean {
  const { headers } = request;
  const type = headers.get("content-type");
  const length = headers.get("content-length") ?? "0";
  const isEmpty = length === "0" && !headers.has("transfer-encoding");
  return isSameOrigin(headers, baseUrl, otherProof && (type === null ? isEmpty : FORM.test(type)));
}

/**
 * Returns true if a page of this site started a download or another recorded GET. Browsers send Sec-Fetch-Site on encrypted
 * connections and to the local machine. On other connections, the referrer names the page of the link.
 */
export function isOwnDownload(headers: HeaderReader, baseUrl: string): boolean {
  const referrer = headers.get("referer");
  const page = referrer === null ? null : (parseUrl(referrer)?.origin ?? null);
  const fromOwnPage = page !== null && ownOrigins(baseUrl).includes(page);
  // A navigation by GET has no Origin header. Without Sec-Fetch-Site, only the referrer identifies its page.
  if (headers.get("sec-fetch-site") === null && !fromOwnPage) return false;
  return isSameOrigin(headers, baseUrl, fromOwnPage);
}

/**
 * Returns true for the media type JSON. A page of another site cannot send it without a preflight, which this server never
 * answers (Fetch §4.8).
 */
export const isJson = (headers: HeaderReader): boolean =>
  /^application\/json\s*(;|$)/i.test(headers.get("content-type") ?? "");
