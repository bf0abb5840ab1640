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

/** Menu that sets the language of the pages in this browser. The default is the language of the browser. */
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
          {/* Each language has its own name in the menu, because a person may understand only that language. */}
          <span lang={locale}>{languages[locale]}</span>
        </MenuCheck>
      ))}
    </>
  );
}

/** Stores the language in a cookie for all following pages. */
function keepLocale(locale: Locale) {
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=${localeCookieSeconds}; samesite=lax`;
}
