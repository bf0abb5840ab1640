/*
 * One spelling for each path. What decides over a request and what answers it may read another spelling each in their own way
 * (an encoded slash, dots, two slashes), so that there is nothing at such a path.
 */

/** Percent-encoded letters, digits and unreserved signs (RFC 3986 §2.3), slashes, backslashes and control characters. */
const ENCODED = /%(?:2[def]|3[0-9]|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9aef]|[01][0-9a-f])/i;
const DOTS = /\/\.{1,2}(?:\/|$)/;

/**
 * How a path is written: `plain`; `other` where it is another spelling of some path; `malformed` where it is no text at all.
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

/** The path of a request's target, as it was sent; an absolute one (RFC 9112 §3.2.2) is none of ours. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** Parameters of one address; no page and no interface has half as many. */
const MOST_PARAMETERS = 100;

/** What is said of an address with more. */
export const TOO_MANY_PARAMETERS = `An address has at most ${MOST_PARAMETERS} parameters.`;

/**
 * Returns whether a target has more parameters than any address of ours. The libraries that read a query do so in time that grows
 * with the square of its parameters, so that this is asked before any of them.
 */
export function hasTooManyParameters(target: string): boolean {
  let separators = 0;
  for (let at = 0; at < target.length && separators < MOST_PARAMETERS; at++) {
    const sign = target[at];
    if (sign === "&" || sign === ";") separators++;
  }
  return separators >= MOST_PARAMETERS;
}
