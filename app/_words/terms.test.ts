import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCatalogue } from "./testing/catalogue";

/*
 * One word for one thing, in all that is German: the glossary of docs/languages.md, as far as a test can hold it.
 */

interface Text {
  /** The area of a catalogue, or which dictionary it stands in. */
  area: string;
  english: string;
  german: string;
}

const dictionary = JSON.parse(readFileSync("components/server-messages.de.json", "utf8")) as Record<
  string,
  string
>;

const texts: Text[] = [
  ...readCatalogue("app/_words/catalogues/de.po").map(({ area, english, translation }) => ({
    area,
    english,
    german: translation,
  })),
  ...Object.entries(dictionary).map(([english, german]) => ({ area: "said", english, german })),
];

/** What stands in no German text of the pages, the server or its messages. */
const abandoned = [
  // Einwilligung where an app is meant, Genehmigung where a request is.
  /zustimm|zugestimmt/i,
  // Locked is the sign-in; suspended accounts are service accounts, or said to be suspended.
  /(?<!Dienst|bei Ihrem )konto (ist|wurde|wird|bleibt) (wegen \S+ )?gesperrt|(?<!Dienst)konto (sperren|entsperren)|sperrung/i,
];

/** freigeben and Freigabe, in any form. */
const FREE = /freig(ab|eb|ib|egeb)|\b(gebe|geben|gibt)\b.*\bfrei\b/i;

interface Term {
  /** Which texts it is about, by their English. */
  of: RegExp;
  in?: string[];
  /** What their German says. */
  says?: RegExp;
  /** What it does not say. */
  not?: RegExp;
  /** English texts that mean something else by the word. */
  but?: string[];
}

const terms: Record<string, Term> = {
  "to lock is to lock the sign-in": {
    of: /\b(un)?lock/i,
    says: /Anmeldung|Anmeldesperre/,
    not: /entsperr(?!en, ihre Anmeldung)/i,
    but: [
      "People can register the lock of their telephone or computer, or a security key.",
      "So that nobody is locked out with the first.",
      // After “Anmeldung gesperrt”.
      "until somebody unlocks it",
      // Values of the interface.
      "must be active, suspended or locked",
    ],
  },
  "to suspend is gesperrt, to reactivate entsperrt": {
    of: /suspen|reactivat/i,
    says: /sperr/i,
    but: [
      // Values, as they stand in a file or a request.
      "Status (active, suspended)",
      "must be active or suspended",
      "must be active, suspended or locked",
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
      // What waits there is of both kinds.
      "Requests to reset a second factor, new devices that need an approval, requests to act as somebody, and requests for sign-in methods of apps come here.",
    ],
  },
  "requests are genehmigt": {
    of: /approv/i,
    in: ["act-as", "security"],
    says: /genehmig/i,
    not: FREE,
  },
  "consent is Einwilligung": { of: /consent/i, says: /einwillig/i },
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

  it("are set as German is: its quotation marks, a space before an ellipsis; and order nobody about", () => {
    const wrong = texts.filter(({ german }) => /["'](?![{}])|\.\.\.|\w…|Sie müssen|müssen Sie/.test(german));
    expect(wrong.map(({ english }) => english)).toEqual([
      // What a program sends.
      'The newest version, unless the request names one: "version": {version}.',
      'Members are named by members[value eq "…"].',
    ]);
  });

  it("leave alone what was abandoned", () => {
    const messages = readFileSync("server/domain/messages/words-de.ts", "utf8").split("\n");
    const wrong = [...texts.map(named), ...messages].filter((text) =>
      abandoned.some((word) => word.test(text.slice(text.indexOf(" => ") + 1))),
    );
    expect(wrong).toEqual([
      // The account is suspended.
      "said: The account is suspended. => Das Konto ist gesperrt.",
    ]);
  });

  it("have no exception that nothing needs", () => {
    const english = new Set(texts.map((text) => text.english));
    const exceptions = Object.values(terms).flatMap(({ but = [] }) => but);
    expect(exceptions.filter((text) => !english.has(text))).toEqual([]);
  });
});
