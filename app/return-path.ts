/** Maximum length of an address, in characters. All addresses of the console are shorter. */
const LONGEST = 2_000;

/** Matches a path with single slashes. Refuses lone surrogates, and characters that browsers remove or treat as a slash. */
const PATH = /^(?:\/[^/?#\\\s\p{Cc}\p{Cs}]*)(?:\/[^/?#\\\s\p{Cc}\p{Cs}]+)*\/?(?:[?#][^\\\s\p{Cc}\p{Cs}]*)?$/u;

/**
 * Matches escaped slashes, backslashes and control characters in the path. Decoding these characters would change the target.
 */
const ESCAPED = /^[^?#]*%(?:[01]|2f|5c|7f)/i;

/**
 * Matches the paths of downloads. Each download records an audit event.
 */
const DOWNLOAD = /.\/download\/*$/;

/**
 * Returns true if the path leads to a download. Resolves the path like a browser and decodes it like Next.js. Also returns true
 * if decoding fails.
 */
function isDownload(path: string): boolean {
  try {
    return DOWNLOAD.test(decodeURIComponent(new URL(path, "http://localhost").pathname));
  } catch {
    return true;
  }
}

/**
 * Returns the path to open after the sign-in. Returns null if the path is not safe.
 *
 * Anybody can create a link to the sign-in page. The path must therefore not lead to another site. The path must also not lead
 * to a download, because the link would start an export that the person did not request.
 */
export function returnPath(given: unknown): string | null {
  if (typeof given !== "string" || given.length > LONGEST || given.startsWith("//")) return null;
  return PATH.test(given) && !ESCAPED.test(given) && !isDownload(given) ? given : null;
}

/**
 * Returns the address of the sign-in page with `path` as the page to open afterwards. `path` may contain internal parameters of
 * Next.js.
 */
export function signInAddress(path: string | null): string {
  const wanted = returnPath(path);
  if (wanted === null) return "/sign-in";
  const mark = wanted.indexOf("?");
  const pathname = mark < 0 ? wanted : wanted.slice(0, mark);
  const query = mark < 0 ? "" : wanted.slice(mark + 1);
  // Removes the parameter `_rsc`, with which Next.js requests only a part of a page. After the sign-in, the browser must load
  // the whole page.
  const kept = query
    .split("&")
    .filter((pair) => pair !== "" && !/^_rsc(=|$)/.test(pair))
    .join("&");
  if (pathname === "/" && kept === "") return "/sign-in";
  return `/sign-in?to=${encodeURIComponent(kept === "" ? pathname : `${pathname}?${kept}`)}`;
}
