import { type CodedText, type TextParam, defineTexts } from "@/server/kernel/texts/define";
import type { Effect, Facts, Sentence } from "./rule-type.schema";

export const ruleTexts = defineTexts("rule", {
  only_from: "Only from {places}",
  not_from: "Not from {places}",
  place_denied: "Sign-ins from {place} are denied.",
  place_not_allowed: "Sign-ins are allowed only from {places}; this one is from {place}.",
  unknown_place: "an unknown place",
  and_more: "{items} and {more} more",
});

/** Returns a list for a sentence. The list contains at most the first five entries and the number of further entries. */
export const listed = (list: readonly TextParam[]): TextParam =>
  list.length > 5 ? ruleTexts.and_more({ items: list.slice(0, 5), more: list.length - 5 }) : list;

/**
 * Returns a list of countries or regions for a sentence, with at most five entries. The names of the places appear in the
 * reader's language.
 */
export const listedPlaces = (codes: readonly string[]) => listed(codes.map((place) => ({ place })));

/** Returns the name of the country of a sign-in. */
export const countryOf = ({ country }: Pick<Facts, "country">): TextParam =>
  country === null ? ruleTexts.unknown_place() : { place: country };

const nothing = () => "";

/** Returns a sentence for refusals that contains no value of the sign-in, such as its country. */
export const sentence = (text: CodedText): Sentence => ({ text: () => text, found: nothing });

/** Returns the demand of a rule about places as the beginning of a sentence, for example "Only from Germany". */
export const demandOfPlace = (effect: Effect, places: TextParam) =>
  effect === "allow" ? ruleTexts.only_from({ places }) : ruleTexts.not_from({ places });

/** Returns the sentence with which a rule about places refuses a sign-in. */
export const sentenceOfPlace = (effect: Effect, places: TextParam, found: Sentence["found"]): Sentence => ({
  text: (place) =>
    effect === "deny" ? ruleTexts.place_denied({ place }) : ruleTexts.place_not_allowed({ places, place }),
  found,
});
