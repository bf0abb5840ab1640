/** The first that matches: Edge and Opera call themselves Chrome, too, and Chrome calls itself Safari. */
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

/** A program that is no browser begins with its own name; every browser with Mozilla's. */
const programOf = (userAgent: string) => /^(?!Mozilla\/)([\w.-]{1,40})(\/|$)/.exec(userAgent)?.[1] ?? null;

/** Which browser, or other program, on which system calls itself so; null for what is not known. */
export const browserOf = (userAgent: string) => ({
  browser: first(browsers, userAgent) ?? programOf(userAgent),
  system: first(systems, userAgent),
});
