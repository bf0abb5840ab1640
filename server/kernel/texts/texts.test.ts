import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { refusals } from "../refusals";
import { userRefusals } from "../refusals/users";
import german from "./de.json";
import { defineTexts } from "./define";
import { defineModuleTexts, moduleTexts } from "./module-texts";
import { texts } from ".";
import { ruleTexts } from "./rules";
import { reasonOf } from "./reason";
import { textIn } from "./text";

/** Names of the parameters in a text, in order. */
const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe("texts", () => {
  it("of a module exist in all languages, and textIn finds them after the import of the module", () => {
    const said = { code: "thing.full", params: { max: 3 } };
    expect(textIn("de", said)).toBe("thing.full");
    const { full } = defineModuleTexts("thing", { full: { en: "At most {max}", de: "Höchstens {max}" } });
    expect(full({ max: 3 })).toEqual(said);
    expect([textIn("en", said), textIn("de", said)]).toEqual(["At most 3", "Höchstens 3"]);
    expect(moduleTexts()).toContainEqual({ code: "thing.full", english: "At most {max}" });
  });

  it("are data with a code and parameters, so that they can be stored", () => {
    const { only_from: onlyFrom, and_more: andMore } = ruleTexts;
    const text = onlyFrom({
      places: andMore({ items: [{ place: "DE" }, { place: "FR:Bretagne" }], more: 2 }),
    });
    const stored = JSON.parse(JSON.stringify(text)) as typeof text;
    expect(stored).toEqual(text);
    expect(textIn("en", stored)).toBe("Only from Germany, Bretagne (France) and 2 more");
    expect(textIn("de", stored)).toBe("Nur aus Deutschland, Bretagne (Frankreich) und 2 weitere");
  });

  it("keep parameters unchanged that resemble names of parameters", () => {
    const { denied } = defineTexts("thing", { denied: "{one} and {two}" });
    expect(denied.code).toBe("thing.denied");
    expect(textIn("en", ruleTexts.place_not_allowed({ places: "{place}", place: "$&" }))).toBe(
      "Sign-ins are allowed only from {place}; this one is from $&.",
    );
  });

  it("can be the reason of a refusal, a stored sentence, or a code of another version", () => {
    const reason = reasonOf(userRefusals.not_found());
    expect(textIn("en", reason)).toBe("There is no such user.");
    expect(textIn("de", reason)).toBe("Diesen Benutzer gibt es nicht.");
    expect(textIn("de", "A sentence from before.")).toBe("A sentence from before.");
    expect(textIn("de", { code: "thing.unknown", params: {} })).toBe("thing.unknown");
    expect(textIn("de", { code: "constructor", params: {} })).toBe("constructor");
  });

  it("are all registered, once each, and under no code of a refusal", () => {
    const folder = "server/kernel/texts";
    const defined = readdirSync(folder)
      .filter(
        (file) => !/^(define|module-texts|text|reason|coded-error|index|.*\.test)\.ts$|\.json$/.test(file),
      )
      .flatMap((file) => {
        const source = readFileSync(`${folder}/${file}`, "utf8");
        return [...source.matchAll(/defineTexts\("(\w+)", \{(.*?)^\}\);/gms)].flatMap(([, area, table]) =>
          [...table!.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => `${area}.${name}`),
        );
      });
    expect([...texts.keys()].sort()).toEqual(defined.sort());
    expect([...texts.keys()].filter((code) => refusals.has(code))).toEqual([]);
  });

  it("have codes in lower case, and German with the same parameters", () => {
    expect([...texts.keys()].filter((code) => !/^[a-z]\w*\.[a-z]\w*$/.test(code))).toEqual([]);
    const translations = german as Record<string, string>;
    expect(Object.keys(translations)).toEqual([...texts.keys()].sort());
    const lost = [...texts.values()].filter(
      ({ code, english }) => namesIn(translations[code]!).join() !== namesIn(english).join(),
    );
    expect(lost.map(({ code }) => code)).toEqual([]);
  });
});
