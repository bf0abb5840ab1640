import countries from "i18n-iso-countries";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { oneOf } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";

/*
 * Schemas of the fields of access rules. The console's forms use these schemas too. This module must therefore run in the
 * browser.
 */

/** A country code (ISO 3166-1 alpha-2). The schema accepts both cases and returns upper case. */
export const CountryCode = z
  .string(must("not_country_code"))
  .max(10, must("not_country_code"))
  .transform((text) => text.toUpperCase())
  .superRefine((code, context) => {
    if (code.length !== 2 || !countries.isValid(code))
      context.addIssue({ code: "custom", message: must("unknown_country", { country: code }) });
  });

export const distinct = <T>(list: T[]) => [...new Set(list)];

export const Countries = (least: 0 | 1) =>
  z.array(CountryCode).min(least, must("no_countries")).max(250).transform(distinct);

/** A country code and the name of a region in the country: `DE:Bavaria`. */
const Region = z
  .string(must("not_region"))
  .max(120)
  .superRefine((text, context) => {
    const [, code, name] = /^([A-Za-z]{2}):(.*)$/.exec(text) ?? [];
    if (!code || !countries.isValid(code.toUpperCase()) || !name?.trim())
      context.addIssue({ code: "custom", message: must("unknown_region", { region: text }) });
  })
  .transform((text) => `${text.slice(0, 2).toUpperCase()}:${text.slice(3).trim()}`);

export const Regions = z.array(Region).min(1, must("no_regions")).max(500).transform(distinct);

/**
 * Returns the reason why a text is neither an address nor a range (RFC 4632, RFC 4291 §2.3). Returns null for a valid
 * text.
 */
function rangeProblem(text: string): string | null {
  const [address = "", prefix, ...more] = text.split("/");
  // Accepts an IPv4 address only with four decimal parts, because programs interpret other notations differently.
  const plain = address.includes(":")
    ? ipaddr.IPv6.isValid(address)
    : ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!plain || address.includes("%") || more.length > 0) return must("unknown_range", { range: text });
  if (prefix === undefined) return null;
  const most = address.includes(":") ? 128 : 32;
  // Refuses leading zeros. Some programs read a number with a leading zero as octal.
  return /^(?:0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= most
    ? null
    : must("wrong_prefix_length", { range: text, max: most });
}

/** Returns a valid range in stored form. Sets the host bits to zero: `10.0.0.5/8` becomes `10.0.0.0/8`. */
export function networkOf(range: string): string {
  const [address = "", prefix] = range.split("/");
  if (prefix === undefined) return range;
  const kind = address.includes(":") ? ipaddr.IPv6 : ipaddr.IPv4;
  const network = kind.networkAddressFromCIDR(range).toString();
  return network === kind.parse(address).toString() ? range : `${network}/${prefix}`;
}

const Range = z
  .string(must("not_range"))
  .max(60)
  .transform((text) => text.trim())
  .superRefine((text, context) => {
    const problem = rangeProblem(text);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  })
  .transform(networkOf);

export const Ranges = z.array(Range).min(1, must("no_ranges")).max(500).transform(distinct);

/** A time of day in hours and minutes. */
export const ClockTime = z
  .string(must("not_clock_time"))
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, must("not_clock_time"));

/** A name of the IANA time zone database, including aliases. */
export const TimeZoneId = z
  .string(must("not_time_zone"))
  .max(100)
  .superRefine((text, context) => {
    // Intl also accepts offsets such as +01:00. Offsets are not zone names.
    if (!/^[A-Za-z]/.test(text) || !isTimeZone(text))
      context.addIssue({ code: "custom", message: must("unknown_time_zone", { zone: text }) });
  });

function isTimeZone(text: string) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** The effect of a rule: allow or deny. */
export const EffectField = oneOf("allow", "deny");
