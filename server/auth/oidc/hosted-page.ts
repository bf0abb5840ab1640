import type { KoaContextWithOIDC } from "oidc-provider";
import { initialsOf, toneOf } from "../../domain/tenant-config/initials.schema";
import { shownName, type Appearance } from "../../domain/tenant-config/tenant-config.schema";
import { languages, locales, type Locale } from "../../kernel/strings/languages";
import { accentOf, hostedStyle, initialTones } from "./hosted-style";
import { wordsFor, type ProtocolWords } from "./protocol-words";
import { LANGUAGE_PATH } from "./ui-locales";

/** Returns the text escaped for HTML. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Content security policy of a protocol page: it may load its own style and fonts, and the organization's picture. `script-src`
 * is present so that the library can add the digest of the one-line script that submits a form.
 */
export const HOSTED_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; script-src 'none'; img-src https: http: data:; base-uri 'none'; frame-ancestors 'none'";

interface Brand {
  /** Organization of the app; null if it is not known yet. */
  appearance: Appearance | null;
  /** True if the page shows "powered by". */
  poweredBy: boolean;
}

const unbranded: Brand = { appearance: null, poweredBy: false };

const MARK = `<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="var(--accent)" d="M3 3h4v3h3V3h4v3h3V3h4v8l-2 2v8H5v-8l-2-2V3Z"/><path fill="var(--surface)" d="M12 12a2.75 2.75 0 0 0-2.75 2.75V21h5.5v-6.25A2.75 2.75 0 0 0 12 12Z"/></svg>`;

function initials(name: string) {
  const tone = initialTones[toneOf(name, initialTones.length)]!;
  return `<span aria-hidden="true" class="initials ${tone}">${escapeHtml(initialsOf(name))}</span>`;
}

function headOf({ appearance }: Brand) {
  if (!appearance) return `<header>${MARK}<p class="name">Castellan</p></header>`;
  const { brandLogoUrl, tagline } = appearance;
  const name = shownName(appearance);
  const picture = brandLogoUrl
    ? `<img src="${escapeHtml(brandLogoUrl)}" alt="" referrerpolicy="no-referrer">`
    : initials(name);
  const beneath = tagline ? `<p class="tagline">${escapeHtml(tagline)}</p>` : "";
  return `<header>${picture}<div><p class="name">${escapeHtml(name)}</p>${beneath}</div></header>`;
}

/**
 * Returns a form with a button for each other language. After the choice, the browser returns to `again`. Returns an empty text
 * if the page cannot be shown again.
 */
function languageForm(locale: Locale, again: string | null, words: ProtocolWords) {
  if (again === null) return "";
  const buttons = locales
    .filter((other) => other !== locale)
    .map(
      (other) =>
        `<button class="link" name="locale" value="${other}" lang="${other}">${languages[other]}</button>`,
    );
  return `<form method="post" action="${LANGUAGE_PATH}" aria-label="${words.language}">
<input type="hidden" name="back" value="${escapeHtml(again)}">${buttons.join("")}</form>`;
}

function footOf({ appearance, poweredBy }: Brand, words: ProtocolWords, choice: string) {
  const links = [
    [words.terms, appearance?.termsUrl],
    [words.privacy, appearance?.privacyUrl],
  ].flatMap(([label, href]) => (href ? [`<a href="${escapeHtml(href)}" rel="noreferrer">${label}</a>`] : []));
  const parts = [...links, ...(poweredBy ? [`<span>${words.poweredBy}</span>`] : []), choice].join("");
  const about = appearance?.aboutDescription ? `<p>${escapeHtml(appearance.aboutDescription)}</p>` : "";
  const imprint = parts ? `<div class="imprint">${parts}</div>` : "";
  return about || imprint ? `<footer>${about}${imprint}</footer>` : "";
}

/*
 * The page sets its own referrer policy. With the policy of all other answers (none), browsers would send its forms without an
 * origin (Fetch §3.2), and the choice of a language is accepted only from our own pages.
 */

/** A page: its title is text, its body is HTML. */
interface Page {
  title: string;
  body: string;
  brand?: Brand;
  /**
   * Path at which the page can be shown again in another language; null if it cannot. By default, the requested path if the
   * request was a GET.
   */
  again?: string | null;
}

function html(locale: Locale, words: ProtocolWords, { title, body, brand = unbranded, again = null }: Page) {
  const { appearance } = brand;
  const stripe = appearance?.brandColor ? `<div aria-hidden="true" class="stripe"></div>` : "";
  const place = appearance ? shownName(appearance) : "Castellan";
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<title>${escapeHtml(title)} · ${escapeHtml(place)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${hostedStyle}</style>
</head>
<body><main style="${escapeHtml(accentOf(appearance?.brandColor))}"><div>${headOf(brand)}
<section>${stripe}<div class="body"><h1>${escapeHtml(title)}</h1>${body}</div></section>
${footOf(brand, words, languageForm(locale, again, words))}</div></main></body>
</html>
`;
}

/**
 * Answers with a page of the protocol itself (an error, a sign-out, the code of a device), for which Next has no page. The page
 * has no scripts and the style of the other hosted pages, in light and dark. It uses the reader's language and the organization's
 * branding if known.
 */
export function showPage(ctx: KoaContextWithOIDC, of: (words: ProtocolWords) => Page) {
  const { locale, words } = wordsFor(ctx);
  const shown = ctx.method === "GET" ? ctx.url : null;
  ctx.type = "html";
  ctx.set("Content-Language", locale);
  ctx.vary("Accept-Language, Cookie");
  ctx.body = html(locale, words, { again: shown, ...of(words) });
}
