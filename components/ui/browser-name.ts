/** The first that matches: Edge and Opera call themselves Chrome, too, and Chrome calls itself Safari. */
const browsers = {
  Edge: /\bEdg(A|iOS)?\//,
  Opera: /\bOPR\//,
  Firefox: /\b(Firefox|FxiOS)\//,
  Chrome: /\b(Chrome|CriOS)\//,
  Safari: /\bVersion\/\S+.*Safari\//,
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

/** Which browser on which system calls itself so; null for what is not known. */
export const browserOf = (userAgent: string) => ({
  browser: first(browsers, userAgent),
  system: first(systems, userAgent),
});
