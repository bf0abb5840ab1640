import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { events } from "@/server/kernel/events";
import german from "@/server/kernel/texts/de.json";
import { declaredTexts } from "@/server/kernel/texts/define";
import germanOfFields from "@/server/kernel/texts/field.de.json";
// Declares every text of the server.
import "@/server/container";
import { readCatalogue } from "./testing/catalogue";
import { registryMessages } from "./registry-messages";

/* The tests in this file check that all German texts use the terms of docs/languages.md. */

interface Text {
  /** Area of the message catalogue, or the group of the server's texts. */
  area: string;
  english: string;
  german: string;
}

/** Error messages and texts of the server, by code. */
const coded = Object.entries({ ...german, ...germanOfFields }).map(([code, german]) => ({
  area: code.slice(0, code.indexOf(".")),
  english: declaredTexts.get(code)!.english,
  german,
}));

/** Labels and descriptions of the audit events. */
const ofEvents = Object.values(events).flatMap(({ en, de }) => [
  { area: "events", english: en.label, german: de.label },
  { area: "events", english: en.description, german: de.description },
]);

/** Texts of access-rule types. */
const [rulesInEnglish, rulesInGerman] = [registryMessages("en"), registryMessages("de")];
const ofRules = Object.entries(rulesInEnglish).flatMap(([area, messages]) =>
  Object.entries(messages).map(([key, english]) => ({ area, english, german: rulesInGerman[area]![key]! })),
);

const texts: Text[] = [
  ...coded,
  ...ofEvents,
  ...ofRules,
  ...readCatalogue("app/_words/catalogues/de.po").map(({ area, english, translation }) => ({
    area,
    english,
    german: translation,
  })),
];

/** Patterns that must not occur in German texts. */
const abandoned = [
  // "Zustimmung" is ambiguous. The consent to an app is called "Einwilligung", and the approval of a request is called
  // "Genehmigung".
  /zustimm|zugestimmt/i,
  // A locked user is "für die Anmeldung gesperrt". The account itself is "gesperrt" only if it is a service account or is
  // suspended.
  /(?<!Dienst|bei Ihrem )konto (ist|wurde|wird|bleibt) (wegen \S+ )?gesperrt|(?<!Dienst)konto (sperren|entsperren)|sperrung/i,
];

/** Matches all forms of the German words "freigeben" and "Freigabe". */
const FREE = /freig(ab|eb|ib|egeb)|\b(gebe|geben|gibt)\b.*\bfrei\b/i;

interface Term {
  /** Matches the English texts to which the term applies. */
  of: RegExp;
  in?: string[];
  /** Pattern that the German translation must contain. */
  says?: RegExp;
  /** Pattern that the German translation must not contain. */
  not?: RegExp;
  /** Exceptions: English texts that use the word with another meaning. */
  but?: string[];
}

const terms: Record<string, Term> = {
  "to lock is to lock the sign-in": {
    of: /\b(un)?lock/i,
    says: /Anmeldung|Anmeldesperre/,
    not: /entsperr(?!en, (ihre|seine) Anmeldung)/i,
    but: [
      "Users can register the screen lock of their phone or computer, or a security key.",
      "Prevents a lockout if the first owner loses access.",
      // The text follows “Anmeldung gesperrt” in the sentence.
      "until an administrator unlocks it",
      // The words are values of the API and are not translated.
    ],
  },
  "to suspend is gesperrt, to reactivate entsperrt": {
    of: /suspen|reactivat/i,
    says: /sperr/i,
    but: [
      // The words are values in a file or a request and are not translated.
      "Status (active, suspended)",
      "The status must be active or suspended.",
    ],
  },
  "devices and sign-in methods are freigegeben": {
    of: /approv/i,
    in: ["apps", "devices", "sign-in-methods", "tags"],
    says: FREE,
    not: /genehmig/i,
  },
  "so are they where the server speaks of them": {
    of: /(device|connector|method).*approv|approv.*(device|connector|method)/i,
    says: FREE,
    not: /genehmig/i,
    but: [
      // The text is about devices and methods (Freigabe), and also about other requests (Genehmigung).
      "Requests to reset a second factor, to approve a new device, to act as a user, and to use a sign-in method in an app appear here.",
    ],
  },
  "requests are genehmigt": {
    of: /approv/i,
    in: ["act-as", "security"],
    says: /genehmig/i,
    not: FREE,
  },
  "consent is Einwilligung": { of: /consent/i, says: /einwillig/i },
  "sign-in methods are Anmeldemethoden": { of: /sign-in methods?\b/i, says: /Anmeldemethode/ },
  "to remove is entfernen": { of: /^remov(e|ing) (the|an?|this|\{)/i, says: /entfern/i },
  "users are Benutzer": {
    of: /\busers?\b/i,
    in: [
      "act-as",
      "administrators",
      "apps",
      "security",
      "session-policy",
      "sign-in-methods",
      "tags",
      "users",
    ],
    says: /benutzer/i,
    but: [
      // “User info” is the name of an OpenID endpoint.
      "User info",
      // “Lock user” locks the sign-in of the user, not the account.
      "Lock user",
    ],
  },
  "people are Personen": {
    of: /^(?!.*\buser).*\b(people|person|everybody|anybody)\b/is,
    not: /Benutzer/,
  },
};

const isAbout = (term: Term, { area, english }: Text) =>
  term.of.test(english) && (term.in?.includes(area) ?? true) && !term.but?.includes(english);

const named = ({ area, english, german }: Text) => `${area}: ${english} => ${german}`;

describe("the German words", () => {
  it.each(Object.entries(terms))("%s", (_what, term) => {
    const theirs = texts.filter((text) => isAbout(term, text));
    expect(theirs.length).toBeGreaterThan(0);
    const wrong = theirs.filter(
      ({ german }) => (term.says && !term.says.test(german)) || term.not?.test(german),
    );
    expect(wrong.map(named)).toEqual([]);
  });

  it('use German quotation marks and a space before an ellipsis, and avoid "müssen Sie"', () => {
    const wrong = texts.filter(({ german }) => /["'](?![{}])|\.\.\.|\w…|Sie müssen|müssen Sie/.test(german));
    expect(wrong.map(({ english }) => english)).toEqual([
      // The text quotes a value of a request.
      'Members are named by members[value eq "…"].',
      'The newest version, unless the request specifies one: "version": {version}.',
    ]);
  });

  it("contain no abandoned term", () => {
    const messages = readFileSync("server/domain/messages/words-de.ts", "utf8").split("\n");
    const wrong = [...texts.map(named), ...messages].filter((text) =>
      abandoned.some((word) => word.test(text.slice(text.indexOf(" => ") + 1))),
    );
    expect(wrong).toEqual([
      // Here, the account is suspended.
      "explanation: The account is suspended. => Das Konto ist gesperrt.",
    ]);
  });

  it("use every listed exception", () => {
    const english = new Set(texts.map((text) => text.english));
    const exceptions = Object.values(terms).flatMap(({ but = [] }) => but);
    expect(exceptions.filter((text) => !english.has(text))).toEqual([]);
  });
});
