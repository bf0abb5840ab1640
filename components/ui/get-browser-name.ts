import { getExtracted } from "next-intl/server";
import { browserOf } from "./browser-name";

/** What `useBrowserName` gives, for asynchronous server components. */
export async function getBrowserName(): Promise<(userAgent: string | null) => string> {
  const t = await getExtracted("shared");
  return (userAgent) => {
    if (!userAgent) return t("Unknown browser");
    const { browser, system } = browserOf(userAgent);
    return browser ? (system ? t("{browser} on {system}", { browser, system }) : browser) : userAgent;
  };
}
