import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { useDurationText, useRuleSentence, type Described } from "./rule-sentence";

/** Returns the result of a hook in English, outside of a page. */
function inEnglish<T>(useWords: () => T): T {
  const given: T[] = [];
  const Reader = () => {
    given.push(useWords());
    return null;
  };
  const english = { locale: "en", messages: {}, timeZone: "UTC", children: null } as const;
  renderToStaticMarkup(createElement(NextIntlClientProvider, english, createElement(Reader)));
  return given[0]!;
}

const ruleSentence = inEnglish(useRuleSentence);
const durationText = inEnglish(useDurationText);

const sentence = (type: Described["type"], definition: object, about: Partial<Described> = {}) =>
  ruleSentence({ scope: "org", about: null, type, definition: { ...definition }, ...about });

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
