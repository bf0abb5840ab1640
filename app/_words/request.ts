import { getRequestConfig } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { localeCookie, type Locale } from "@/server/kernel/strings/languages";
import { askedLocaleCookie } from "@/server/auth/oidc/ui-locales";
import { localeOf } from "@/server/kernel/strings/locale";
import { compiled, registryMessages } from "./registry-messages";

/** Messages of the registries by language, compiled once per process. */
const ofRegistries = {
  en: compiled(registryMessages("en")),
  de: compiled(registryMessages("de")),
} satisfies Record<Locale, unknown>;

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
  const messages = { ...(await catalogues[locale]()).default, ...ofRegistries[locale] };
  return { locale, timeZone: "UTC", messages };
});
