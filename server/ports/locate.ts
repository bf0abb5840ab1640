import { readFileSync } from "node:fs";
import path from "node:path";
import ipaddr from "ipaddr.js";
import { Reader, type CityResponse } from "maxmind";
import type { Located, LocatingKnowledge } from "../kernel/operation/ports";

/** A record of MaxMind's City and Country databases, or of the bundled one, which contains only the code of a country. */
type PlaceRecord = CityResponse & { country_code?: string };

const NOWHERE: Located = { country: null, region: null, place: null, anonymizer: null };

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

interface LocatorOptions {
  /** Path of a file in MaxMind's format (e.g. GeoLite2 or DB-IP City). Without it, the bundled countries are used. */
  database?: string | undefined;
  /**
   * Path of a file with an address or a range on each line, for example the exits of Tor, VPNs and proxies.
   * Without it, anonymizers are unknown.
   */
  anonymizers?: string | undefined;
}

/**
 * Creates `locate` and `locates`. `locate` returns the place of an address; all fields are null for a private or unknown address.
 * `locates` states which data the files contain.
 */
export function createLocator({ database, anonymizers }: LocatorOptions): {
  locate: (ip: string | null) => Located;
  locates: LocatingKnowledge;
} {
  const places = new Reader<PlaceRecord>(
    readFileSync(/* turbopackIgnore: true */ database ?? bundledCountries()),
  );
  const ranges = anonymizers === undefined ? null : readRanges(anonymizers);
  const locate = (ip: string | null): Located => {
    if (ip === null || !ipaddr.isValid(ip)) return NOWHERE;
    const address = ipaddr.process(ip);
    if (address.range() !== "unicast") return NOWHERE;
    const record = places.get(address.toString());
    const code = record?.country?.iso_code ?? record?.country_code;
    const country = code && /^[A-Z]{2}$/.test(code) ? code : null;
    const town = record?.city?.names.en;
    return {
      country,
      region: country === null ? null : (record?.subdivisions?.[0]?.names.en ?? null),
      place: country === null ? null : [town, countryNames.of(country)].filter(Boolean).join(", "),
      anonymizer:
        ranges &&
        ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits)),
    };
  };
  return {
    locate,
    locates: {
      regions: database !== undefined && namesRegions(places),
      anonymizers: ranges !== null && ranges.length > 0,
    },
  };
}

/**
 * Returns true if the file contains regions. Samples addresses of the whole Internet, because the type in the file's metadata is
 * free text.
 */
function namesRegions(places: Reader<PlaceRecord>): boolean {
  for (let first = 1; first < 224; first++)
    for (let second = 0; second < 256; second += 16)
      if (places.get(`${first}.${second}.1.1`)?.subdivisions?.[0]?.names.en !== undefined) return true;
  return false;
}

/**
 * Path of @ip-location-db/geo-whois-asn-country-mmdb (CC0), made from the whois data of the registries. A literal path, because
 * Next would bundle a resolved module.
 */
const bundledCountries = () =>
  path.resolve("node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");

function readRanges(file: string): [ipaddr.IPv4 | ipaddr.IPv6, number][] {
  return readFileSync(/* turbopackIgnore: true */ file, "utf8")
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, "").trim())
    .filter(Boolean)
    .map((line, index) => {
      try {
        const address = line.includes("/") ? null : ipaddr.process(line);
        return address ? [address, address.toByteArray().length * 8] : ipaddr.parseCIDR(line);
      } catch {
        throw new Error(`ANONYMIZER_LIST: line ${index + 1} is neither an address nor a range: ${line}`);
      }
    });
}
