import type { KoaContextWithOIDC } from "oidc-provider";
import { inkOn } from "../../domain/tenant-config/colour.schema";
import { shownName, type Appearance } from "../../domain/tenant-config/tenant-config.schema";
import { wordsFor, type ProtocolWords } from "./protocol-words";

/** Text as HTML shows it. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * What a page of the protocol may load: its own style and the organization's picture. `script-src` is there so that the
 * library can add the digest of the one line that sends a form on.
 */
export const HOSTED_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'none'; img-src https: http: data:; base-uri 'none'; frame-ancestors 'none'";

interface Brand {
  /** The organization whose app it is; null where it is not known yet. */
  appearance: Appearance | null;
  /** Whether the page says what it is powered by. */
  poweredBy: boolean;
}

const unbranded: Brand = { appearance: null, poweredBy: false };

/** The organization's colour in place of the console's green, with a text colour that can be read on it. */
const accentOf = ({ appearance }: Brand) => {
  const colour = appearance?.brandColor;
  return colour ? `main { --accent: ${escapeHtml(colour)}; --on-accent: ${inkOn(colour)}; }` : "";
};

function headOf({ appearance }: Brand) {
  if (!appearance) return `<header><b class="mark">C</b><strong>Castellan</strong></header>`;
  const name = escapeHtml(shownName(appearance));
  const picture = appearance.brandLogoUrl
    ? `<img src="${escapeHtml(appearance.brandLogoUrl)}" alt="" referrerpolicy="no-referrer">`
    : `<b class="mark">${escapeHtml([...shownName(appearance)][0] ?? "").toUpperCase()}</b>`;
  const tagline = appearance.tagline ? `<br><small>${escapeHtml(appearance.tagline)}</small>` : "";
  return `<header>${picture}<span><strong>${name}</strong>${tagline}</span></header>`;
}

function footOf({ appearance, poweredBy }: Brand, words: ProtocolWords) {
  const links = [
    [words.terms, appearance?.termsUrl],
    [words.privacy, appearance?.privacyUrl],
  ].flatMap(([label, href]) => (href ? [`<a href="${escapeHtml(href)}" rel="noreferrer">${label}</a>`] : []));
  const parts = [...links, ...(poweredBy ? [`<span>${words.poweredBy}</span>`] : [])];
  return parts.length > 0 ? `<footer>${parts.join("")}</footer>` : "";
}

const html = (
  locale: string,
  words: ProtocolWords,
  title: string,
  body: string,
  brand: Brand,
) => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(brand.appearance ? shownName(brand.appearance) : "Castellan")}</title>
<style>
:root { color-scheme: light dark; --ink: #1d1c19; --soft: #57534a; --canvas: #f6f4ef; --surface: #fffefb; --line: #e2ded4; --accent: #0d6b52; --on-accent: #fff; --danger: #a3261b; --danger-soft: #fbeae7; }
@media (prefers-color-scheme: dark) { :root { --ink: #ecebe6; --soft: #b3afa5; --canvas: #151512; --surface: #1d1d1a; --line: #34332e; --accent: #56c7a1; --on-accent: #06251b; --danger: #f2a49b; --danger-soft: #3a1d19; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--canvas); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
main { width: min(24rem, 100vw - 2rem); margin: 2.5rem 1rem; }
${accentOf(brand)}
header { display: flex; align-items: center; gap: .75rem; margin-bottom: 1.5rem; overflow-wrap: anywhere; }
header strong { font-size: 1.125rem; line-height: 1.25; } header small { color: var(--soft); }
header img { height: 2.5rem; max-width: 8rem; object-fit: contain; }
.mark { display: grid; place-items: center; flex: none; width: 2.25rem; height: 2.25rem; border-radius: 8px; background: var(--accent); color: var(--on-accent); }
section { padding: 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 8px 24px -12px rgb(0 0 0 / .2); }
h1 { margin: 0 0 .5rem; font-size: 1.125rem; overflow-wrap: anywhere; } p { margin: .5rem 0; color: var(--soft); overflow-wrap: anywhere; } p b { color: var(--ink); }
form { margin-top: 1.25rem; display: flex; gap: .5rem; flex-wrap: wrap; } label { width: 100%; font-weight: 500; }
button { flex: 1; min-width: 8rem; height: 2.25rem; font: inherit; font-weight: 500; padding: 0 1rem; border-radius: 8px; border: 1px solid var(--line); background: none; color: var(--ink); cursor: pointer; }
button.primary { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
input[type=text] { width: 100%; height: 2.75rem; padding: 0 .75rem; border: 1px solid var(--line); border-radius: 8px; background: none; color: var(--ink); font: 500 1.25rem ui-monospace, monospace; letter-spacing: .1em; text-align: center; text-transform: uppercase; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.code { margin: 1rem 0; font: 600 1.5rem ui-monospace, monospace; letter-spacing: .1em; text-align: center; color: var(--ink); }
.problem { padding: .5rem .75rem; border-radius: 8px; background: var(--danger-soft); color: var(--danger); }
footer { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: 1rem; color: var(--soft); font-size: .8125rem; } footer a { color: inherit; }
</style>
</head>
<body><main>${headOf(brand)}<section><h1>${escapeHtml(title)}</h1>${body}</section>${footOf(brand, words)}</main></body>
</html>
`;

/** A page: its title as text, its body as HTML. */
interface Page {
  title: string;
  body: string;
  brand?: Brand;
}

/**
 * Answers with a page of the protocol itself (an error, a sign-out, the code of a device), where no page of the console is
 * in play: without scripts, legible in light and dark, in the reader's language, with the brand of the organization where
 * that is known.
 */
export function showPage(ctx: KoaContextWithOIDC, of: (words: ProtocolWords) => Page) {
  const { locale, words } = wordsFor(ctx);
  const { title, body, brand = unbranded } = of(words);
  ctx.type = "html";
  ctx.set("Content-Language", locale);
  ctx.vary("Accept-Language, Cookie");
  ctx.body = html(locale, words, title, body, brand);
}
