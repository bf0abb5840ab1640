import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Whether a rule names what is the case; "unknown" where the facts do not tell. */
export type Match = "yes" | "no" | "unknown";

export const matchOf = (named: boolean): Match => (named ? "yes" : "no");

export const inCountries = (countries: readonly string[], country: string | null): Match =>
  country === null ? "unknown" : matchOf(countries.includes(country));

/** As regions are compared: by name, without case. */
export const folded = (text: string) => text.normalize("NFC").toLowerCase();

/** A country that none of them lies in needs no region to be a "no". */
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

// Sign-ins are many and ranges few: reading a range costs ten times what comparing with it does.
const ranges = new LRUCache<string, ParsedRange>({ max: 10_000 });

function rangeOf(text: string): ParsedRange {
  const known = ranges.get(text);
  if (known) return known;
  const parsed = parseRange(text);
  ranges.set(text, parsed);
  return parsed;
}

/** An address or a range; one of v4 that is written in v6 (`::ffff:10.0.0.0/104`) is read as of v4. */
function parseRange(text: string): ParsedRange {
  const [written = "", prefix] = text.split("/");
  const address = ipaddr.parse(written);
  const bits = prefix === undefined ? address.toByteArray().length * 8 : Number(prefix);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? { address: address.toIPv4Address(), bits: bits - 96 }
    : { address, bits };
}

/**
 * Whether an address lies in one of the ranges. A v4 address that a dual-stack socket reports in v6 counts as v4, and
 * ranges of v6 never hold one of v4. No address at all lies in none.
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

/** An address as a number. */
export interface Address {
  value: bigint;
  isV4: boolean;
}

/** Null where it is no address. */
export function addressOf(ip: string | null): Address | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  return { value: numberOf(address), isV4: address.kind() === "ipv4" };
}

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.toByteArray().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

/**
 * What is said of ranges (what is said of several stands together), found by an address that lies in them: one list for each length of prefix that holds it. Of one length
 * an address lies in one range, so that looking it up takes as many steps as there are lengths, however many the ranges.
 */
export function rangeMap<T>(said: Iterable<readonly [range: string, of: T]>) {
  // By the bits that a range leaves open, then by its network.
  const lengths = { ipv4: new Map<bigint, Map<bigint, T[]>>(), ipv6: new Map<bigint, Map<bigint, T[]>>() };
  for (const [text, of] of said) {
    const { address, bits } = rangeOf(text);
    const open = BigInt(address.toByteArray().length * 8 - bits);
    const family = lengths[address.kind()];
    const networks = family.get(open) ?? new Map<bigint, T[]>();
    family.set(open, networks);
    const network = numberOf(address) >> open;
    const known = networks.get(network);
    if (!known) networks.set(network, [of]);
    // Of one rule, two ranges may be the same.
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
