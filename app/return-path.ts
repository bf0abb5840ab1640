/** Maximum length of an address, in characters. The console's longest addresses are shorter. */
const LONGEST = 2_000;

/** Allows only single slashes in the path. Refuses characters that browsers treat as a slash or remove, and lone surrogates. */
const PATH = /^(?:\/[^/?#\\\s\p{Cc}\p{Cs}]*)(?:\/[^/?#\\\s\p{Cc}\p{Cs}]+)*\/?(?:[?#][^\\\s\p{Cc}\p{Cs}]*)?$/u;

/** Matches escaped slashes, backslashes and control characters in the path, because decoding would change the address. */
const ESCAPED = /^[^?#]*%(?:[01]|2f|5c|7f)/i;

/** Matches downloads that record an event. Their handlers are in folders with this name. */
const DOWNLOAD = /.\/download\/*$/;

/** Returns true if the path is a download after the browser's resolution and Next's decoding, or if it cannot be decoded. */
function isDownload(path: string): boolean {
  try {
    return DOWNLOAD.test(decodeURIComponent(new URL(path, "http://localhost").pathname));
  } catch {
    return true;
  }
}

/**
 * Returns the address to open after the sign-in if it is on this installation, otherwise null. Anybody can create the link, so
 * it must not lead to another site. Refuses downloads, because following the link would start an unrequested recorded export.
 */
export function returnPath(given: unknown): string | null {
  if (typeof given !== "string" || given.length > LONGEST || given.startsWith("//")) return null;
  return PATH.test(given) && !ESCAPED.test(given) && !isDownload(given) ? given : null;
}

/**
 * Returns the address of the sign-in page that returns to `path`. `path` is the requested path, including Next's own parameters.
 */
export function signInAddress(path: string | null): string {
  const wanted = returnPath(path);
  if (wanted === null) return "/sign-in";
  const mark = wanted.indexOf("?");
  const pathname = mark < 0 ? wanted : wanted.slice(0, mark);
  const query = mark < 0 ? "" : wanted.slice(mark + 1);
  // Removes the parameter by which Next requests a part of a page, because the browser must return to the whole page.
  const kept = query
    .split("&")
    .filter((pair) => pair !== "" && !/^_rsc(=|$)/.test(pair))
    .join("&");
  if (pathname === "/" && kept === "") return "/sign-in";
  return `/sign-in?to=${encodeURIComponent(kept === "" ? pathname : `${pathname}?${kept}`)}`;
}
