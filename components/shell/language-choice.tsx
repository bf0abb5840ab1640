"use client";

import { useExtracted, useLocale } from "next-intl";
import { useRouter } from "next/navigation";
import { languages, locales } from "@/server/kernel/languages";
import { keepLocale } from "../locale";
import { MenuCheck, MenuLabel } from "../ui/overlay";

/** The language of the pages in this browser; until one is chosen, what the browser asks for. */
export function LanguageChoice() {
  const t = useExtracted("console");
  const current = useLocale();
  const router = useRouter();
  return (
    <>
      <MenuLabel>{t("Language")}</MenuLabel>
      {locales.map((locale) => (
        <MenuCheck
          key={locale}
          checked={current === locale}
          onChange={() => {
            keepLocale(locale);
            router.refresh();
          }}
        >
          {/* Each in its own words, for whoever reads no other. */}
          <span lang={locale}>{languages[locale]}</span>
        </MenuCheck>
      ))}
    </>
  );
}
