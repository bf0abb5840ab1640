import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { must } from "../kernel/strings/must";
import { webAddressProblem } from "../kernel/http/web-address";
import { systemNames, type NameLookup } from "./name-lookup";

/*
 * Decides if the server may call an address from outside. An address that leads into the server's own network
 * would let a stranger ask there what only the server may ask (server-side request forgery, OWASP API7:2023).
 */

/** 2000::/3: what is assigned as global unicast (RFC 4291 §2.4, IANA's IPv6 address space registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");

/**
 * Returns true for an address of the public internet: in no range of IANA's special-purpose registries (RFC 6890), of IPv6 in 2000::/3.
 * An IPv4 address within an IPv6 one must be public, too. Takes an address as sockets take it: no zone, no octal parts.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  if (!(address instanceof ipaddr.IPv6)) return address.range() === "unicast";
  // A socket connects to ::ffff:192.0.2.1 as to 192.0.2.1.
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === "unicast";
  // NAT64, 6to4, Teredo and IPv4-compatible addresses are of special ranges, or outside of 2000::/3.
  if (!address.match(GLOBAL_UNICAST, 3) || address.range() !== "unicast") return false;
  const within = isatapAddress(address);
  return within === null || within.range() === "unicast";
}

/** The IPv4 address in an interface identifier of ISATAP (RFC 5214 §6.1); null where there is none. */
function isatapAddress({ parts }: ipaddr.IPv6): ipaddr.IPv4 | null {
  const [mark = 0, name, high = 0, low = 0] = parts.slice(4);
  // A bit of the identifier marks it as universal.
  if ((mark & ~0x0200) !== 0 || name !== 0x5efe) return null;
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
}

/** The host of a URL without the brackets of an IPv6 address. */
const bareHost = (hostname: string) =>
  hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;

/**
 * Returns true if a connection to a URL's host is refused without a look-up: its host is an address that is not public. A name is looked
 * at when it is looked up (guarded-lookup.ts), which does not happen for addresses.
 */
export function isRefusedHost(hostname: string, allowPrivate: boolean): boolean {
  const host = bareHost(hostname);
  return !allowPrivate && isIP(host) !== 0 && !isPublicAddress(host);
}

/** Names that lead to the machine itself, whatever its resolver says (RFC 6761 §6.3); with the root's dot or without. */
const isLocalName = (host: string) => /(?:^|\.)localhost\.?$/i.test(host);

interface Options {
  /** Loopback and private addresses may be called, and over http: for tests and closed networks. */
  allowPrivate: boolean;
  /** The system's by default. */
  names?: NameLookup | undefined;
}

/**
 * Returns why the server may not call an address, as the message of a schema; null if it may. Resolves the name. The connection
 * must check its address again, because a name can resolve differently the next time (DNS rebinding). `by` is the organization
 * that configured the address.
 */
export const createOutboundCheck =
  ({ allowPrivate, names = systemNames }: Options) =>
  async (text: string, by: string): Promise<string | null> => {
    if (!URL.canParse(text)) return must("not_absolute_url");
    const url = new URL(text);
    if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
      return must("not_https_url");
    const problem = webAddressProblem(text);
    if (problem !== null) return problem;
    if (allowPrivate) return null;
    const host = bareHost(url.hostname);
    const isPublic = !isLocalName(host) && (await addressesOf(host, by, names)).every(isPublicAddress);
    return isPublic ? null : must("private_address");
  };

/** Returns the addresses of a host. A name without an address is not refused: it is checked again at each connection. */
async function addressesOf(host: string, by: string, names: NameLookup): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host];
  const found = await names(host, by).catch(() => []);
  return found.map(({ address }) => address);
}
