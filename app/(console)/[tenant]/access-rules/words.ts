import type { NamedAccessRule, RuleType } from "@/server/domain/access-rules/access-rules.schema";
import { countryName } from "../../_frame/countries";

/** The types of rules in the order in which they are offered, in an administrator's words. */
export const typeWords: Record<RuleType, { label: string; hint: string }> = {
  country: { label: "Countries", hint: "Let in from some countries only, or keep some out." },
  region: { label: "Regions", hint: "The same for states or provinces of a country." },
  ip: { label: "Addresses", hint: "Networks, such as an office or a VPN of your own." },
  hours: { label: "Hours", hint: "Sign-ins on some days, at some times only." },
  method: { label: "Ways to sign in", hint: "Only with some of them, such as passkeys." },
  anonymizer: { label: "No anonymizers", hint: "Keep out VPN providers, proxies and Tor." },
  sessions: { label: "Sessions at once", hint: "How often somebody can be signed in at the same time." },
  sessionlength: { label: "Session length", hint: "How long a sign-in lasts at most." },
  devices: { label: "Devices", hint: "How many browsers and devices somebody can use." },
};

/** The ways to sign in, as people call them. */
export const methodWords: Record<string, string> = {
  password: "Password",
  webauthn: "Passkey",
  EmailOtp: "Code by e-mail",
  SmsOtp: "Code by text message",
  MagicLink: "Link by e-mail",
  Ldap: "Directory password (LDAP)",
  Saml: "SAML",
  Social: "Social or OpenID Connect",
};

/** Monday first, each with its number (0 is Sunday). */
export const weekdays = [
  { day: 1, name: "Monday" },
  { day: 2, name: "Tuesday" },
  { day: 3, name: "Wednesday" },
  { day: 4, name: "Thursday" },
  { day: 5, name: "Friday" },
  { day: 6, name: "Saturday" },
  { day: 0, name: "Sunday" },
] as const;

/** What a sentence is made from. */
export type Described = Pick<NamedAccessRule, "scope" | "type" | "about" | "definition">;

const joined = (items: readonly string[], word: "and" | "or") => {
  const shown = items.slice(0, 6);
  const more = items.length - shown.length;
  if (more > 0) return `${shown.join(", ")} ${word} ${more} more`;
  return shown.length < 2 ? (shown[0] ?? "…") : `${shown.slice(0, -1).join(", ")} ${word} ${shown.at(-1)}`;
};

const subjectOf = ({ scope, about }: Described) => {
  const name = about ?? "…";
  return {
    org: "Everybody",
    user: name,
    tag: `People with the tag ${name}`,
    app: `People on their way to ${name}`,
  }[scope];
};

const regionName = (region: string) => {
  const [code = "", name = ""] = [region.slice(0, 2), region.slice(3)];
  return `${name} (${countryName(code)})`;
};

/** `Monday to Friday`, where the days follow one another; else each by its name. */
function daysText(days: readonly number[]) {
  const at = weekdays.flatMap(({ day }, index) => (days.includes(day) ? [index] : []));
  if (at.length === 7) return "every day";
  const row = at.length > 2 && at.at(-1)! - at[0]! === at.length - 1;
  return row
    ? `${weekdays[at[0]!]!.name} to ${weekdays[at.at(-1)!]!.name}`
    : joined(
        at.map((index) => weekdays[index]!.name),
        "and",
      );
}

/** Minutes as a person says them. */
export function durationText(minutes: number) {
  const [amount, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

function placeText(effect: unknown, places: string[]) {
  return effect === "allow"
    ? `can sign in only from ${joined(places, "or")}`
    : `cannot sign in from ${joined(places, "or")}`;
}

function predicateOf({ type, definition: rule }: Described): string {
  switch (type) {
    case "country":
      return placeText(rule["effect"], list(rule["countries"]).map(countryName));
    case "region":
      return placeText(rule["effect"], list(rule["regions"]).map(regionName));
    case "ip":
      return placeText(rule["effect"], list(rule["cidrs"]));
    case "hours": {
      const [start, end] = [String(rule["startTime"]), String(rule["endTime"])];
      const next = end < start ? " the next morning" : "";
      return `can sign in only ${daysText(list(rule["days"]).map(Number))}, from ${start} to ${end}${next} (${String(rule["timeZoneId"])} time)`;
    }
    case "method":
      return `can sign in only with: ${joined(
        list(rule["methods"]).map((name) => methodWords[name] ?? name),
        "or",
      )}`;
    case "anonymizer":
      return "cannot sign in through a VPN provider, a proxy or Tor";
    case "sessions":
      return `can have at most ${String(rule["maxSessions"])} sessions at once, each person`;
    case "sessionlength":
      return `can stay signed in for at most ${durationText(Number(rule["maxSessionMinutes"]))}`;
    case "devices":
      return `can use at most ${String(rule["maxDevices"])} devices, each person`;
  }
}

/** What a rule does, in one sentence. */
export function ruleSentence(rule: Described) {
  const predicate = predicateOf(rule);
  return rule.scope === "org" && predicate.startsWith("cannot ")
    ? `Nobody ${predicate.replace("cannot", "can")}.`
    : `${subjectOf(rule)} ${predicate}.`;
}
