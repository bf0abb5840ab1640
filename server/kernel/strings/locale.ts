import Negotiator from "negotiator";
import { isLocale, locales, type Locale } from "./languages";

/**
 * Returns the language of a visitor: the chosen one, otherwise the one that the app requested, otherwise the best match for the
 * browser's languages (RFC 9110 §12.5.4).
 */
export function localeOf(
  chosen: string | undefined,
  acceptLanguage: string | null,
  askedByApp?: string,
): Locale {
  if (isLocale(chosen)) return chosen;
  if (isLocale(askedByApp)) return askedByApp;
  const asked = new Negotiator({ headers: { "accept-language": acceptLanguage ?? "" } });
  return (asked.language([...locales]) as Locale | undefined) ?? locales[0];
}
