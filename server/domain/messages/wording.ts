import type { Template, TemplateData } from "../message-queue/templates";

/** The content of a message before it is formatted. */
export interface Wording {
  subject: string;
  paragraphs: string[];
  /** A code to enter. The mail shows the code in large type. */
  code?: string;
  action?: { label: string; href: string };
  /** The text of a text message, if it differs from the first paragraph. */
  short?: string;
}

/** The texts of all templates in one language. `org` is the organization's name. */
export type Words = { [T in Template]: (data: TemplateData<T>, org: string) => Wording };

/** Returns a time for a mail, in UTC and without seconds. */
export function moment(iso: string, locale: string) {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(locale, options).format(at)} UTC`;
}
