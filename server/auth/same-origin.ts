/*
 * A change that rests on a cookie is taken only from this site's own pages, and the request must prove it. The proof is what
 * browsers say and pages cannot forge: Sec-Fetch-Site (Fetch Metadata) and Origin (Fetch §3.2). A request that says neither
 * comes from no browser of these years; it needs something that no other site's page can send.
 */

type Told = Pick<Headers, "get">;

/** The names by which a machine reaches itself. */
const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** The origins of a site: that of its base URL and, for a server on this machine, its other local names. */
function ownOrigins(baseUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(baseUrl);
  if (!loopback.includes(hostname)) return [origin];
  return loopback.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}

/** Returns whether a Host header names this site: its base URL or, for a server on this machine, one of its local names. */
export const isOwnHost = (host: string | undefined, baseUrl: string): boolean =>
  host !== undefined && ownOrigins(baseUrl).some((origin) => new URL(origin).host === host.toLowerCase());

/** Which page a browser says that a request comes from: one of this site, another, or nothing is said. */
function provenance(headers: Told, baseUrl: string): "own" | "foreign" | "unsaid" {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === null && origin === null) return "unsaid";
  if (site !== null && site !== "same-origin") return "foreign";
  if (origin !== null && !ownOrigins(baseUrl).includes(origin)) return "foreign";
  return "own";
}

/**
 * Returns whether a change comes from a page of this site. `otherProof`: whether the request holds something that stands in
 * for the two headers where neither is sent, as a content type that needs a preflight, a cookie with SameSite, or a token
 * that the page gave.
 */
export function isSameOrigin(headers: Told, baseUrl: string, otherProof = false): boolean {
  const from = provenance(headers, baseUrl);
  return from === "unsaid" ? otherProof : from === "own";
}

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * The same for a form of a page. Where neither header is sent, the caller vouches with `otherProof` for what the form's step
 * needs besides (a SameSite cookie, a token), and what was sent must be a form, or nothing.
 */
export function isOwnForm(request: Request, baseUrl: string, otherProof = true): boolean {
  const { headers } = request;
  const type = headers.get("content-type");
  const length = headers.get("content-length") ?? "0";
  const isEmpty = length === "0" && !headers.has("transfer-encoding");
  return isSameOrigin(headers, baseUrl, otherProof && (type === null ? isEmpty : FORM.test(type)));
}

/**
 * Returns whether a page of this site asked for a download, which is a GET that is recorded. Browsers send Sec-Fetch-Site on
 * encrypted connections and to this machine; elsewhere the page that the link stood on tells.
 */
export function isOwnDownload(headers: Told, baseUrl: string): boolean {
  const referrer = headers.get("referer");
  const page = referrer !== null && URL.canParse(referrer) ? new URL(referrer).origin : null;
  const fromOwnPage = page !== null && ownOrigins(baseUrl).includes(page);
  // A navigation by GET has no Origin, so that one without Sec-Fetch-Site is known by its referrer alone.
  if (headers.get("sec-fetch-site") === null && !fromOwnPage) return false;
  return isSameOrigin(headers, baseUrl, fromOwnPage);
}

/** A media type that no page of another site can send without a preflight, which is never answered (Fetch §4.8). */
export const isJson = (headers: Told): boolean =>
  /^application\/json\s*(;|$)/i.test(headers.get("content-type") ?? "");
