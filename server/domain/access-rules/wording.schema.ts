import { countryName } from "./place-names.schema";
import type { Effect, Facts, Sentence } from "./rule-type.schema";

/** Returns the first five entries of a list for a sentence, with the number of the others. */
export const listed = (list: readonly string[]) =>
  list.length > 5 ? `${list.slice(0, 5).join(", ")} and ${list.length - 5} more` : list.join(", ");

/** Returns the names of the first five countries for a sentence. */
export const listedCountries = (codes: readonly string[]) =>
  listed(codes.map((code) => countryName(code, "en")));

/** Returns the name of the country of a sign-in. */
export const countryOf = ({ country }: Pick<Facts, "country">) =>
  country === null ? "an unknown place" : countryName(country, "en");

/** Placeholder in a sentence for the value of the sign-in. No rule contains it, because PostgreSQL stores no NUL. */
export const GAP = "\0";

const nothing = () => "";

/** Creates a refusal's sentence; `found` fills its gap. */
export function sentence(text: string, found: Sentence["found"] = nothing): Sentence {
  const [begins = "", ends = ""] = text.split(GAP);
  return { begins, found, ends };
}

/** Returns the demand of a rule about places, as the beginning of a sentence. */
export const demandOfPlace = (effect: Effect, places: string) =>
  effect === "allow" ? `Only from ${places}` : `Not from ${places}`;

/** Returns the sentence with which a rule about places refuses. */
export const sentenceOfPlace = (effect: Effect, places: string, found: Sentence["found"]) =>
  effect === "deny"
    ? sentence(`Sign-ins from ${GAP} are denied.`, found)
    : sentence(`Sign-ins are allowed only from ${places}; this one is from ${GAP}.`, found);
