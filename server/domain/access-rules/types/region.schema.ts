import * as z from "zod";
import { defineTexts } from "@/server/kernel/texts/define";
import { folded, inRegions, matchOf } from "../matching.schema";
import { listedBy } from "../merging.schema";
import { eitherWay, type Facts } from "../rule-type.schema";
import { sentenceOnPlaces } from "../rule-words.schema";
import { EffectField, Regions } from "../values.schema";
import { countryOf, demandOfPlace, listedPlaces, sentenceOfPlace } from "../wording.schema";

const regionOf = (facts: Facts) =>
  facts.region === null ? countryOf(facts) : { place: `${facts.country}:${facts.region}` };

const texts = defineTexts("rule", { needs_region: "the region they sign in from" });

export const region = eitherWay({
  schema: z.strictObject({ effect: EffectField, regions: Regions }),
  fields: { regions: z.array(z.unknown()).optional().describe("region: `CC:Region name`") },
  foreseeable: true,
  description: "country and region of the address are listed, without case",
  demand: ({ effect, regions }) => demandOfPlace(effect, listedPlaces(regions)),
  matches: ({ regions }, facts) => inRegions(regions, facts),
  sentence: ({ effect, regions }) => sentenceOfPlace(effect, listedPlaces(regions), regionOf),
  missing: () => texts.needs_region(),
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
  words: {
    en: {
      label: "Regions",
      hint: "Allow or block sign-ins from certain states or provinces of a country.",
      inLog: "regions",
      sentence: sentenceOnPlaces.en,
      fields: { regions: "Regions" },
      form: {
        allow: "Allow only these regions",
        deny: "Block these regions",
        allowNoData:
          "This rule refuses only people from other countries, because this installation knows the country of an address but not its region. The operator can add a database with regions (GEOIP_DATABASE).",
        denyNoData:
          "This rule refuses nobody, because this installation knows the country of an address but not its region. The operator can add a database with regions (GEOIP_DATABASE).",
      },
    },
    de: {
      label: "Regionen",
      hint: "Anmeldungen aus bestimmten Bundesländern oder Provinzen eines Landes zulassen oder blockieren.",
      inLog: "Regionen",
      sentence: sentenceOnPlaces.de,
      fields: { regions: "Regionen" },
      form: {
        allow: "Nur diese Regionen zulassen",
        deny: "Diese Regionen blockieren",
        allowNoData:
          "Diese Regel weist nur Personen aus anderen Ländern ab, denn diese Installation kennt das Land einer Adresse, aber nicht ihre Region. Der Betreiber kann eine Datenbank mit Regionen hinzufügen (GEOIP_DATABASE).",
        denyNoData:
          "Diese Regel weist niemanden ab, denn diese Installation kennt das Land einer Adresse, aber nicht ihre Region. Der Betreiber kann eine Datenbank mit Regionen hinzufügen (GEOIP_DATABASE).",
      },
    },
  },
});
