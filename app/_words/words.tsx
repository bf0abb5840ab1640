import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreWords } from "./more-words";

/**
 * Provides the texts of one or several areas to `useExtracted(area)` in the browser, so that no page loads all texts. A page
 * renders it around its content, or a layout around the pages that share texts.
 */
export async function Words({ of: areas, children }: { of: string | string[]; children: ReactNode }) {
  const messages = await getMessages();
  const theirs = [areas].flat().map((area) => [area, messages[area] ?? {}] as const);
  return (
    <MoreWords locale={await getLocale()} messages={Object.fromEntries(theirs)}>
      {children}
    </MoreWords>
  );
}
