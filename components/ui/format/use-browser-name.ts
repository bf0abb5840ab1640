import { useExtracted } from "next-intl";
import { browserOf } from "./browser-name";

/** Returns a function that formats a user agent as "Firefox on Linux". */
export function useBrowserName(): (userAgent: string | null) => string {
  const t = useExtracted("shared");
  return (userAgent) => {
    const { browser, system } = browserOf(userAgent ?? "");
    const named = browser ?? t("Unknown browser");
    return system ? t("{browser} on {system}", { browser: named, system }) : named;
  };
}

/**
 * Returns a function that translates the server's label of a device ("Firefox on Linux"). Labels of another form stay unchanged.
 */
export function useDeviceName(): (label: string) => string {
  const t = useExtracted("shared");
  return (label) => {
    const [, browser = label, system] = /^(.+) on (.+)$/.exec(label) ?? [];
    // Text of the server for an unknown browser.
    const named = browser === "Unknown browser" ? t("Unknown browser") : browser;
    return system ? t("{browser} on {system}", { browser: named, system }) : named;
  };
}
