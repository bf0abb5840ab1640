import * as z from "zod";
import { defineTexts } from "@/server/kernel/texts/define";
import { inCountries, matchOf } from "../matching.schema";
import { listedBy } from "../merging.schema";
import { eitherWay } from "../rule-type.schema";
import { sentenceOnPlaces } from "../rule-words.schema";
import { Countries, EffectField } from "../values.schema";
import { countryOf, demandOfPlace, listedPlaces, sentenceOfPlace } from "../wording.schema";

const texts = defineTexts("rule", { needs_country: "the country they sign in from" });

export const country = eitherWay({
  schema: z.strictObject({ effect: EffectField, countries: Countries(1) }),
  fields: { countries: z.array(z.unknown()).optional().describe("country: ISO 3166-1 alpha-2 codes") },
  foreseeable: true,
  description: "the country of the address is listed",
  demand: ({ effect, countries }) => demandOfPlace(effect, listedPlaces(countries)),
  matches: ({ countries }, facts) => inCountries(countries, facts.country),
  sentence: ({ effect, countries }) => sentenceOfPlace(effect, listedPlaces(countries), countryOf),
  missing: (supposed) => (supposed.country === undefined ? texts.needs_country() : null),
  compileDenials: (rules) => {
    const byCountry = listedBy(rules, ({ countries }) => countries);
    return (facts) => (facts.country !== null && byCountry.get(facts.country)) || [];
  },
  compileAllowances: (rules) => {
    const countries = new Set(rules.flatMap(({ definition }) => definition.countries));
    return (facts) => (facts.country === null ? "unknown" : matchOf(countries.has(facts.country)));
  },
  generate: (fc) =>
    fc.record({
      effect: fc.constantFrom("allow", "deny"),
      countries: fc.array(fc.constantFrom("DE", "AT", "FR"), { minLength: 1, maxLength: 3 }),
    }),
  words: {
    en: {
      label: "Countries",
      hint: "Allow or block sign-ins from certain countries.",
      inLog: "countries",
      sentence: sentenceOnPlaces.en,
      fields: { countries: "Countries" },
      form: {
        allow: "Allow only these countries",
        deny: "Block these countries",
      },
    },
    de: {
      label: "Länder",
      hint: "Anmeldungen aus bestimmten Ländern zulassen oder blockieren.",
      inLog: "Länder",
      sentence: sentenceOnPlaces.de,
      fields: { countries: "Länder" },
      form: {
        allow: "Nur diese Länder zulassen",
        deny: "Diese Länder blockieren",
      },
    },
  },
});
