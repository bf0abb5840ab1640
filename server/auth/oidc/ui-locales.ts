import { locales } from "../../domain/messages/templates";

/** In which language an app asked its sign-in to be shown; sent with the pages of that one sign-in, and no others. */
export const askedLocaleCookie = "castellan_ui_locale";

/** The part of a koa context that this needs. */
interface Sending {
  oidc: { params?: Record<string, unknown> | undefined };
  cookies: { set: (name: string, value: string, options: object) => unknown };
}

/**
 * Keeps the first language of the request's ui_locales (OpenID Connect Core §3.1.2.1: BCP 47 tags by preference) that the pages
 * are written in for the pages below `path`, as long as the sign-in may take. Where there is none, nothing is kept, and the
 * browser's own wish stands.
 */
export function keepAskedLocale({ oidc, cookies }: Sending, path: string, seconds: number) {
  const asked = oidc.params?.["ui_locales"];
  if (typeof asked !== "string") return;
  const languages = asked.split(" ").map((tag) => tag.split("-")[0]!.toLowerCase());
  const known = languages.find((language) => locales.some((locale) => locale === language));
  if (known === undefined) return;
  cookies.set(askedLocaleCookie, known, {
    path,
    maxAge: seconds * 1_000,
    httpOnly: true,
    sameSite: "lax",
    signed: false,
    overwrite: true,
  });
}
