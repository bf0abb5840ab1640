import * as z from "zod";
import { must } from "../strings/must";
import { isLoopback } from "./redirect-uri";
import { parseUrl } from "./parse-url";

/**
 * Returns the origin of a URI for a browser's `Origin` header (RFC 6454 §6.2). Returns null for a URI of another scheme than
 * http and https, because no page has such an origin.
 */
export function webOriginOf(uri: string): string | null {
  return /^https?:\/\//i.test(uri) ? (parseUrl(uri)?.origin ?? null) : null;
}

/**
 * Returns the schema message for a text that is not the origin of pages. An origin is written exactly as browsers send it, and
 * uses https or a loopback host. Returns null for a valid origin.
 */
export function webOriginProblem(text: string): string | null {
  if (text.includes("*")) return must("host_wildcard");
  if (webOriginOf(text) !== text) return must("not_origin");
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || isLoopback(hostname) ? null : must("not_https_or_loopback");
}

/** Origin of pages, for example `https://app.example.com` or `http://localhost:5173`. */
export const WebOrigin = z
  .string()
  .max(300)
  .superRefine((text, context) => {
    const problem = webOriginProblem(text);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });
