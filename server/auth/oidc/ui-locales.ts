import { localeCookie, locales, type Locale } from "../../kernel/strings/languages";

/** Path to which the hosted pages send the chosen language, also without scripts. */
export const LANGUAGE_PATH = "/hosted/language";

/** Cookie with the language that an app requests for its sign-in. It is sent only with the pages of that sign-in. */
export const askedLocaleCookie = "castellan_ui_locale";

/** The parts of a koa context that these functions read. */
interface Asking {
  oidc?: { params?: Record<string, unknown> | undefined } | undefined;
}
interface Sending extends Asking {
  cookies: { set: (name: string, value: string, options: object) => unknown };
}
export interface Visiting extends Asking {
  cookies: { get: (name: string) => string | undefined };
  acceptsLanguages: (languages: string[]) => string | false;
}

const known = (tag: string | undefined): Locale | undefined =>
  locales.find((locale) => locale === tag?.split("-")[0]!.toLowerCase());

/** Returns the first supported language of ui_locales (OpenID Connect Core §3.1.2.1: BCP 47 tags by preference). */
function askedLocale({ oidc }: Asking): Locale | undefined {
  const asked = oidc?.params?.["ui_locales"];
  if (typeof asked !== "string") return undefined;
  return asked.split(" ").flatMap((tag) => known(tag) ?? [])[0];
}

/**
 * Stores the requested language for the pages below `path`, for the duration of the sign-in in seconds. Stores nothing if no
 * requested language is supported; the preference of the browser then applies.
 */
export function keepAskedLocale(ctx: Sending, path: string, seconds: number) {
  const locale = askedLocale(ctx);
  if (locale === undefined) return;
  ctx.cookies.set(askedLocaleCookie, locale, {
    path,
    maxAge: seconds * 1_000,
    httpOnly: true,
    sameSite: "lax",
    signed: false,
    overwrite: true,
  });
}

/** Returns the language of a protocol page: the chosen one, else the app's, else the browser's, else the first. */
export function localeOfPage(ctx: Visiting): Locale {
  return (
    known(ctx.cookies.get(localeCookie)) ??
    askedLocale(ctx) ??
    known(ctx.acceptsLanguages([...locales]) || undefined) ??
    locales[0]
  );
}
