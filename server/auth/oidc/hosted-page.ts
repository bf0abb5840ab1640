import type { KoaContextWithOIDC } from "oidc-provider";
import { initialsOf, toneOf } from "../../domain/tenant-config/initials.schema";
import { shownName, type Appearance } from "../../domain/tenant-config/tenant-config.schema";
import { languages, locales, type Locale } from "../../kernel/languages";
import { accentOf, hostedStyle, initialTones } from "./hosted-style";
import { wordsFor, type ProtocolWords } from "./protocol-words";
import { LANGUAGE_PATH } from "./ui-locales";

/** Text as HTML shows it. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * What a page of the protocol may load: its own style and fonts, and the organization's picture. `script-src` is there so
 * that the library can add the digest of the one line that sends a form on.
 */
export const HOSTED_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; script-src 'none'; img-src https: http: data:; base-uri 'none'; frame-ancestors 'none'";

interface Brand {
  /** The organization whose app it is; null where it is not known yet. */
  appearance: Appearance | null;
  /** Whether the page says what it is powered by. */
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

/** The other languages of the page; sent as it stands, it answers with the same page, if that can be shown again. */
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
 * The policy for referrers is the page's own, because with the one of all other answers (none) its forms would be sent
 * without saying where from (Fetch §3.2), and the choice of a language is taken from our pages only.
 */

/** A page: its title as text, its body as HTML. */
interface Page {
  title: string;
  body: string;
  brand?: Brand;
  /**
   * The path at which the page is shown again, in another language; null where it cannot be. Where it is not said, it is
   * the one that was asked for, if nothing was sent with it.
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
 * Answers with a page of the protocol itself (an error, a sign-out, the code of a device), where no page of the console is
 * in play: without scripts, as the other hosted pages look, in light and dark, in the reader's language, with the brand of
 * the organization where that is known.
 */
export function showPage(ctx: KoaContextWithOIDC, of: (words: ProtocolWords) => Page) {
  const { locale, words } = wordsFor(ctx);
  const shown = ctx.method === "GET" ? ctx.url : null;
  ctx.type = "html";
  ctx.set("Content-Language", locale);
  ctx.vary("Accept-Language, Cookie");
  ctx.body = html(locale, words, { again: shown, ...of(words) });
}
