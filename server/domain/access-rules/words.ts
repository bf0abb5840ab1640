import type { Rule } from "./decide";

/** The beginning of a list, for a sentence. */
export const listed = (list: readonly string[]) =>
  list.length > 5 ? `${list.slice(0, 5).join(", ")} and ${list.length - 5} more` : list.join(", ");

/** What a rule demands, as the beginning of a sentence. */
export function demand(rule: Rule): string {
  switch (rule.type) {
    case "country": {
      const { effect, countries } = rule.definition;
      return effect === "allow" ? `Only from ${listed(countries)}` : `Not from ${listed(countries)}`;
    }
    case "region": {
      const { effect, regions } = rule.definition;
      return effect === "allow" ? `Only from ${listed(regions)}` : `Not from ${listed(regions)}`;
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
    case "sessions":
      return `At most ${rule.definition.maxSessions} sessions at a time`;
    case "sessionlength":
      return `Sessions last at most ${rule.definition.maxSessionMinutes} minutes`;
    case "devices":
      return `At most ${rule.definition.maxDevices} devices`;
  }
}
