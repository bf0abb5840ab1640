import type * as z from "zod";
import type { Locale } from "@/server/kernel/strings/languages";
import { mailHtml } from "../tenant-config/mail-look.schema";
import { shownName, type Appearance } from "../tenant-config/tenant-config.schema";
import { templates, type Template } from "./templates";
import { english } from "./words-en";
import { german } from "./words-de";
import type { Wording } from "./wording";

const words = { en: english, de: german };

/** Returns a text for a header in one line. Removes control characters and characters that change the writing direction. */
export const headerText = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();

/** Returns the sender name for mails: the organization's name, safe for a header. */
export const senderName = (appearance: Appearance) => headerText(shownName(appearance)).slice(0, 100);

export interface Composed {
  subject: string;
  html: string;
  text: string;
}

function wordingOf(template: Template, data: unknown, locale: Locale, appearance: Appearance): Wording {
  const schema: z.ZodType = templates[template];
  const write = words[locale][template] as (data: unknown, org: string) => Wording;
  return write(schema.parse(data), shownName(appearance));
}

const poweredByWords = { en: "Powered by Castellan", de: "Mit Castellan" };

/** Composes a mail in the organization's design, as HTML and as text. Throws if the data does not fit the template. */
export function composeMail(
  template: Template,
  data: unknown,
  locale: Locale,
  appearance: Appearance,
): Composed {
  const { subject, paragraphs, code, action } = wordingOf(template, data, locale, appearance);
  const html = mailHtml(appearance, {
    title: headerText(subject),
    language: locale,
    paragraphs,
    ...(code !== undefined && { code }),
    ...(action && { action }),
  });
  const foot = [shownName(appearance), ...(appearance.poweredBy.email ? [poweredByWords[locale]] : [])].join(
    " · ",
  );
  const parts = [
    ...(code === undefined ? [] : [code]),
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    `-- \n${foot}`,
  ];
  return { subject: headerText(subject), html, text: `${parts.join("\n\n")}\n` };
}

/** Composes a text message: one paragraph, and a link if the message has one. */
export function composeText(
  template: Template,
  data: unknown,
  locale: Locale,
  appearance: Appearance,
): string {
  const { paragraphs, action, short } = wordingOf(template, data, locale, appearance);
  const body = short ?? `${shownName(appearance)}: ${paragraphs[0] ?? ""}`;
  return headerText(action && !short ? `${body} ${action.href}` : body);
}
