import { useExtracted, useLocale } from "next-intl";
import { languages, locales } from "@/server/kernel/strings/languages";
import { chooseLanguage } from "./choose-language";

/**
 * Lists the other languages by their own names. The form works without scripts. The server responds with the same page in the
 * chosen language.
 */
export function LanguageForm() {
  const t = useExtracted("hosted");
  const current = useLocale();
  return (
    <form action={chooseLanguage} aria-label={t("Language")} className="flex flex-wrap gap-x-3 text-sm">
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
