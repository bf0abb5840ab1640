import { inkOn } from "./colour.schema";
import { shownName } from "./shown-name.schema";
import type { Appearance } from "./tenant-config.schema";

/** The content of a mail. */
export interface MailContent {
  title: string;
  paragraphs: string[];
  /** A code to enter. The mail shows the code in large letters. */
  code?: string;
  action?: { label: string; href: string };
  /** Language of the mail. The default is English. */
  language?: keyof typeof footWords;
}

const footWords = {
  en: { terms: "Terms", privacy: "Privacy", poweredBy: "Powered by Castellan" },
  de: { terms: "Nutzungsbedingungen", privacy: "Datenschutz", poweredBy: "Mit Castellan" },
};

const looks = {
  light: { ground: "#f7f6f3", paper: "#ffffff", ink: "#1d1c19", soft: "#57534a", line: "#e2dfd8" },
  dark: { ground: "#141512", paper: "#1b1c19", ink: "#f0efe9", soft: "#b9b8ae", line: "#31332d" },
};
type Look = keyof typeof looks;

const DEFAULT_COLOUR = "#0d6b52";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

const rulesOf = (look: Look) => {
  const { ground, paper, ink, soft, line } = looks[look];
  return `body,.ground{background:${ground}!important}.paper{background:${paper}!important;border-right-color:${line}!important;border-bottom-color:${line}!important;border-left-color:${line}!important}.ink{color:${ink}!important}.soft{color:${soft}!important}`;
};

/**
 * Returns a mail as HTML in the organization's design. Uses tables, inline styles and rules for dark mode, because mail
 * programs support these. For a preview, `shown` selects light or dark mode.
 */
export function mailHtml(
  appearance: Appearance,
  { title, paragraphs, code, action, language = "en" }: MailContent,
  shown?: Look,
) {
  const { brandColor, brandLogoUrl, tagline, termsUrl, privacyUrl, poweredBy } = appearance;
  const name = escaped(shownName(appearance));
  const { ground, paper, ink, soft, line } = looks[shown ?? "light"];
  const colour = brandColor ?? DEFAULT_COLOUR;
  const small = `margin:0 0 6px;font-size:13px;line-height:20px;color:${soft}`;
  const link = (label: string, href: string | null) =>
    href === null ? [] : [`<a class="soft" href="${escaped(href)}" style="color:${soft}">${label}</a>`];
  const foot = [
    ...link(footWords[language].terms, termsUrl),
    ...link(footWords[language].privacy, privacyUrl),
    ...(poweredBy.email ? [footWords[language].poweredBy] : []),
  ].join(" · ");
  const logo =
    brandLogoUrl === null
      ? ""
      : `<img src="${escaped(brandLogoUrl)}" alt="" height="32" style="display:block;height:32px;max-width:160px;margin:0 0 12px;border:0">`;
  const button = action
    ? `<p style="margin:24px 0 8px"><a href="${escaped(action.href)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${colour};color:${inkOn(colour)};font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>`
    : "";
  const toType =
    code === undefined
      ? ""
      : `<p class="ink" style="margin:16px 0;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;line-height:36px;letter-spacing:4px;font-weight:600;color:${ink}">${escaped(code)}</p>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${shown ?? "light dark"}"><title>${escaped(title)}</title>
<style>${shown ? rulesOf(shown) : `@media (prefers-color-scheme:dark){${rulesOf("dark")}}`}</style></head>
<body style="margin:0;background:${ground}">
<table role="presentation" class="ground" width="100%" cellspacing="0" cellpadding="0" style="background:${ground}"><tr><td align="center" style="padding:24px 12px;font-family:Inter,'Helvetica Neue',Arial,sans-serif;font-size:15px;line-height:24px">
<table role="presentation" class="paper" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:${paper};border:1px solid ${line};border-top:4px solid ${colour};border-radius:8px"><tr><td style="padding:24px;text-align:left">
${logo}<p class="ink" style="margin:0;font-weight:600;color:${ink}">${name}</p>${tagline ? `<p class="soft" style="${small}">${escaped(tagline)}</p>` : ""}
<h1 class="ink" style="margin:20px 0 8px;font-size:20px;line-height:28px;color:${ink}">${escaped(title)}</h1>
${toType}${paragraphs.map((text) => `<p class="ink" style="margin:0 0 12px;color:${ink}">${escaped(text)}</p>`).join("\n")}
${button}</td></tr></table>
${foot === "" ? "" : `<p class="soft" style="${small};max-width:520px;padding:16px 24px 0">${foot}</p>`}
</td></tr></table></body></html>
`;
}
