/** The first match counts: Edge and Opera also contain "Chrome", and Chrome contains "Safari". */
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

/** Returns the name of a program other than a browser. The user agents of all browsers start with "Mozilla". */
const programOf = (userAgent: string) => /^(?!Mozilla\/)([\w.-]{1,40})(\/|$)/.exec(userAgent)?.[1] ?? null;

/** Returns the browser or program and the system of a user agent. Null for unknown ones. */
export const browserOf = (userAgent: string) => ({
  browser: first(browsers, userAgent) ?? programOf(userAgent),
  system: first(systems, userAgent),
});
