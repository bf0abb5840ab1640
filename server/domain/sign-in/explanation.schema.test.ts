import { expect, it } from "vitest";
import { ruleTypes } from "../access-rules/kinds.schema";
import { explained, explainedBy } from "./explanation.schema";

it("extracts the rule id from a stored sentence", () => {
  for (const type of ruleTypes)
    expect(explainedBy(explained({ ruleId: 12, type, why: "Only from DE, and this is FR." }))).toEqual({
      ruleId: 12,
      why: "Only from DE, and this is FR.",
    });
  expect(explainedBy(explained({ ruleId: null, type: "country", why: "Not from FR." }))).toBe("restriction");
});

it.each(["A tag does not let this person sign in by a link.", "Rule 12", "Rule x (country): y", ""])(
  "returns null for %j",
  (sentence) => expect(explainedBy(sentence)).toBeNull(),
);
