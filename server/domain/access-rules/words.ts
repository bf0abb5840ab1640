import { dayNames } from "./clocks";
import type { Facts, Rule } from "./decide";
import { countryName, regionName } from "./place-names.schema";

/** The beginning of a list, for a sentence. */
export const listed = (list: readonly string[]) =>
  list.length > 5 ? `${list.slice(0, 5).join(", ")} and ${list.length - 5} more` : list.join(", ");

/** The beginning of a list of countries, by name. */
export const listedCountries = (codes: readonly string[]) =>
  listed(codes.map((code) => countryName(code, "en")));
const listedRegions = (regions: readonly string[]) =>
  listed(regions.map((region) => regionName(region, "en")));

/** What a rule demands, as the beginning of a sentence. */
export function demand(rule: Rule): string {
  switch (rule.type) {
    case "country": {
      const { effect, countries } = rule.definition;
      return effect === "allow"
        ? `Only from ${listedCountries(countries)}`
        : `Not from ${listedCountries(countries)}`;
    }
    case "region": {
      const { effect, regions } = rule.definition;
      return effect === "allow"
        ? `Only from ${listedRegions(regions)}`
        : `Not from ${listedRegions(regions)}`;
    }
    case "ip": {
      const { effect, cidrs } = rule.definition;
      return effect === "allow" ? `Only from ${listed(cidrs)}` : `Not from ${listed(cidrs)}`;
    }
    case "method":
      return `Only by ${listed(rule.definition.methods)}`;
    case "anonymizer":
      return "Not through a VPN, a proxy or Tor";
    case "hours":
      return `Only from ${rule.definition.startTime} to ${rule.definition.endTime} (${rule.definition.timeZoneId})`;
    case "sessions": {
      const { maxSessions: most } = rule.definition;
      return `At most ${most} ${most === 1 ? "session" : "sessions"} at a time`;
    }
    case "sessionlength": {
      const minutes = rule.definition.maxSessionMinutes;
      const hours = minutes / 60;
      return Number.isInteger(hours)
        ? `Sessions last at most ${hours} ${hours === 1 ? "hour" : "hours"}`
        : `Sessions last at most ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
    }
    case "devices": {
      const { maxDevices: most } = rule.definition;
      return `At most ${most} ${most === 1 ? "device" : "devices"}`;
    }
  }
}

/** The sentence with which a rule refuses a sign-in, open where it says what the sign-in was. */
export interface Sentence {
  begins: string;
  /** One function for all rules that are open for the same. */
  found: (facts: Facts) => string;
  ends: string;
}

/** Where a sign-in came from, by name. */
export const countryOf = ({ country }: Pick<Facts, "country">) =>
  country === null ? "an unknown place" : countryName(country, "en");
const places = {
  country: countryOf,
  region: (facts: Facts) =>
    facts.region === null ? countryOf(facts) : regionName(`${facts.country}:${facts.region}`, "en"),
  ip: ({ ip }: Facts) => ip ?? "an unknown place",
};
const methodOf = ({ method }: Facts) => method;
const nothing = () => "";

/** Stands in a sentence for what was found; no text of a rule can hold it, since no database does. */
const GAP = "\0";

function open(sentence: string, found: Sentence["found"]): Sentence {
  const [begins = "", ends = ""] = sentence.split(GAP);
  return { begins, found, ends };
}

function aboutPlace(type: keyof typeof places, effect: "allow" | "deny", list: string) {
  const sentence =
    effect === "deny"
      ? `Sign-ins from ${GAP} are denied.`
      : `Sign-ins are allowed only from ${list}; this one is from ${GAP}.`;
  return open(sentence, places[type]);
}

/** With which sentence a rule refuses. */
export function sentenceOf(rule: Rule): Sentence {
  switch (rule.type) {
    case "country":
      return aboutPlace(rule.type, rule.definition.effect, listedCountries(rule.definition.countries));
    case "region":
      return aboutPlace(rule.type, rule.definition.effect, listedRegions(rule.definition.regions));
    case "ip":
      return aboutPlace(rule.type, rule.definition.effect, listed(rule.definition.cidrs));
    case "method":
      return open(
        `Only ${rule.definition.methods.join(", ")} may be used to sign in; this was ${GAP}.`,
        methodOf,
      );
    case "hours": {
      const { days, startTime, endTime, timeZoneId } = rule.definition;
      return open(
        `Sign-ins are allowed only from ${startTime} to ${endTime} (${timeZoneId}) on ${dayNames(days).join(", ")}.`,
        nothing,
      );
    }
    case "anonymizer":
      return open("Sign-ins through a VPN, a proxy or Tor are denied.", nothing);
    case "sessions":
    case "sessionlength":
    case "devices":
      throw new Error(`rule ${rule.id} is a limit, which refuses nothing`);
  }
}
