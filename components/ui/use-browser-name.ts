import { useExtracted } from "next-intl";
import { browserOf } from "./browser-name";

/** "Firefox on Linux" for what a browser calls itself, however long that is. */
export function useBrowserName(): (userAgent: string | null) => string {
  const t = useExtracted("shared");
  return (userAgent) => {
    const { browser, system } = browserOf(userAgent ?? "");
    const named = browser ?? t("Unknown browser");
    return system ? t("{browser} on {system}", { browser: named, system }) : named;
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
