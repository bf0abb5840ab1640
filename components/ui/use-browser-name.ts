import { useExtracted } from "next-intl";
import { browserOf } from "./browser-name";

/** "Firefox on Linux" for what a browser calls itself; its own words where they are of no known one. */
export function useBrowserName(): (userAgent: string | null) => string {
  const t = useExtracted("shared");
  return (userAgent) => {
    if (!userAgent) return t("Unknown browser");
    const { browser, system } = browserOf(userAgent);
    return browser ? (system ? t("{browser} on {system}", { browser, system }) : browser) : userAgent;
  };
}

/** The label that the server gave a device ("Firefox on Linux"), in the reader's language; one of another form as it is. */
export function useDeviceName(): (label: string) => string {
  const t = useExtracted("shared");
  return (label) => {
    const [, browser = label, system] = /^(.+) on (.+)$/.exec(label) ?? [];
    // The server's word for it, which is translated here.
    const named = browser === "Unknown browser" ? t("Unknown browser") : browser;
    return system ? t("{browser} on {system}", { browser: named, system }) : named;
  };
}
