"use client";

import { useLocale, type Locale } from "next-intl";
import { useEffect, useState } from "react";
import { dictionaryOf, type Say } from "./dictionaries";

/** Kept once they have been loaded, so that what is shown later does not begin in English. */
const loaded = new Map<Locale, Say>();
const asItIs: Say = (text) => text;

/**
 * What an operation said in English (a refusal, an explanation), in the reader's language. The dictionary comes when it
 * is first needed; until then, and for what it does not know, the text stands as it is.
 */
export function useSaid(): Say {
  const locale = useLocale();
  const [dictionary, setDictionary] = useState(() => loaded.get(locale) ?? asItIs);
  useEffect(() => {
    let isWanted = true;
    dictionaryOf(locale).then(
      (say) => {
        loaded.set(locale, say);
        if (isWanted) setDictionary(() => say);
      },
      () => {
        // It could not be fetched: the English stands.
      },
    );
    return () => {
      isWanted = false;
    };
  }, [locale]);
  return dictionary;
}
