import compile from "icu-minify/compile";
import { registry } from "@/server/domain/access-rules/rule-types.schema";
import type { RuleWords } from "@/server/domain/access-rules/rule-words.schema";
import { kinds as providers } from "@/server/domain/federation/federation.schema";
import type { KindWords } from "@/server/domain/federation/kind.schema";
import { kindFacts, providerKinds } from "@/server/domain/federation/kinds.schema";
import {
  factorKinds,
  heldKinds,
  wordsOfFactor,
  type FactorKindFacts,
} from "@/server/domain/sign-in-methods/factor-kinds.schema";
import type { Locale } from "@/server/kernel/strings/languages";

/*
 * Messages of the registries of access-rule types, of kinds of factors and of kinds of identity providers. An area is a named group
 * of messages. The server adds these areas to the message catalogues (request.ts). Pages do not import the registries, because the import would add all
 * languages to their scripts.
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
function ruleMessages(locale: Locale) {
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
 * Returns the messages of all kinds of factors, by area. `factor-kinds` contains names, texts of removals by the kind, and labels
 * of codes by the method. `proof-names` contains the names of proofs by the method. `recorded-factors` contains the names in
 * events by the recorded English.
 */
function factorMessages(locale: Locale) {
  const kinds = heldKinds.map((kind) => [kind, wordsOfFactor(kind)] as const);
  const known: FactorKindFacts[] = Object.values(factorKinds);
  const ofKinds = kinds.flatMap(([kind, { [locale]: words }]) => [
    [`${kind}_name`, words.name],
    [`${kind}_remove`, words.remove],
  ]);
  const ofCodes = known.flatMap(({ method, typedCode }) =>
    typedCode === null ? [] : [[`${method}_code`, typedCode.label[locale]]],
  );
  return {
    "factor-kinds": Object.fromEntries([...ofKinds, ...ofCodes]) as Record<string, string>,
    "proof-names": Object.fromEntries(
      known.map(({ method, words: { [locale]: words } }) => [method, words.proof ?? words.name]),
    ),
    "recorded-factors": Object.fromEntries(kinds.map(([, words]) => [words.en.inLog, words[locale].inLog])),
  };
}

/** Returns the messages for the pages about a kind of identity provider. Each key begins with the kind. */
const pageMessages = (
  kind: string,
  { label, hint, connectorHint, addresses }: KindWords,
): [string, string][] => [
  [`${kind}_label`, label],
  [`${kind}_hint`, hint],
  [`${kind}_connectorHint`, connectorHint],
  ...Object.entries(addresses).map(([name, text]): [string, string] => [`${kind}_address_${name}`, text]),
];

/**
 * Returns the messages of all kinds of identity providers, by area. `provider-kinds` contains the messages of pages,
 * `provider-names` the kinds in the log, `provider-proofs` the sign-ins by a connector, and `provider-fields` the labels of settings
 * in the log.
 */
function providerMessages(locale: Locale) {
  const kinds = providerKinds.map((kind) => [kind, providers[kind].words[locale]] as const);
  return {
    "provider-kinds": Object.fromEntries(kinds.flatMap(([kind, words]) => pageMessages(kind, words))),
    "provider-names": Object.fromEntries(kinds.map(([kind, { inLog }]) => [kind, inLog])),
    "provider-proofs": Object.fromEntries(
      kinds.map(([kind, { proof }]) => [kindFacts[kind].connector, proof]),
    ),
    "provider-fields": Object.fromEntries(kinds.flatMap(([, { fields }]) => Object.entries(fields))),
  };
}

/** Returns the messages of the registries as ICU texts, by area. */
export const registryMessages = (locale: Locale): Record<string, Record<string, string>> => ({
  ...ruleMessages(locale),
  ...factorMessages(locale),
  ...providerMessages(locale),
});

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
