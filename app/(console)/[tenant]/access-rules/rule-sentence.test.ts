import { NextIntlClientProvider, type Locale } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { registryMessages } from "@/app/_words/registry-messages";
import { definitions, ruleTypes } from "@/server/domain/access-rules/rule-types.schema";
import { locales } from "@/server/kernel/strings/languages";
import { useRuleTypes } from "./rule-types";
import { useDurationText, useRuleSentence, type Described } from "./rule-sentence";

/** Runs a hook in a language without rendering a page. Calls `onError` for each missing text. */
function inLanguage<T>(locale: Locale, useWords: () => T, onError?: (error: Error) => void): T {
  const given: T[] = [];
  const Reader = () => {
    given.push(useWords());
    return null;
  };
  const words = {
    locale,
    messages: registryMessages(locale),
    timeZone: "UTC",
    children: null,
    onError,
  } as const;
  renderToStaticMarkup(createElement(NextIntlClientProvider, words, createElement(Reader)));
  return given[0]!;
}

const ruleSentence = inLanguage("en", useRuleSentence);
const durationText = inLanguage("en", useDurationText);

const sentence = (type: Described["type"], definition: object, about: Partial<Described> = {}) =>
  ruleSentence({ scope: "org", about: null, type, definition: { ...definition }, ...about });

describe.each(ruleTypes)("the console's entry of the type %s", (type) => {
  it.each(locales)("has all its texts in %s", (locale) => {
    const missing: string[] = [];
    const { sentence, start, blindSpot } = inLanguage(locale, useRuleTypes, ({ message }) => {
      // Records only the missing texts of rule types. This test does not load the other message catalogues.
      if (message.includes(`${type}_`)) missing.push(message);
    })[type];
    const definition = start();
    for (const scope of ["org", "app", "tag", "user"] as const)
      expect(sentence({ scope, name: "Ann", rule: definition })).toMatch(/\.$/);
    for (const effect of ["allow", "deny"])
      expect(blindSpot?.({ effect }, { regions: false, anonymizers: false }) ?? ".").toMatch(/\.$/);
    expect(missing).toEqual([]);
  });

  it("has an initial value for each field of its definition, and for no other", () => {
    const { start } = inLanguage("en", useRuleTypes)[type];
    expect(Object.keys(start()).sort()).toEqual(Object.keys(definitions[type].shape).sort());
  });
});

describe("the sentence of a rule", () => {
  it.each([
    [
      sentence("country", { effect: "allow", countries: ["DE", "AT"] }),
      "Everyone can sign in only from Germany or Austria.",
    ],
    [
      sentence("region", { effect: "deny", regions: ["DE:Bavaria"] }, { scope: "user", about: "Ann" }),
      "Ann cannot sign in from Bavaria (Germany).",
    ],
    [
      sentence(
        "ip",
        { effect: "deny", cidrs: ["a", "b", "c", "d", "e", "f", "g", "h"] },
        { scope: "app", about: "Ledger" },
      ),
      "People signing in to Ledger cannot sign in from a, b, c, d, e, f or 2 more.",
    ],
    [
      sentence(
        "hours",
        { days: [5, 1, 3], startTime: "22:00", endTime: "06:00", timeZoneId: "Europe/Berlin" },
        { scope: "tag", about: "Intern" },
      ),
      "People with the tag Intern can sign in only Monday, Wednesday and Friday, from 22:00 to 06:00 the next morning (Europe/Berlin time).",
    ],
    [
      sentence("hours", { days: [0, 6, 5], startTime: "08:00", endTime: "18:00", timeZoneId: "UTC" }),
      "Everyone can sign in only Friday to Sunday, from 08:00 to 18:00 (UTC time).",
    ],
    [
      sentence("method", { methods: ["webauthn", "Saml"] }),
      "Everyone can sign in only with: Passkey or SAML.",
    ],
    [sentence("anonymizer", {}), "Nobody can sign in through a VPN provider, a proxy or Tor."],
    [
      sentence("sessionlength", { maxSessionMinutes: 480 }),
      "Everyone can stay signed in for at most 8 hours.",
    ],
  ])("%s", (said, expected) => expect(said).toBe(expected));

  it("formats durations in their largest unit", () => {
    expect([1, 60, 90, 1_440, 43_200].map(durationText)).toEqual([
      "1 minute",
      "1 hour",
      "90 minutes",
      "1 day",
      "30 days",
    ]);
  });
});
