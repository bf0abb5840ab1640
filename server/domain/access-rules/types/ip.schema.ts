import * as z from "zod";
import { defineTexts } from "@/server/kernel/texts/define";
import { inRanges, matchOf, rangeMap } from "../matching.schema";
import { joinLists, pairs } from "../merging.schema";
import { eitherWay, type Facts } from "../rule-type.schema";
import { sentenceOnPlaces } from "../rule-words.schema";
import { EffectField, Ranges } from "../values.schema";
import { demandOfPlace, listed, sentenceOfPlace, ruleTexts } from "../wording.schema";

const addressIn = ({ ip }: Facts) => ip ?? ruleTexts.unknown_place();

const texts = defineTexts("rule", { needs_address: "the address they sign in from" });

export const ip = eitherWay({
  schema: z.strictObject({ effect: EffectField, cidrs: Ranges }),
  fields: { cidrs: z.array(z.unknown()).optional().describe("ip: addresses or ranges, v4 and v6") },
  foreseeable: true,
  description: "the address lies in a range; v4 mapped into v6 counts as v4, `::/0` is v6 only",
  demand: ({ effect, cidrs }) => demandOfPlace(effect, listed(cidrs)),
  matches: ({ cidrs }, facts) => inRanges(cidrs, facts.ip),
  sentence: ({ effect, cidrs }) => sentenceOfPlace(effect, listed(cidrs), addressIn),
  missing: (supposed) => (supposed.ip === undefined ? texts.needs_address() : null),
  compileDenials: (rules) => {
    const around = rangeMap(pairs(rules, ({ cidrs }) => cidrs));
    const all = rules.map(({ refuser }) => refuser);
    return ({ address }) => joinLists(address === null ? [] : around(address), all);
  },
  compileAllowances: (rules) => {
    const around = rangeMap(pairs(rules, ({ cidrs }) => cidrs));
    return ({ address }) => matchOf(address !== null && around(address).length > 0);
  },
  generate: (fc) =>
    fc.record({
      effect: fc.constantFrom("allow", "deny"),
      cidrs: fc.array(
        fc.constantFrom(
          ...["203.0.113.0/24", "203.0.113.7", "10.0.0.0/8", "0.0.0.0/0", "203.0.113.128/25"],
          ...["2001:db8::/32", "2001:db8::7", "::ffff:10.0.0.0/104", "::/0"],
        ),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  words: {
    en: {
      label: "Addresses",
      hint: "Networks, such as an office or a VPN of your own.",
      inLog: "addresses",
      sentence: sentenceOnPlaces.en,
      fields: { cidrs: "Networks" },
      form: {
        allow: "Allow only these addresses",
        deny: "Block these addresses",
        input: "Addresses and ranges",
        inputHint: "One per line, IPv4 or IPv6. Enter a range with its prefix length.",
      },
    },
    de: {
      label: "Adressen",
      hint: "Netze, etwa ein Büro oder ein eigenes VPN.",
      inLog: "Adressen",
      sentence: sentenceOnPlaces.de,
      fields: { cidrs: "Netze" },
      form: {
        allow: "Nur diese Adressen zulassen",
        deny: "Diese Adressen blockieren",
        input: "Adressen und Bereiche",
        inputHint: "Eine je Zeile, IPv4 oder IPv6. Geben Sie einen Bereich mit seiner Präfixlänge an.",
      },
    },
  },
});
