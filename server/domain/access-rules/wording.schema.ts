import { countryName } from "./place-names.schema";
import type { Effect, Facts, Sentence } from "./rule-type.schema";

/** The beginning of a list, for a sentence. */
export const listed = (list: readonly string[]) =>
  list.length > 5 ? `${list.slice(0, 5).join(", ")} and ${list.length - 5} more` : list.join(", ");

/** The beginning of a list of countries, by name. */
export const listedCountries = (codes: readonly string[]) =>
  listed(codes.map((code) => countryName(code, "en")));

/** Where a sign-in came from, by name. */
export const countryOf = ({ country }: Pick<Facts, "country">) =>
  country === null ? "an unknown place" : countryName(country, "en");

/** Stands in a sentence for what was found; no text of a rule can hold it, since no database does. */
export const GAP = "\0";

const nothing = () => "";

/** Makes a refusal's sentence; `found` fills its gap. */
export function sentence(text: string, found: Sentence["found"] = nothing): Sentence {
  const [begins = "", ends = ""] = text.split(GAP);
  return { begins, found, ends };
}

/** What a rule about places demands, as the beginning of a sentence. */
export const demandOfPlace = (effect: Effect, places: string) =>
  effect === "allow" ? `Only from ${places}` : `Not from ${places}`;

/** The sentence with which a rule about places refuses. */
export const sentenceOfPlace = (effect: Effect, places: string, found: Sentence["found"]) =>
  effect === "deny"
    ? sentence(`Sign-ins from ${GAP} are denied.`, found)
    : sentence(`Sign-ins are allowed only from ${places}; this one is from ${GAP}.`, found);
