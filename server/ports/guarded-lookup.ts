import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { CodedError } from "../kernel/texts/text";
import { systemNames, type NameLookup } from "./name-lookup";
import { isPublicAddress } from "./outbound";
import { defineTexts } from "../kernel/texts/define";

const deliveryTexts = defineTexts("delivery", {
  leads_to_private_address: "{host} leads to a private address",
});

export interface LookupGuard {
  allowPrivate: boolean;
  /** The organization that caused the look-up (name-lookup.ts). */
  by: string;
  /** Ends the look-up. */
  signal?: AbortSignal | undefined;
  names?: NameLookup | undefined;
}

/**
 * Returns the addresses of a name to which a connection is allowed, at least one. They are checked at each
 * connection, because a name can have other addresses than when it was configured (DNS rebinding).
 */
export async function guardedAddresses(
  host: string,
  { allowPrivate, by, signal, names = systemNames }: LookupGuard,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const found = await names(host, by, signal);
  const [first, ...others] = allowPrivate ? found : found.filter(({ address }) => isPublicAddress(address));
  if (!first) throw new CodedError(deliveryTexts.leads_to_private_address({ host }));
  return [first, ...others];
}

/** Returns a look-up with this guard, for the `lookup` option of Node's connections. */
export const guardedLookup =
  (guard: LookupGuard): LookupFunction =>
  (host, options, done) => {
    guardedAddresses(host, guard).then(
      (usable) => {
        if (options.all) return done(null, usable);
        done(null, usable[0].address, usable[0].family);
      },
      (error: Error) => done(error, "", 0),
    );
  };
