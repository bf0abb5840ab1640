import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreWords } from "./more-words";

/**
 * Gives the components of an area (or several) their words in the browser: those that `useExtracted(area)` asks for.
 * Layouts put it around their pages, so that no page brings the words of all.
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
