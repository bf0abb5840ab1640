/** As long as the console's longest addresses with room to spare; more would only fill the address of the sign-in. */
const LONGEST = 2_000;

/** One "/" at a time in the path, and nothing anywhere that a browser would take for one, or drop, and no half of a surrogate pair. */
const PATH = /^(?:\/[^/?#\\\s\p{Cc}\p{Cs}]*)(?:\/[^/?#\\\s\p{Cc}\p{Cs}]+)*\/?(?:[?#][^\\\s\p{Cc}\p{Cs}]*)?$/u;

/** Escaped slashes, backslashes and control characters in the path: what decodes them reads another address. */
const ESCAPED = /^[^?#]*%(?:[01]|2f|5c|7f)/i;

/** The last part of the address of each file that is recorded when it is fetched: their handlers stand in folders named so. */
const DOWNLOAD = /.\/download\/*$/;

/** Whether this path, as a browser resolves and Next decodes it, is a download's; what cannot be decoded leads nowhere. */
function isDownload(path: string): boolean {
  try {
    return DOWNLOAD.test(decodeURIComponent(new URL(path, "http://localhost").pathname));
  } catch {
    return true;
  }
}

/**
 * The address to come back to after signing in, where it is one of this installation: anybody can write the link that it
 * comes from, and it must lead nowhere else. Nor to a download: whoever follows that link would start a recorded export
 * without having asked for one. Null for everything else.
 */
export function returnPath(given: unknown): string | null {
  if (typeof given !== "string" || given.length > LONGEST || given.startsWith("//")) return null;
  return PATH.test(given) && !ESCAPED.test(given) && !isDownload(given) ? given : null;
}

/** The sign-in page, from which one comes back to `path`; `path` is what was asked for, as Next itself asks too. */
export function signInAddress(path: string | null): string {
  const wanted = returnPath(path);
  if (wanted === null) return "/sign-in";
  const mark = wanted.indexOf("?");
  const pathname = mark < 0 ? wanted : wanted.slice(0, mark);
  const query = mark < 0 ? "" : wanted.slice(mark + 1);
  // By this Next asks for a part of the page; whoever comes back wants the page.
  const kept = query
    .split("&")
    .filter((pair) => pair !== "" && !/^_rsc(=|$)/.test(pair))
    .join("&");
  if (pathname === "/" && kept === "") return "/sign-in";
  return `/sign-in?to=${encodeURIComponent(kept === "" ? pathname : `${pathname}?${kept}`)}`;
}
