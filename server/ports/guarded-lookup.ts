import { lookup as systemLookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./outbound";

/**
 * A look-up for connecting: it looks at the addresses again at the moment of connecting, because a name may answer
 * otherwise than it did when somebody was allowed to give it (DNS rebinding).
 */
export const guardedLookup =
  (allowPrivate: boolean): LookupFunction =>
  (host, options, done) => {
    systemLookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, "", 0);
      const usable = allowPrivate ? addresses : addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = usable;
      if (!first) return done(new Error(`${host} leads to a private address`), "", 0);
      // The types of node's callback do not declare its form for `all`.
      if (options.all) return (done as unknown as (e: null, list: LookupAddress[]) => void)(null, usable);
      done(null, first.address, first.family);
    });
  };
