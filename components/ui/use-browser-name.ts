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
