import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

/*
 * Whether the server may call an address that somebody gave it. An address that leads into the server's own network
 * would let a stranger ask there what only the server may ask (server-side request forgery, OWASP API7:2023).
 */

/** Ranges that are not the public internet: only what the address registries call unicast is. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  // 64:ff9b::/96 and 2002::/16 carry an IPv4 address inside and are ranges of their own; what is left is public.
  return true;
}

/** Names that lead to the machine itself, whatever its resolver says (RFC 6761 §6.3); with the root's dot or without. */
const isLocalName = (host: string) => /(^|\.)localhost\.?$/i.test(host);

interface Options {
  /** Loopback and private addresses may be called, and over http: for tests and closed networks. */
  allowPrivate: boolean;
}

/**
 * Why a server may not call this address, in words that follow the field's name; null where it may. The name is resolved,
 * and whoever connects must look again: a name may answer differently the next time (DNS rebinding).
 */
export const createOutboundCheck =
  ({ allowPrivate }: Options) =>
  async (text: string): Promise<string | null> => {
    if (!URL.canParse(text)) return "must be an absolute URL";
    const url = new URL(text);
    if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:"))
      return "must be an https URL";
    if (url.username !== "" || url.password !== "") return "must not hold a user name or password";
    if (allowPrivate) return null;
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const isPublic = !isLocalName(host) && (await addressesOf(host)).every(isPublicAddress);
    return isPublic ? null : "must not lead to a private address";
  };

/** Where a host is. A name that does not resolve today may do so tomorrow; it is looked at again when it is called. */
async function addressesOf(host: string): Promise<string[]> {
  if (ipaddr.isValid(host)) return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
