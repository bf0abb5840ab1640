import { NextIntlClientProvider, type Locale } from "next-intl";
import { createElement } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { expect, it } from "vitest";
import { registryMessages } from "@/app/_words/registry-messages";
import { useCodeWords } from "./code-words";
import { useTargetName } from "../log/thing-words";

/**
 * Returns the results of the hooks in a language. The texts of the message catalogues stay English. Only the texts of
 * access-rule types are translated.
 */
async function inLanguage(locale: Locale) {
  const given: { code: ReturnType<typeof useCodeWords>; targetName: ReturnType<typeof useTargetName> }[] = [];
  const Reader = () => {
    given.push({ code: useCodeWords(), targetName: useTargetName() });
    return null;
  };
  const words = { locale, messages: registryMessages(locale), timeZone: "UTC", children: null } as const;
  const { prelude } = await prerenderToNodeStream(
    createElement(NextIntlClientProvider, words, createElement(Reader)),
  );
  prelude.resume();
  return given[0]!;
}

const english = await inLanguage("en");
const german = await inLanguage("de");

it.each([
  ["countries", "US", "United States", "Vereinigte Staaten"],
  ["country", "DE", "Germany", "Deutschland"],
  ["regions", "DE:Bavaria", "Bavaria (Germany)", "Bavaria (Deutschland)"],
  ["days", "0", "Sunday", "Sonntag"],
  ["days", "6", "Saturday", "Samstag"],
  ["days", "30", "30", "30"],
  ["name", "passkey", "passkey", "passkey"],
  ["constructor", "passkey", "passkey", "passkey"],
])("translates the %s %j", (field, value, inEnglish, inGerman) => {
  expect(english.code(field, value)).toBe(inEnglish);
  expect(german.code(field, value)).toBe(inGerman);
});

it("translates codes of states and rules, and keeps unknown values", () => {
  expect(english.code("status", "pending")).toBe("pending");
  expect(english.code("step", "untag")).toBe("remove a tag");
  expect(english.code("mode", "deny")).toBe("deny");
  expect(english.code("methods", "webauthn")).toBe("Passkey");
  expect(english.code("lockedUntil", "until somebody unlocks it")).toBe("until an administrator unlocks it");
  expect(english.code("app", "account page")).toBe("account page");
  expect(english.code("status", "constructor")).toBe("constructor");
});

it.each(["passkey", "code by e-mail (Work)", "recovery codes", "constructor (x)", "Portal (Work)"])(
  "keeps the owner's label of the factor %j",
  (factor) => expect(english.code("factor", factor)).toBe(factor),
);

it("names a rule by its type and its scope", () => {
  expect(english.targetName({ target: "rule:1", targetLabel: "ip, org" })).toBe("addresses for everyone");
  expect(german.targetName({ target: "rule:1", targetLabel: "ip, org" })).toBe("Adressen for everyone");
  expect(english.targetName({ target: "rule:1", targetLabel: "constructor, org" })).toBe("constructor, org");
  expect(english.targetName({ target: "app:1", targetLabel: "ip, org" })).toBe("ip, org");
});
