import ipaddr from "ipaddr.js";

/** Networks of a client's address, as keys of counters. */
export interface Network {
  /** The network of one client: an IPv4 address, the /64 of an IPv6 address, or `unknown`. */
  client: string;
  /** The /48 of an IPv6 address, which a provider can assign to one customer; null for other addresses. */
  site: string | null;
}

/**
 * The counter of all unreadable addresses: a client gains nothing by hiding its address. No readable network
 * has this key.
 */
export const UNKNOWN_NETWORK: Network = { client: "unknown", site: null };

const SITE_BITS = 48;
const CLIENT_BITS = 64;

/**
 * Returns the networks under which limits count an address. One client can choose any address of its /64 (RFC
 * 4291 §2.5.4, RFC 8981), so the whole address does not identify it. An IPv4-mapped IPv6 address (RFC 4291
 * §2.5.5.2) counts as the IPv4 address.
 */
export function networkOf(ip: string | null): Network {
  // A longer text is not an address, also with a zone (RFC 4007 §11).
  if (ip === null || ip.length > 100) return UNKNOWN_NETWORK;
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return { client: ipaddr.IPv4.parse(ip).toString(), site: null };
  if (!ipaddr.IPv6.isValid(ip)) return UNKNOWN_NETWORK;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return { client: address.toIPv4Address().toString(), site: null };
  const bytes = address.toByteArray();
  return { client: prefixOf(bytes, CLIENT_BITS), site: prefixOf(bytes, SITE_BITS) };
}

/**
 * Returns the network under which requests of this address take turns: the /48 of an IPv6 address, because one customer may have
 * 65,536 networks of /64, or the IPv4 address.
 */
export function turnNetworkOf(ip: string | null): string {
  const { client, site } = networkOf(ip);
  return site ?? client;
}

function prefixOf(bytes: number[], bits: number): string {
  const kept = bytes.map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${ipaddr.fromByteArray(kept).toString()}/${bits}`;
}
