import * as z from "zod";
import { ruleTexts } from "@/server/kernel/texts/rules";
import { folded, inRegions, matchOf } from "../matching.schema";
import { listedBy } from "../merging.schema";
import { eitherWay, type Facts } from "../rule-type.schema";
import { EffectField, Regions } from "../values.schema";
import { countryOf, demandOfPlace, listedPlaces, sentenceOfPlace } from "../wording.schema";

const regionOf = (facts: Facts) =>
  facts.region === null ? countryOf(facts) : { place: `${facts.country}:${facts.region}` };

export const region = eitherWay({
  schema: z.strictObject({ effect: EffectField, regions: Regions }),
  fields: { regions: z.array(z.unknown()).optional().describe("region: `CC:Region name`") },
  foreseeable: true,
  description: "country and region of the address are listed, without case",
  demand: ({ effect, regions }) => demandOfPlace(effect, listedPlaces(regions)),
  matches: ({ regions }, facts) => inRegions(regions, facts),
  sentence: ({ effect, regions }) => sentenceOfPlace(effect, listedPlaces(regions), regionOf),
  missing: () => ruleTexts.needs_region(),
  compileDenials: (rules) => {
    const byRegion = listedBy(rules, ({ regions }) => regions.map(folded));
    return (facts) =>
      (facts.country !== null &&
        facts.region !== null &&
        byRegion.get(folded(`${facts.country}:${facts.region}`))) ||
      [];
  },
  compileAllowances: (rules) => {
    const all = rules.flatMap(({ definition }) => definition.regions);
    const regions = new Set(all.map(folded));
    const countries = new Set(all.map((name) => name.split(":")[0]));
    return (facts) => {
      if (facts.country === null) return "unknown";
      if (facts.region !== null) return matchOf(regions.has(folded(`${facts.country}:${facts.region}`)));
      return countries.has(facts.country) ? "unknown" : "no";
    };
  },
  generate: (fc) =>
    fc.record({
      effect: fc.constantFrom("allow", "deny"),
      regions: fc.array(fc.constantFrom("DE:Bavaria", "DE:BERLIN", "AT:Wien", "FR:Île-de-France"), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
});
