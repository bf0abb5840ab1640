import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { must } from "../kernel/strings/must";
import { webAddressProblem } from "../kernel/http/web-address";
import { systemNames, type NameLookup } from "./name-lookup";
import { parseUrl } from "../kernel/http/parse-url";

/*
 * Decides if the server may call an address from an untrusted source. Otherwise, an address in the server's
 * own network would let strangers send requests there through the server (server-side request forgery, OWASP
 * API7:2023).
 */

/**
 * 2000::/3: the range that is assigned as global unicast (RFC 4291 §2.4, IANA's IPv6 address space registry).
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");

/**
 * Returns true for an address of the public internet. It lies in no range of IANA's special-purpose
 * registries (RFC 6890). An IPv6 address lies in 2000::/3, and an IPv4 address embedded in it is public, too.
 * Accepts the spelling for sockets: no zone, no octal parts.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  if (!(address instanceof ipaddr.IPv6)) return address.range() === "unicast";
  // A socket connects to ::ffff:192.0.2.1 as to 192.0.2.1.
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === "unicast";
  // NAT64, 6to4, Teredo and IPv4-compatible addresses lie in special ranges, or outside of 2000::/3.
  if (!address.match(GLOBAL_UNICAST, 3) || address.range() !== "unicast") return false;
  const within = isatapAddress(address);
  return within === null || within.range() === "unicast";
}

/** Returns the IPv4 address in an interface identifier of ISATAP (RFC 5214 §6.1); null if there is none. */
function isatapAddress({ parts }: ipaddr.IPv6): ipaddr.IPv4 | null {
  const [mark = 0, name, high = 0, low = 0] = parts.slice(4);
  // A bit of the identifier marks it as universal.
  if ((mark & ~0x0200) !== 0 || name !== 0x5efe) return null;
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
}

/** Returns the host of a URL without the brackets of an IPv6 address. */
const bareHost = (hostname: string) =>
  hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;

/**
 * Returns true if a connection to a URL's host is refused without a look-up, because the host is an IP
 * address that is not public. A host name is checked when it is looked up (guarded-lookup.ts), which does not
 * happen for IP addresses.
 */
export function isRefusedHost(hostname: string, allowPrivate: boolean): boolean {
  const host = bareHost(hostname);
  return !allowPrivate && isIP(host) !== 0 && !isPublicAddress(host);
}

/** Names of the machine itself, for any resolver (RFC 6761 §6.3), with or without the final dot. */
const isLocalName = (host: string) => /(?:^|\.)localhost\.?$/i.test(host);

interface Options {
  /** Allows loopback and private addresses, and http. For tests and closed networks. */
  allowPrivate: boolean;
  /** The look-up of names; the system's by default. */
  names?: NameLookup | undefined;
}

/**
 * Creates the check of an address that the server will call. It returns the reason of a refusal, as the
 * message of a schema, or null. It resolves the name. The connection must check its address again, because a
 * name can resolve differently the next time (DNS rebinding). `by` is the organization that configured the
 * address.
 */
export const createOutboundCheck =
  ({ allowPrivate, names = systemNames }: Options) =>
  async (text: string, by: string): Promise<string | null> => {
    const url = parseUrl(text);
    if (url === null) return must("not_absolute_url");
    if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
      return must("not_https_url");
    const problem = webAddressProblem(text);
    if (problem !== null) return problem;
    if (allowPrivate) return null;
    const host = bareHost(url.hostname);
    const isPublic = !isLocalName(host) && (await addressesOf(host, by, names)).every(isPublicAddress);
    return isPublic ? null : must("private_address");
  };

/** Returns the addresses of a host; none if the look-up fails. Such a name is accepted here, because each connection checks it again. */
async function addressesOf(host: string, by: string, names: NameLookup): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host];
  const found = await names(host, by).catch(() => []);
  return found.map(({ address }) => address);
}
