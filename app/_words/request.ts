import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { localeCookie, type Locale } from "@/server/kernel/strings/languages";
import { askedLocaleCookie } from "@/server/auth/oidc/ui-locales";
import { localeOf } from "@/server/kernel/strings/locale";
import { compiled, ruleMessages } from "./rule-messages";

/** Messages of the access-rule types by language, compiled once per process. */
const ofRules = { en: compiled(ruleMessages("en")), de: compiled(ruleMessages("de")) } satisfies Record<
  Locale,
  unknown
>;

const catalogues = {
  en: () => import("./catalogues/en.po"),
  de: () => import("./catalogues/de.po"),
} satisfies Record<Locale, unknown>;

/** Returns the language and the messages for the server components of a request. */
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
