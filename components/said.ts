"use client";

import { useLocale } from "next-intl";
import { useEffect, useState } from "react";

type Say = (text: string) => string;
const asItIs: Say = (text) => text;

/** Kept once it has been loaded, so that what is shown later does not begin in English. */
let german: Say | null = null;

/**
 * What an operation said in English (a refusal, an explanation), in the reader's language. The dictionary comes when it
 * is first needed; until then, and for what it does not know, the text stands as it is.
 */
export function useSaid(): Say {
  const locale = useLocale();
  const [dictionary, setDictionary] = useState(() => german);
  useEffect(() => {
    if (locale === "en") return;
    void import("./said-in-german").then(({ inGerman }) => {
      german = inGerman;
      setDictionary(() => inGerman);
    });
  }, [locale]);
  return locale === "en" ? asItIs : (dictionary ?? asItIs);
}
