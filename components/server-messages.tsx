"use client";

import { useLocale, type Locale } from "next-intl";
import { createContext, Suspense, use, type ReactNode } from "react";
import { asItIs, dictionaryOf, type Say } from "./dictionaries";

/** Of each language the promise that React waits for, the very one each time: a dictionary, or what stands in for it. */
const asked = new Map<Locale, Promise<Say>>();

function dictionaryOnce(locale: Locale) {
  const before = asked.get(locale);
  if (before) return before;
  // Where it cannot be fetched, the English stands until the page is loaded anew.
  const now = dictionaryOf(locale).catch(() => asItIs);
  asked.set(locale, now);
  return now;
}

const SaidContext = createContext<Say | null>(null);

/**
 * Gives the components inside the dictionary of what operations say, in the reader's language, before any of them is shown:
 * the server renders them with it, and the browser, where what the server rendered stands meanwhile, brings them to life when it
 * has been loaded. What stands around it does not wait. In English there is nothing to load.
 */
export const ServerMessages = ({ children }: { children: ReactNode }) => (
  <Suspense>
    <Said>{children}</Said>
  </Suspense>
);

function Said({ children }: { children: ReactNode }) {
  const locale = useLocale();
  return <SaidContext value={locale === "en" ? asItIs : use(dictionaryOnce(locale))}>{children}</SaidContext>;
}

/**
 * What an operation said in English (a refusal, an explanation), in the reader's language; what the dictionary does not know
 * stands as it is. For what stands in `SaidHere`: server components and actions have `getSaid`.
 */
export function useServerMessages(): Say {
  const said = use(SaidContext);
  if (said === null) throw new Error("useSaid needs SaidHere around it.");
  return said;
}
