import { randomBytes } from "node:crypto";
import type { RequestFacts } from "../kernel/actor";

/*
 * The security headers of every answer, of machine interfaces and of pages alike (docs/operations.md, "Headers"). This module
 * decides them; server/http/app.ts and server/front.ts set them.
 */

export type Headers = Record<string, string>;

/** A year, as browsers' preload lists and ASVS 5.0 (3.4.1) want it at least. */
const HSTS_SECONDS = 31_536_000;

/**
 * Strict-Transport-Security (RFC 6797) where the site is served over https. It covers subdomains at the installation's own host; of
 * an organization's domain they may be somebody else's.
 */
export function transportHeaders(baseUrl: string, isCustomDomain = false): Headers {
  if (!baseUrl.startsWith("https:")) return {};
  const subdomains = isCustomDomain ? "" : "; includeSubDomains";
  return { "strict-transport-security": `max-age=${HSTS_SECONDS}${subdomains}` };
}

/** What no answer of this server is: a document of another site's, or of another type than it says. */
const everywhere: Headers = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** The policy of answers that no browser shows: they load nothing and stand in no frame. */
const MACHINE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The headers of what is no page, without those that depend on the request. */
export const machineHeaders: Headers = {
  ...everywhere,
  "referrer-policy": "no-referrer",
  "content-security-policy": MACHINE_POLICY,
};

/** Makes the headers of every answer of the machine interfaces at this address. */
export function createCommonHeaders(baseUrl: string) {
  const known = { ...machineHeaders, ...transportHeaders(baseUrl) };
  return ({ requestId }: RequestFacts): Headers => ({
    ...known,
    ...(requestId !== null && { "x-request-id": requestId }),
  });
}

/** A nonce for one answer: 128 bits, as CSP level 3 (§7.1) wants at least. */
export const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * Pages whose forms lead to an app or a provider: browsers hold the redirects that follow a form to form-action, too, and an app's
 * address may have any scheme. Their policy names no targets.
 */
const LEADS_ELSEWHERE = /^\/interaction\//;

/** What a page may load. Pages that lead into each other without a load share one policy: the first one's stays. */
function pagePolicy(path: string, nonce: string, development: boolean): string {
  const directives: Record<string, string> = {
    "default-src": "'none'",
    // The scripts that Next writes carry the nonce; what those load is trusted with them.
    "script-src": `'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Development mode brings styles of its own.
    "style-src": development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    // React writes style attributes, which can load pictures but run nothing.
    "style-src-attr": "'unsafe-inline'",
    // Organizations' logos are anywhere; previews are made on the page.
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

/** What no page of ours uses, refused to it and to whatever it would show. */
const permissions = [
  ...[
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
  ],
  ...[
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
  ],
  ...["payment", "picture-in-picture", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"],
]
  .map((name) => `${name}=()`)
  .join(", ");

/** The headers of a page at this path. */
export const pageHeaders = (path: string, nonce: string, development: boolean): Headers => ({
  ...everywhere,
  // With none at all, browsers would send forms with the Origin null (Fetch §3.2), and tell downloads no page.
  "referrer-policy": "same-origin",
  "content-security-policy": pagePolicy(path, nonce, development),
  "permissions-policy": permissions,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
});

/**
 * The headers of a file that pages are made of: what they hold is the same for everybody and runs nowhere by itself. A worker that
 * begins as one takes its policy from here: it has none. A page loads dozens of them, and each header counts in its first load.
 */
export const fileHeaders: Headers = { "x-content-type-options": "nosniff" };
