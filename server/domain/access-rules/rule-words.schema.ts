import type { Locale } from "@/server/kernel/strings/languages";

/*
 * Texts of access-rule types in the console, as ICU messages. The console formats these texts together with its other messages
 * (app/_words/registry-messages.ts).
 */

/** Texts of a type in one language. */
export interface RuleWords<Field extends string = string> {
  /** Name of the type in forms and lists. */
  label: string;
  /** One sentence that explains the type in the form. */
  hint: string;
  /** Name of the type in the audit log, inside a sentence. */
  inLog: string;
  /**
   * The rule as one sentence. The arguments are `scope`, `name`, and the values that the console's entry for the type supplies.
   */
  sentence: string;
  /** Labels of the type-specific fields in the audit log. */
  fields: Readonly<Record<Field, string>>;
  /** Texts of the form that only the console's entry for the type uses: options, hints and warnings. */
  form: Readonly<Record<string, string>>;
}

/**
 * Beginnings and ends of sentences about the users of a rule. Each text is an ICU message with the arguments `scope` and
 * `name`.
 */
export const subjectWords = {
  en: {
    can: "{scope, select, org {Everyone} tag {People with the tag {name}} app {People signing in to {name}} other {{name}}} can",
    cannotSignIn:
      "{scope, select, org {Nobody can} tag {People with the tag {name} cannot} app {People signing in to {name} cannot} other {{name} cannot}} sign in",
    each: "{scope, select, user {} other { each}}",
  },
  de: {
    can: "{scope, select, org {Alle können} tag {Personen mit dem Tag {name} können} app {Bei {name} können alle} other {{name} kann}}",
    /** The text of `can` with the reflexive pronoun that the German verb "anmelden" requires. */
    canOneself:
      "{scope, select, org {Alle können sich} tag {Personen mit dem Tag {name} können sich} app {Bei {name} können sich alle} other {{name} kann sich}}",
    cannotOneself:
      "{scope, select, org {Niemand kann sich} tag {Personen mit dem Tag {name} können sich nicht} app {Bei {name} kann sich niemand} other {{name} kann sich nicht}}",
    each: "{scope, select, user {} other {, jede Person für sich}}",
  },
} satisfies Record<Locale, Record<string, string>>;

/** Sentence of a rule that allows or denies places. The additional arguments are `effect` and `places`. */
export const sentenceOnPlaces: Readonly<Record<Locale, string>> = {
  en: `{effect, select, allow {${subjectWords.en.can} sign in only from {places}.} other {${subjectWords.en.cannotSignIn} from {places}.}}`,
  de: `{effect, select, allow {${subjectWords.de.canOneself} nur von hier anmelden: {places}.} other {${subjectWords.de.cannotOneself} von hier anmelden: {places}.}}`,
};
