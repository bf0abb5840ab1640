import compile from "icu-minify/compile";
import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { localeCookie, type Locale } from "@/server/kernel/strings/languages";
import { askedLocaleCookie } from "@/server/auth/oidc/ui-locales";
import { localeOf } from "@/server/kernel/strings/locale";
import { ruleMessages } from "./rule-messages";

/** Compiles ICU texts. The build compiles those of the catalogues, and the formatter accepts only compiled messages. */
const compiled = (areas: Record<string, Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(areas).map(([area, texts]) => {
      // next-intl types every message as a text. A compiled one with arguments is a list.
      const messages = Object.entries(texts).map(([key, text]) => [key, compile(text) as string]);
      return [area, Object.fromEntries(messages) as Record<string, string>];
    }),
  );

/** Messages of the access-rule types, compiled once per process. */
const ofRules = { en: compiled(ruleMessages("en")), de: compiled(ruleMessages("de")) } satisfies Record<
  Locale,
  unknown
>;

const catalogues = {
  en: () => import("./catalogues/en.po"),
  de: () => import("./catalogues/de.po"),
} satisfies Record<Locale, unknown>;

/** Returns the language and the messages of a request for server components. */
export default getRequestConfig(async () => {
  const kept = await cookies();
  const locale = localeOf(
    kept.get(localeCookie)?.value,
    (await headers()).get("accept-language"),
    kept.get(askedLocaleCookie)?.value,
  );
  const messages = { ...(await catalogues[locale]()).default, ...ofRules[locale] };
  return { locale, timeZone: "UTC", messages };
});
