import { registry } from "@/server/domain/access-rules/rule-types.schema";
import type { RuleWords } from "@/server/domain/access-rules/rule-words.schema";
import type { Locale } from "@/server/kernel/strings/languages";

/*
 * Messages from the registry of access-rule types, by area and key. The server adds them to those of the catalogues
 * (request.ts). Pages do not import the registry.
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
