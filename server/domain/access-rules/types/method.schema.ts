import * as z from "zod";
import { defineTexts } from "@/server/kernel/texts/define";
import { must } from "@/server/kernel/strings/must";
import { matchOf } from "../matching.schema";
import { allowance, type Facts } from "../rule-type.schema";
import { subjectWords } from "../rule-words.schema";
import { signInMethods } from "../../sign-in-methods/sign-in-methods.schema";
import { distinct } from "../values.schema";
import { listed } from "../wording.schema";

const methodOf = (facts: Facts) => facts.method;

const texts = defineTexts("rule", {
  only_by: "Only by {methods}",
  method_not_allowed: "Only {methods} may be used to sign in; this was {method}.",
  needs_method: "how they sign in",
});

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
  demand: ({ methods }) => texts.only_by({ methods: listed(methods) }),
  matches: ({ methods }, facts) => matchOf(methods.includes(facts.method)),
  sentence: ({ methods }) => ({
    text: (method) => texts.method_not_allowed({ methods, method }),
    found: methodOf,
  }),
  missing: (supposed) => (supposed.method === undefined ? texts.needs_method() : null),
  compileAllowances: (rules) => {
    const methods = new Set(rules.flatMap(({ definition }) => definition.methods));
    return (facts) => matchOf(methods.has(facts.method));
  },
  generate: (fc) =>
    fc.record({
      methods: fc.array(fc.constantFrom("password", "webauthn"), { minLength: 1, maxLength: 3 }),
    }),
  words: {
    en: {
      label: "Sign-in methods",
      hint: "Allow only certain methods, such as passkeys.",
      inLog: "sign-in methods",
      sentence: `${subjectWords.en.can} sign in only with: {methods}.`,
      fields: { methods: "Sign-in methods" },
      form: {},
    },
    de: {
      label: "Anmeldemethoden",
      hint: "Nur bestimmte Methoden zulassen, etwa Passkeys.",
      inLog: "Anmeldemethoden",
      sentence: `${subjectWords.de.canOneself} nur so anmelden: {methods}.`,
      fields: { methods: "Anmeldemethoden" },
      form: {},
    },
  },
});
