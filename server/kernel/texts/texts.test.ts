import { describe, expect, it } from "vitest";
import { AppError } from "../errors";
import { defineRefusals, defineTexts } from "./define";
import { reasonOf, refusalText, textIn } from "./text";
import { userRefusals } from "../../domain/users/people";
import { ruleTexts } from "../../domain/access-rules/wording.schema";

/* Texts belong to a process: the codes of this file are its own. */

describe("texts", () => {
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

  it("are found by their code, in English without a translation", () => {
    const said = { code: "thing.full", params: { max: 3 } };
    expect(textIn("de", said)).toBe("thing.full");
    const { full } = defineTexts("thing", { full: "At most {max}" });
    expect(full.code).toBe("thing.full");
    expect(full({ max: 3 })).toEqual(said);
    expect([textIn("en", said), textIn("de", said)]).toEqual(["At most 3", "At most 3"]);
  });

  it("have one meaning for each code", () => {
    defineTexts("thing", { repeated: "Once." });
    expect(() => defineTexts("thing", { repeated: "Twice." })).toThrow(
      "Two texts have the code thing.repeated.",
    );
    expect(() => defineRefusals("thing", { repeated: { status: 400, text: "Twice." } })).toThrow();
  });

  it("keep parameters unchanged that resemble names of parameters", () => {
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
});

describe("refusals", () => {
  it("have a code, a text and details from their definition and their caller", () => {
    const { in_use: inUse, gone } = defineRefusals("thing", {
      in_use: { status: 409, text: "{name} uses {name} {count} times.", field: "name" },
      gone: { status: 404, text: "There is no such thing." },
    });
    expect(inUse({ name: "{count}", count: 2 })).toMatchObject({
      status: 409,
      error: "conflict",
      message: "{count} uses {count} 2 times.",
      details: { field: "name" },
      reason: { code: "thing.in_use", params: { name: "{count}", count: 2 } },
    });
    expect(inUse({ name: "a", count: 1 }, { field: "names.0" }).details).toEqual({ field: "names.0" });
    expect(gone()).toMatchObject({
      status: 404,
      error: "not_found",
      reason: { code: "thing.gone", params: {} },
    });
  });

  it("have a text in each language, and English if a language lacks it", () => {
    const missing = userRefusals.not_found;
    expect(refusalText("de", missing())).toBe("Diesen Benutzer gibt es nicht.");
    expect(refusalText("en", missing())).toBe("There is no such user.");
    const unknown = new AppError(404, "not_found", "Nothing is here.", { code: "thing.lost", params: {} });
    expect(refusalText("de", unknown)).toBe("Nothing is here.");
  });
});
