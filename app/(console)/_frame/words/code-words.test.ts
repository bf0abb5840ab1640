import { NextIntlClientProvider, type Locale } from "next-intl";
import { createElement } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { expect, it } from "vitest";
import { ServerMessages } from "@/components/server-messages";
import { useCodeWords } from "./code-words";
import { useEventNames } from "../log/event-names";

/** Returns the results of the hooks after the dictionary was loaded. */
async function inLanguage(locale: Locale) {
  const given: { code: ReturnType<typeof useCodeWords>; names: ReturnType<typeof useEventNames> }[] = [];
  const Reader = () => {
    given.push({ code: useCodeWords(), names: useEventNames() });
    return null;
  };
  const words = { locale, messages: {}, timeZone: "UTC", children: null } as const;
  const page = createElement(ServerMessages, null, createElement(Reader));
  const { prelude } = await prerenderToNodeStream(createElement(NextIntlClientProvider, words, page));
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
  ["factor", "passkey", "passkey", "Passkey"],
  ["factor", "code by e-mail (Work)", "code by e-mail (Work)", "Code per E-Mail (Work)"],
  ["factors", "recovery codes", "recovery codes", "Wiederherstellungscodes"],
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
  expect(english.code("status", "constructor")).toBe("constructor");
});

const nobody = { userEmail: null, userId: null, clientId: null };

it("translates system actors, and keeps names that people chose", () => {
  expect(english.names.actor({ ...nobody, actorLabel: "Set-up" })).toBe("Set-up");
  expect(german.names.actor({ ...nobody, actorLabel: "Set-up" })).toBe("Einrichtung");
  expect(german.names.actor({ ...nobody, actorLabel: "Set-up", userId: 1 })).toBe("Set-up");
  expect(german.names.actor({ ...nobody, actorLabel: "Company directory" })).toBe("Company directory");
  expect(german.names.actor({ ...nobody, actorLabel: null })).toBeNull();
});

it("names a rule by its type and its scope", () => {
  expect(english.names.target({ target: "rule:1", targetLabel: "ip, org" })).toBe("addresses for everyone");
  expect(english.names.target({ target: "rule:1", targetLabel: "constructor, org" })).toBe(
    "constructor, org",
  );
  expect(english.names.target({ target: "app:1", targetLabel: "ip, org" })).toBe("ip, org");
});
