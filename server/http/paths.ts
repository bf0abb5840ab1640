import { requestRefusals } from "../kernel/refusals/requests";

/*
 * One spelling for each path. The code that authorizes a request and the code that answers it can interpret
 * another spelling differently (an encoded slash, dots, two slashes). Such a path does not exist.
 */

/** Percent-encoded letters, digits and unreserved signs (RFC 3986 §2.3), slashes, backslashes and control characters. */
const ENCODED = /%(?:2[def]|3[0-9]|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9aef]|[01][0-9a-f])/i;
const DOTS = /\/\.{1,2}(?:\/|$)/;

/**
 * Returns the spelling of a path: `plain`; `other` for another spelling of some path; `malformed` if it
 * cannot be decoded.
 */
export function spellingOf(path: string): "plain" | "other" | "malformed" {
  try {
    decodeURIComponent(path);
  } catch {
    return "malformed";
  }
  if (!path.startsWith("/") || path.includes("//") || path.includes("\\")) return "other";
  return DOTS.test(path) || ENCODED.test(path) ? "other" : "plain";
}

/**
 * Returns the path of a request's target as it was sent. No path of this server matches an absolute target
 * (RFC 9112 §3.2.2).
 */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** Maximum number of parameters in one URL. No page and no interface uses half as many. */
const MOST_PARAMETERS = 100;

export const tooManyParameters = () => requestRefusals.too_many_parameters({ max: MOST_PARAMETERS });

/**
 * Returns true if a target has more parameters than any URL of this server. Libraries parse a query in time
 * that is quadratic in its parameters, so this check runs first.
 */
export function hasTooManyParameters(target: string): boolean {
  let separators = 0;
  for (let at = 0; at < target.length && separators < MOST_PARAMETERS; at++) {
    const sign = target[at];
    if (sign === "&" || sign === ";") separators++;
  }
  return separators >= MOST_PARAMETERS;
}
