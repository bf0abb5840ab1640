import { randomBytes } from "node:crypto";
import type { RequestFacts } from "../kernel/operation/actor";

/*
 * Security headers of every answer, for machine interfaces and for pages (docs/operations.md, "Headers"). server/http/app.ts
 * and server/edge/front.ts set these headers.
 */

export type Headers = Record<string, string>;

/** One year, the minimum of browsers' preload lists and of ASVS 5.0 (3.4.1). */
const HSTS_SECONDS = 31_536_000;

/**
 * Returns Strict-Transport-Security (RFC 6797) if the site uses https. For the installation's own host, the header includes
 * subdomains. For a custom domain it does not, because the subdomains can belong to other parties.
 */
export function transportHeaders(baseUrl: string, isCustomDomain = false): Headers {
  if (!baseUrl.startsWith("https:")) return {};
  const subdomains = isCustomDomain ? "" : "; includeSubDomains";
  return { "strict-transport-security": `max-age=${HSTS_SECONDS}${subdomains}` };
}

/** Headers of every answer. They forbid frames, and forbid browsers to guess a content type. */
const everywhere: Headers = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Content security policy of answers that no browser displays. Such an answer loads nothing and appears in no frame. */
const MACHINE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of answers that are not pages. Headers that depend on the request are not included. */
export const machineHeaders: Headers = {
  ...everywhere,
  "referrer-policy": "no-referrer",
  "content-security-policy": MACHINE_POLICY,
};

/** Creates the function that returns the headers of every answer of the machine interfaces at this base URL. */
export function createCommonHeaders(baseUrl: string) {
  const known = { ...machineHeaders, ...transportHeaders(baseUrl) };
  return ({ requestId }: RequestFacts): Headers => ({
    ...known,
    ...(requestId !== null && { "x-request-id": requestId }),
  });
}

/** Creates a nonce for one answer: 128 bits, the minimum of CSP level 3 (§7.1). */
export const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * Pages whose forms lead to an app or an identity provider. The policy of these pages has no form-action, because browsers
 * apply form-action also to the redirects after a form. An app's address may have any scheme.
 */
const LEADS_ELSEWHERE = /^\/interaction\//;

/**
 * Returns the content security policy of a page. A browser keeps the policy of the first page while links change the page
 * without a full load.
 */
function pagePolicy(path: string, nonce: string, development: boolean): string {
  const directives: Record<string, string> = {
    "default-src": "'none'",
    // Next's scripts carry the nonce. The browser also trusts the scripts that these scripts load.
    "script-src": `'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Next adds styles without a nonce in development mode.
    "style-src": development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    // React writes style attributes. A style attribute can load pictures, but cannot run code.
    "style-src-attr": "'unsafe-inline'",
    // An organization's logo can have any address. Pages create previews of pictures as `data:` and `blob:` URLs.
    "img-src": "'self' data: blob: https: http:",
    "font-src": "'self'",
    "connect-src": development ? "'self' ws: wss:" : "'self'",
    "worker-src": "'self' blob:",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
    ...(!LEADS_ELSEWHERE.test(path) && { "form-action": "'self'" }),
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** Browser features that no page uses. Embedded content cannot use them either. */
const permissions = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((name) => `${name}=()`)
  .join(", ");

/** Returns the headers of a page at this path. */
export const pageHeaders = (path: string, nonce: string, development: boolean): Headers => ({
  ...everywhere,
  // With no-referrer, browsers would send forms with `Origin: null` (Fetch §3.2) and downloads without a Referer.
  "referrer-policy": "same-origin",
  "content-security-policy": pagePolicy(path, nonce, development),
  "permissions-policy": permissions,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
});

/**
 * Headers of a static file of pages. The file is public, and a browser runs no code of it outside a page. A page loads dozens
 * of files, so each further header would slow down the first load.
 */
export const fileHeaders: Headers = { "x-content-type-options": "nosniff" };
