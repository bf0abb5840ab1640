"use client";

import { useLocale } from "next-intl";
import { useEffect, useState } from "react";

/**
 * What an operation said in English (a refusal, an explanation), in the reader's language. The dictionary comes when it
 * is first needed; until then, and for what it does not know, the text stands as it is.
 */
export function useSaid(): (text: string) => string {
  const locale = useLocale();
  const [dictionary, setDictionary] = useState<(text: string) => string>();
  useEffect(() => {
    if (locale === "en") return;
    void import("./said-in-german").then(({ inGerman }) => setDictionary(() => inGerman));
  }, [locale]);
  return locale === "en" || !dictionary ? (text) => text : dictionary;
}
