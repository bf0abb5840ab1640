"use client";

import { useExtracted, useLocale } from "next-intl";
import { useRouter } from "next/navigation";
import {
  languages,
  locales,
  localeCookie,
  localeCookieSeconds,
  type Locale,
} from "@/server/kernel/strings/languages";
import { MenuCheck, MenuLabel } from "../ui/dialog/overlay";

/** Chooses the language of the pages in this browser. The default is the browser's language. */
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
          {/* Each language is shown by its own name, for readers who read only that language. */}
          <span lang={locale}>{languages[locale]}</span>
        </MenuCheck>
      ))}
    </>
  );
}

/** Sets the language of the following pages in this browser. */
function keepLocale(locale: Locale) {
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=${localeCookieSeconds}; samesite=lax`;
}
