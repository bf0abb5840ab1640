import { localeCookie, locales, type Locale } from "../../kernel/languages";

/** Where the protocol's own pages send the language that somebody chooses: they are made without Next, and without scripts. */
export const LANGUAGE_PATH = "/hosted/language";

/** In which language an app asked its sign-in to be shown; sent with the pages of that one sign-in, and no others. */
export const askedLocaleCookie = "castellan_ui_locale";

/** The parts of a koa context that these need. */
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

/** The first language of the request's ui_locales (OpenID Connect Core §3.1.2.1: BCP 47 tags by preference) that is known. */
function askedLocale({ oidc }: Asking): Locale | undefined {
  const asked = oidc?.params?.["ui_locales"];
  if (typeof asked !== "string") return undefined;
  return asked.split(" ").flatMap((tag) => known(tag) ?? [])[0];
}

/**
 * Keeps the language that the app asks for, for the pages below `path`, as long as the sign-in may take (seconds). Where it
 * asks for none that the pages are written in, nothing is kept, and the browser's own wish stands.
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

/** The language of a page of the protocol's own: the chosen one, the app's wish, the browser's, else the first. */
export function localeOfPage(ctx: Visiting): Locale {
  return (
    known(ctx.cookies.get(localeCookie)) ??
    askedLocale(ctx) ??
    known(ctx.acceptsLanguages([...locales]) || undefined) ??
    locales[0]
  );
}
