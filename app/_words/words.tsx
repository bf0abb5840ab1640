import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreWords } from "./more-words";

/**
 * Provides the messages of one or several areas to `useExtracted(area)` in the browser. A page then loads only the messages
 * that it needs. Render this component around a page, or in a layout around the pages that share an area.
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
