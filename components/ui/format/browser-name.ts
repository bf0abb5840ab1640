/**
 * Patterns in the order of checking. The order matters, because the user agents of Edge and Opera also contain "Chrome", and
 * Chrome's contains "Safari".
 */
const browsers = {
  Edge: /\bEdg(A|iOS)?\//,
  Opera: /\bOPR\//,
  Firefox: /\b(Firefox|FxiOS)\//,
  Chrome: /\b(Chrome|HeadlessChrome|CriOS)\//,
  Safari: /\bVersion\/[\d.]+ (?:\w+\/\w+ )?Safari\//,
};

const systems = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  Windows: /Windows/,
  macOS: /Mac OS X/,
  ChromeOS: /CrOS/,
  Linux: /Linux/,
};

const first = (names: Record<string, RegExp>, text: string) =>
  Object.keys(names).find((name) => names[name]?.test(text)) ?? null;

/** Returns the name of a program that is not a browser, or null. The user agents of all browsers start with "Mozilla/". */
const programOf = (userAgent: string) => /^(?!Mozilla\/)([\w.-]{1,40})(\/|$)/.exec(userAgent)?.[1] ?? null;

/** Returns the browser or program and the operating system in a user agent. Unknown values are null. */
export const browserOf = (userAgent: string) => ({
  browser: first(browsers, userAgent) ?? programOf(userAgent),
  system: first(systems, userAgent),
});
