import { requestRefusals } from "../kernel/refusals";

/*
 * Each path has one valid spelling. Authorization and routing could interpret another spelling differently (an encoded slash,
 * dots, two slashes). The server answers 404 for another spelling.
 */

/** Percent-encoded letters, digits and unreserved signs (RFC 3986 §2.3), slashes, backslashes and control characters. */
const ENCODED = /%(?:2[def]|3[0-9]|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9aef]|[01][0-9a-f])/i;
const DOTS = /\/\.{1,2}(?:\/|$)/;

/**
 * Returns the spelling of a path: `plain` for the valid spelling, `other` for another spelling, `malformed` if the path cannot
 * be decoded.
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

/** Returns the path of a request target as it was sent. An absolute target (RFC 9112 §3.2.2) matches no path of this server. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** Maximum number of parameters in one URL. Pages and interfaces use fewer than half as many. */
const MOST_PARAMETERS = 100;

export const tooManyParameters = () => requestRefusals.too_many_parameters({ max: MOST_PARAMETERS });

/**
 * Returns true if a request target has too many parameters. This check runs before any library parses the query, because
 * parsing takes time that is quadratic in the number of parameters.
 */
export function hasTooManyParameters(target: string): boolean {
  let separators = 0;
  for (let at = 0; at < target.length && separators < MOST_PARAMETERS; at++) {
    const sign = target[at];
    if (sign === "&" || sign === ";") separators++;
  }
  return separators >= MOST_PARAMETERS;
}
