import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Result of a match. "unknown" means that the sign-in lacks the necessary data. */
export type Match = "yes" | "no" | "unknown";

export const matchOf = (named: boolean): Match => (named ? "yes" : "no");

export const inCountries = (countries: readonly string[], country: string | null): Match =>
  country === null ? "unknown" : matchOf(countries.includes(country));

/** Returns a region's name for comparisons: in NFC and in lower case. */
export const folded = (text: string) => text.normalize("NFC").toLowerCase();

/**
 * Returns "yes" if the country and region are in the list. Returns "unknown" if the region is unknown and the list contains a
 * region of the country. Returns "no" otherwise.
 */
export function inRegions(
  regions: readonly string[],
  { country, region }: { country: string | null; region: string | null },
): Match {
  if (country === null) return "unknown";
  if (region !== null) {
    const here = folded(`${country}:${region}`);
    return matchOf(regions.some((listed) => folded(listed) === here));
  }
  return regions.some((listed) => listed.startsWith(`${country}:`)) ? "unknown" : "no";
}

type ParsedRange = { address: ipaddr.IPv4 | ipaddr.IPv6; bits: number };

// Caches the parsed ranges. Many sign-ins use the same few ranges. Parsing a range costs ten times as much as a comparison with
// a parsed range.
const ranges = new LRUCache<string, ParsedRange>({ max: 10_000 });

function rangeOf(text: string): ParsedRange {
  const known = ranges.get(text);
  if (known) return known;
  const parsed = parseRange(text);
  ranges.set(text, parsed);
  return parsed;
}

/** Parses an address or a range. An IPv4 range that is written as IPv6 (`::ffff:10.0.0.0/104`) counts as IPv4. */
function parseRange(text: string): ParsedRange {
  const [written = "", prefix] = text.split("/");
  const address = ipaddr.parse(written);
  const bits = prefix === undefined ? address.toByteArray().length * 8 : Number(prefix);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? { address: address.toIPv4Address(), bits: bits - 96 }
    : { address, bits };
}

/**
 * Returns "yes" if the address lies in one of the ranges. An IPv4-mapped IPv6 address counts as IPv4. A dual-stack socket
 * reports such addresses. An IPv6 range contains no IPv4 address. A missing address is outside every range.
 */
export function inRanges(listed: readonly string[], ip: string | null): Match {
  if (ip === null || !ipaddr.isValid(ip)) return "no";
  const address = ipaddr.process(ip);
  return matchOf(
    listed.some((text) => {
      const range = rangeOf(text);
      return range.address.kind() === address.kind() && address.match(range.address, range.bits);
    }),
  );
}

/** An IP address as a number. */
export interface Address {
  value: bigint;
  isV4: boolean;
}

/** Returns the address as a number. Returns null if the text is not an IP address. */
export function addressOf(ip: string | null): Address | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  return { value: numberOf(address), isV4: address.kind() === "ipv4" };
}

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.toByteArray().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

/**
 * Returns a function that finds the values of all ranges that contain an address. The result has one list for each prefix
 * length. Among the ranges of one length, at most one distinct range contains the address. A lookup therefore takes one step
 * for each length and does not depend on the number of ranges.
 */
export function rangeMap<T>(values: Iterable<readonly [range: string, of: T]>) {
  // Outer key: the number of host bits. Inner key: the prefix of the range as a number.
  const lengths = { ipv4: new Map<bigint, Map<bigint, T[]>>(), ipv6: new Map<bigint, Map<bigint, T[]>>() };
  for (const [text, of] of values) {
    const { address, bits } = rangeOf(text);
    const open = BigInt(address.toByteArray().length * 8 - bits);
    const family = lengths[address.kind()];
    const networks = family.get(open) ?? new Map<bigint, T[]>();
    family.set(open, networks);
    const network = numberOf(address) >> open;
    const known = networks.get(network);
    if (!known) networks.set(network, [of]);
    // A rule may list the same range twice. The result contains the rule once.
    else if (known.at(-1) !== of) known.push(of);
  }
  return ({ value, isV4 }: Address): T[][] => {
    const found: T[][] = [];
    for (const [open, networks] of isV4 ? lengths.ipv4 : lengths.ipv6) {
      const known = networks.get(value >> open);
      if (known) found.push(known);
    }
    return found;
  };
}
