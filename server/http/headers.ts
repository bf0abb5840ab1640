import { randomBytes } from "node:crypto";
import type { RequestFacts } from "../kernel/operation/actor";

/*
 * Security headers of every answer of machine interfaces and pages (docs/operations.md, "Headers").
 * server/http/app.ts and server/front.ts set them.
 */

export type Headers = Record<string, string>;

/** One year, the minimum of browsers' preload lists and of ASVS 5.0 (3.4.1). */
const HSTS_SECONDS = 31_536_000;

/**
 * Returns Strict-Transport-Security (RFC 6797) if the site uses https. It includes subdomains at the
 * installation's own host. Subdomains of an organization's domain can belong to others.
 */
export function transportHeaders(baseUrl: string, isCustomDomain = false): Headers {
  if (!baseUrl.startsWith("https:")) return {};
  const subdomains = isCustomDomain ? "" : "; includeSubDomains";
  return { "strict-transport-security": `max-age=${HSTS_SECONDS}${subdomains}` };
}

/** Headers of every answer: no frames, and no other type than the declared one. */
const everywhere: Headers = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Policy of answers that no browser displays: they load nothing and appear in no frame. */
const MACHINE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of answers that are not pages. Headers that depend on the request are not included. */
export const machineHeaders: Headers = {
  ...everywhere,
  "referrer-policy": "no-referrer",
  "content-security-policy": MACHINE_POLICY,
};

/** Creates the headers of every answer of the machine interfaces at this address. */
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
 * Pages whose forms lead to an app or a provider. The policy of these pages has no form-action. Browsers apply
 * form-action also to the redirects after a form, and an app's address may have any scheme.
 */
const LEADS_ELSEWHERE = /^\/interaction\//;

/**
 * Returns the policy of a page. Pages that link to each other without a load share the policy of the first
 * one.
 */
function pagePolicy(path: string, nonce: string, development: boolean): string {
  const directives: Record<string, string> = {
    "default-src": "'none'",
    // Next's scripts carry the nonce. Scripts that they load are trusted too.
    "script-src": `'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Development mode adds its own styles.
    "style-src": development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    // React writes style attributes. They can load pictures, but cannot run code.
    "style-src-attr": "'unsafe-inline'",
    // Organizations' logos can have any address. Previews are made on the page.
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

/** Features that no page uses. They are also denied to embedded content. */
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

/** The headers of a page at this path. */
export const pageHeaders = (path: string, nonce: string, development: boolean): Headers => ({
  ...everywhere,
  // With no-referrer, browsers would send forms with the Origin null (Fetch §3.2), and downloads without a
  // Referer.
  "referrer-policy": "same-origin",
  "content-security-policy": pagePolicy(path, nonce, development),
  "permissions-policy": permissions,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
});

/**
 * Headers of a static file of pages. The content is public, and a browser does not run it on its own. A worker takes
 * its policy from its file, and needs none. A page loads dozens of files, so each header would lengthen the first load.
 */
export const fileHeaders: Headers = { "x-content-type-options": "nosniff" };
