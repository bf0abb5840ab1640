import ipaddr from "ipaddr.js";

/** Address prefixes of a client, under which rate limits count its requests. */
export interface Network {
  /** The prefix of one client: the whole IPv4 address, the /64 of an IPv6 address, or `unknown`. */
  client: string;
  /** The /48 of an IPv6 address, which an internet provider can assign to one customer. Null for other addresses. */
  site: string | null;
}

/**
 * The prefix of all missing or invalid addresses. Clients without a valid address share one counter, and gain nothing by hiding
 * their addresses.
 */
export const UNKNOWN_NETWORK: Network = { client: "unknown", site: null };

const SITE_BITS = 48;
const CLIENT_BITS = 64;

/**
 * Returns the prefixes under which rate limits count an address. The limits do not count the whole IPv6 address, because a
 * client can choose any address of its /64 (RFC 4291 §2.5.4, RFC 8981). An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) counts
 * as the IPv4 address.
 */
export function networkOf(ip: string | null): Network {
  // No address has more than 100 characters, even with a zone (RFC 4007 §11).
  if (ip === null || ip.length > 100) return UNKNOWN_NETWORK;
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return { client: ipaddr.IPv4.parse(ip).toString(), site: null };
  if (!ipaddr.IPv6.isValid(ip)) return UNKNOWN_NETWORK;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return { client: address.toIPv4Address().toString(), site: null };
  const bytes = address.toByteArray();
  return { client: prefixOf(bytes, CLIENT_BITS), site: prefixOf(bytes, SITE_BITS) };
}

/**
 * Returns the owner under which a fair queue (fair-queue.ts) counts the requests of an address: the IPv4 address, or the /48 of
 * an IPv6 address. The /64 is too narrow: one customer may have 65,536 of them.
 */
export function turnNetworkOf(ip: string | null): string {
  const { client, site } = networkOf(ip);
  return site ?? client;
}

function prefixOf(bytes: number[], bits: number): string {
  const kept = bytes.map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(kept).toString()}/${bits}`;
}
