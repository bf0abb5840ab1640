import { useExtracted } from "next-intl";
import { browserOf } from "./browser-name";

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
