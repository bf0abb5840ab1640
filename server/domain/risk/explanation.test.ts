import { expect, it } from "vitest";
import { textIn, wordsIn } from "@/server/kernel/texts/text";
import { ruleTypes } from "../access-rules/rule-types.schema";
import { explained, reasonIn } from "./explanation";
import { ruleTexts } from "../access-rules/wording.schema";
import { signInTexts } from "@/server/auth/sign-in/demands";

const why = ruleTexts.not_from({ places: [{ place: "FR" }] });
const german = wordsIn("de");

it("finds the rule of a stored reason, in the reader's language", () => {
  for (const type of ruleTypes)
    expect(reasonIn(german, explained({ ruleId: 12, type, why }))).toEqual({
      about: "rule",
      ruleId: 12,
      text: "Nicht aus Frankreich",
    });
  expect(reasonIn(german, explained({ ruleId: null, type: "country", why }))).toEqual({
    about: "restriction",
    ruleId: null,
    text: "Länderbeschränkung: Nicht aus Frankreich",
  });
});

it("finds the rule of a sentence that an older version stored", () => {
  const sentence = textIn("en", explained({ ruleId: 12, type: "country", why }));
  expect(sentence).toBe("Rule 12 (country): Not from France");
  expect(reasonIn(german, sentence)).toEqual({ about: "rule", ruleId: 12, text: "Not from France" });
  const restricted = textIn("en", explained({ ruleId: null, type: "country", why }));
  expect(reasonIn(german, restricted)).toMatchObject({ about: "restriction", text: restricted });
});

it.each([signInTexts.no_link(), "Rule 12", "Rule x (country): y", ""])("finds none in %j", (stored) =>
  expect(reasonIn(wordsIn("en"), stored)).toEqual({ about: null, ruleId: null, text: textIn("en", stored) }),
);
