import * as z from "zod";
import { ruleTexts } from "@/server/kernel/texts/rules";
import { must } from "@/server/kernel/strings/must";
import { matchOf } from "../matching.schema";
import { allowance, type Facts } from "../rule-type.schema";
import { signInMethods } from "../sign-in-methods.schema";
import { distinct } from "../values.schema";
import { listed } from "../wording.schema";

const methodOf = (facts: Facts) => facts.method;

export const method = allowance({
  schema: z.strictObject({
    methods: z
      .array(z.enum(signInMethods, must("item_not_one_of", { values: signInMethods.join(", ") })))
      .min(1, must("no_methods"))
      .transform(distinct),
  }),
  fields: {
    methods: z
      .array(z.unknown())
      .optional()
      .describe(`method: from ${signInMethods.join(", ")}`),
  },
  foreseeable: true,
  description: "the method of sign-in is listed",
  demand: ({ methods }) => ruleTexts.only_by({ methods: listed(methods) }),
  matches: ({ methods }, facts) => matchOf(methods.includes(facts.method)),
  sentence: ({ methods }) => ({
    text: (method) => ruleTexts.method_not_allowed({ methods, method }),
    found: methodOf,
  }),
  missing: (supposed) => (supposed.method === undefined ? ruleTexts.needs_method() : null),
  compileAllowances: (rules) => {
    const methods = new Set(rules.flatMap(({ definition }) => definition.methods));
    return (facts) => matchOf(methods.has(facts.method));
  },
  generate: (fc) =>
    fc.record({
      methods: fc.array(fc.constantFrom("password", "webauthn"), { minLength: 1, maxLength: 3 }),
    }),
});
