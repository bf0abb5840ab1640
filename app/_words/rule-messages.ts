import compile from "icu-minify/compile";
import { registry } from "@/server/domain/access-rules/rule-types.schema";
import type { RuleWords } from "@/server/domain/access-rules/rule-words.schema";
import type { Locale } from "@/server/kernel/strings/languages";

/*
 * Messages of all access-rule types. An area is a named group of messages. The server adds these areas to the message
 * catalogues (request.ts). Pages do not import the registry of rule types, because the import would add all types to their
 * scripts.
 */

/** Returns the messages for the form and the sentence of a rule type. Each key begins with the type. */
function messagesOf(type: string, { label, hint, sentence, form }: RuleWords): [string, string][] {
  const texts = { label, hint, sentence, ...form };
  return Object.entries(texts).map(([name, text]) => [`${type}_${name}`, text]);
}

/**
 * Returns the messages of all access-rule types as ICU texts, by area. `rule-types` contains the messages of forms and
 * sentences. `rule-names` contains the names of the types in the log. `rule-fields` contains the labels of fields in the log.
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
 * Compiles ICU texts to plain data. The formatter accepts only compiled messages, and the build compiles only the catalogues.
 * React can send only plain data from the server to the browser.
 */
export const compiled = (areas: Record<string, Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(areas).map(([area, texts]) => {
      const messages = Object.entries(texts).map(([key, text]) => [key, compile(text)]);
      // The cast is needed, because next-intl declares each message as a text. A compiled message with arguments is a list.
      return [area, JSON.parse(JSON.stringify(Object.fromEntries(messages))) as Record<string, string>];
    }),
  );
