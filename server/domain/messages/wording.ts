import type { Template, TemplateData } from "../message-queue/templates";

/** What a message says, before it has a look. */
export interface Wording {
  subject: string;
  paragraphs: string[];
  /** What is to be typed somewhere, shown large. */
  code?: string;
  action?: { label: string; href: string };
  /** The text message, where it says it in another way than the first paragraph. */
  short?: string;
}

/** One language's words for every template; `org` is what the organization is called. */
export type Words = { [T in Template]: (data: TemplateData<T>, org: string) => Wording };

/** A moment as a mail says it: minutes, in UTC. */
export function moment(iso: string, locale: string) {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(locale, options).format(at)} UTC`;
}
