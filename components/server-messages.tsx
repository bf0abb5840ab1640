"use client";

import { useLocale, type Locale } from "next-intl";
import { createContext, Suspense, use, type ReactNode } from "react";
import { asItIs, dictionaryOf, type Say } from "./dictionaries";

/** Promises by language. React requires the same promise on each render. A failed promise resolves to the fallback. */
const asked = new Map<Locale, Promise<Say>>();

function dictionaryOnce(locale: Locale) {
  const before = asked.get(locale);
  if (before) return before;
  // If the dictionary cannot be fetched, texts stay English until the page is reloaded.
  const now = dictionaryOf(locale).catch(() => asItIs);
  asked.set(locale, now);
  return now;
}

const SaidContext = createContext<Say | null>(null);

/**
 * Provides the dictionary of the reader's language to its children. The server renders them with it. The browser shows the
 * server's HTML until the dictionary has loaded, and then hydrates. Components outside do not wait. English needs no dictionary.
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
 * Returns a function that translates messages of operations (refusals, explanations). A message without an entry stays English.
 * For components inside `ServerMessages`. Server components and actions use `getServerMessages`.
 */
export function useServerMessages(): Say {
  const said = use(SaidContext);
  if (said === null) throw new Error("useServerMessages requires ServerMessages around the component.");
  return said;
}
