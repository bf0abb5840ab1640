"use client";

import { useExtracted, useLocale } from "next-intl";
import { usePathname, useSearchParams } from "next/navigation";
import { LANGUAGE_PATH } from "@/server/auth/oidc/ui-locales";
import { languages, locales } from "@/server/kernel/strings/languages";

/**
 * Lists the other languages by their own names. The form works without scripts. The server responds with the same page in the
 * chosen language.
 */
export function LanguageForm() {
  const t = useExtracted("hosted");
  const current = useLocale();
  const path = usePathname();
  const query = useSearchParams().toString();
  return (
    <form
      method="post"
      action={LANGUAGE_PATH}
      aria-label={t("Language")}
      className="flex flex-wrap gap-x-3 text-sm"
    >
      <input type="hidden" name="back" value={query === "" ? path : `${path}?${query}`} />
      {locales
        .filter((locale) => locale !== current)
        .map((locale) => (
          <button
            key={locale}
            type="submit"
            name="locale"
            value={locale}
            lang={locale}
            className="rounded text-ink-faint underline hover:text-ink"
          >
            {languages[locale]}
          </button>
        ))}
    </form>
  );
}
