import { useExtracted } from "next-intl";

/** Returns a function that describes a user agent, for example "Firefox on Linux". */
export function useBrowserName(): (userAgent: string | null) => string {
  const t = useExtracted("shared");
  return (userAgent) => {
    const { browser, system } = browserOf(userAgent ?? "");
    const named = browser ?? t("Unknown browser");
    return system ? t("{browser} on {system}", { browser: named, system }) : named;
  };
}

/**
 * Returns a function that translates a device label from the server, for example "Firefox on Linux". The function returns
 * labels in another format unchanged.
 */
export function useDeviceName(): (label: string) => string {
  const t = useExtracted("shared");
  return (label) => {
    const [, browser = label, system] = /^(.+) on (.+)$/.exec(label) ?? [];
    // "Unknown browser" is the text that the server writes for an unknown browser.
    const named = browser === "Unknown browser" ? t("Unknown browser") : browser;
    return system ? t("{browser} on {system}", { browser: named, system }) : named;
  };
}

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
