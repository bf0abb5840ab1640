import compile from "icu-minify/compile";
import { registry } from "@/server/domain/access-rules/rule-types.schema";
import type { RuleWords } from "@/server/domain/access-rules/rule-words.schema";
import type { Locale } from "@/server/kernel/strings/languages";

/*
 * Messages of all access-rule types, by area and key. The server adds them to those of the catalogues (request.ts). Pages do not
 * import the list of types, which would add every type to their scripts.
 */

/** Returns the messages of a type for its form and its sentence. Each key begins with the type. */
function messagesOf(type: string, { label, hint, sentence, form }: RuleWords): [string, string][] {
  const texts = { label, hint, sentence, ...form };
  return Object.entries(texts).map(([name, text]) => [`${type}_${name}`, text]);
}

/**
 * Returns the messages of all access-rule types as ICU texts. `rule-types` contains those of forms and sentences,
 * `rule-names` the names of types in the log, and `rule-fields` the labels of fields in the log.
 */
export function ruleMessages(locale: Locale): Record<string, Record<string, string>> {
  const types = Object.entries(registry).map(([type, { words }]): [string, RuleWords] => [
    type,
    words[locale],
  ]);
  return {
    "rule-types": Object.fromEntries(types.flatMap(([type, words]) => messagesOf(type, words))),
    "rule-names": Object.fromEntries(types.map(([type, { inLog }]) => [type, inLog])),
    "rule-fields": Object.fromEntries(types.flatMap(([, { fields }]) => Object.entries(fields))),
  };
}

/**
 * Compiles ICU texts. The build compiles those of the catalogues, and the formatter accepts only compiled messages. They are plain
 * data, because React passes no other objects from the server to the browser.
 */
export const compiled = (areas: Record<string, Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(areas).map(([area, texts]) => {
      const messages = Object.entries(texts).map(([key, text]) => [key, compile(text)]);
      // next-intl types every message as a text. A compiled one with arguments is a list.
      return [area, JSON.parse(JSON.stringify(Object.fromEntries(messages))) as Record<string, string>];
    }),
  );
