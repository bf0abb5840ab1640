import countries from "i18n-iso-countries";
import ipaddr from "ipaddr.js";
import * as z from "zod";

/* The field schemas of access rules. The console's forms use them too, so they must run in the browser. */

/** ISO 3166-1 alpha-2, accepted in any case, stored in upper case. */
export const CountryCode = z
  .string("must be a two-letter country code")
  .max(10, "must be a two-letter country code")
  .transform((text) => text.toUpperCase())
  .superRefine((code, context) => {
    if (code.length !== 2 || !countries.isValid(code))
      context.addIssue({ code: "custom", message: `holds ${code}, which is no ISO 3166-1 country code` });
  });

export const distinct = <T>(list: T[]) => [...new Set(list)];

export const Countries = (least: 0 | 1) =>
  z.array(CountryCode).min(least, "must hold at least one country").max(250).transform(distinct);

/** A country and the name of a region in it: `DE:Bavaria`. */
const Region = z
  .string("must be a region")
  .max(120, "must have at most 120 characters")
  .superRefine((text, context) => {
    const [, code, name] = /^([A-Za-z]{2}):(.*)$/.exec(text) ?? [];
    if (!code || !countries.isValid(code.toUpperCase()) || !name?.trim())
      context.addIssue({ code: "custom", message: `holds ${text}, which is not of the form CC:Region name` });
  })
  .transform((text) => `${text.slice(0, 2).toUpperCase()}:${text.slice(3).trim()}`);

export const Regions = z.array(Region).min(1, "must hold at least one region").max(500).transform(distinct);

/** Returns the reason why a text is neither an address nor a range, or null (RFC 4632, RFC 4291 §2.3). */
function rangeProblem(text: string): string | null {
  const [address = "", prefix, ...more] = text.split("/");
  // Four decimal parts only: programs interpret other notations differently.
  const plain = address.includes(":")
    ? ipaddr.IPv6.isValid(address)
    : ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!plain || address.includes("%") || more.length > 0)
    return `holds ${text}, which is no IP address or range`;
  if (prefix === undefined) return null;
  const most = address.includes(":") ? 128 : 32;
  // Without leading zeros: some programs read a number with a leading zero as octal.
  return /^(?:0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= most
    ? null
    : `holds ${text}, whose prefix length must be from 0 to ${most}`;
}

/**
 * Returns a valid range in stored form. A range with host bits becomes its network: `10.0.0.5/8` becomes
 * `10.0.0.0/8`.
 */
export function networkOf(range: string): string {
  const [address = "", prefix] = range.split("/");
  if (prefix === undefined) return range;
  const kind = address.includes(":") ? ipaddr.IPv6 : ipaddr.IPv4;
  const network = kind.networkAddressFromCIDR(range).toString();
  return network === kind.parse(address).toString() ? range : `${network}/${prefix}`;
}

const Range = z
  .string("must be an IP address or range")
  .max(60, "must have at most 60 characters")
  .transform((text) => text.trim())
  .superRefine((text, context) => {
    const problem = rangeProblem(text);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  })
  .transform(networkOf);

export const Ranges = z
  .array(Range)
  .min(1, "must hold at least one address or range")
  .max(500)
  .transform(distinct);

/** A time of day in hours and minutes. */
export const ClockTime = z
  .string("must be a time like 09:30")
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time like 09:30");

/** A name of the IANA time zone database, including aliases. */
export const TimeZoneId = z
  .string("must be an IANA time zone such as Europe/Berlin")
  .max(100, "must have at most 100 characters")
  .superRefine((text, context) => {
    // Intl also accepts offsets such as +01:00, which are not zone names.
    if (!/^[A-Za-z]/.test(text) || !isTimeZone(text))
      context.addIssue({ code: "custom", message: `holds ${text}, which is no IANA time zone` });
  });

function isTimeZone(text: string) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The effect of a rule: allow or deny. */
export const EffectField = z.enum(["allow", "deny"], "must be allow or deny");
