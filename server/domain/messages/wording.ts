import type { Locale } from "@/server/kernel/strings/languages";
import type { Template, TemplateData } from "./templates";
import {
  factorKinds,
  isHeldKind,
  kindByMethod,
  wordsOfFactor,
  type FactorKindFacts,
  type FactorMethod,
  type HeldKind,
} from "../sign-in-methods/factor-kinds.schema";

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

/**
 * Returns the name of a kind of factor inside a sentence. The method of a kind whose codes are used up, such as `recovery_code`,
 * names one code.
 */
export function factorName(locale: Locale, kind: HeldKind | FactorMethod): string {
  if (isHeldKind(kind)) return wordsOfFactor(kind)[locale].inLog;
  const facts: FactorKindFacts = factorKinds[kindByMethod[kind]];
  return facts.usedUp?.[locale] ?? facts.words[locale].inLog;
}

const passwordWord: Readonly<Record<Locale, string>> = { en: "password", de: "Passwort" };

/** Returns the names of the ways to sign in that an account has, with the number of factors of each kind. */
export function listWays(locale: Locale, { password, kinds }: { password: boolean; kinds: HeldKind[] }) {
  const factors = [...new Set(kinds)].map((kind) => {
    const count = kinds.filter((each) => each === kind).length;
    return factorName(locale, kind) + (count === 1 ? "" : ` (${count})`);
  });
  return [...(password ? [passwordWord[locale]] : []), ...factors].join(", ");
}

/** Returns a time for a mail, in UTC and without seconds. */
export function moment(iso: string, locale: string) {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(locale, options).format(at)} UTC`;
}
