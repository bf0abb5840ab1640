import { turnNetworkOf } from "../../kernel/http/network";
import type { Ports } from "../../kernel/operation/ports";
import type { RequestSigns } from "./demands";
import type { Place } from "./places";

/**
 * Number of hashes of each refused attempt. At the console, an address may belong to several accounts, so the number is that of
 * three accounts. In one tenant, an address belongs to at most one account.
 */
export const HASHES_REFUSED = { console: 3, app: 1 } as const;

/** Minimum time in milliseconds for the records of a refused attempt. Writing them takes some milliseconds per account. */
const WRITING_MS = 50;

/**
 * Creates the work of one password attempt. It takes the same number of hashes and the same time for records with no, one or
 * several accounts, so that it does not reveal their number.
 */
export function createUniformWork(
  { passwords, pause }: { passwords: Pick<Ports["passwords"], "verify">; pause: Ports["pause"] },
  { tenantId }: Pick<Place, "tenantId">,
  { ip, signal }: Pick<RequestSigns, "ip" | "signal">,
) {
  const by = turnNetworkOf(ip);
  const fewest = tenantId === null ? HASHES_REFUSED.console : HASHES_REFUSED.app;
  let compared = 0;
  const verify = (hash: string | null, password: string): Promise<boolean> => {
    compared += 1;
    return passwords.verify(hash, password, by, signal);
  };
  return {
    verify,
    /** Ends a refused attempt: writes the records and computes the remaining hashes. */
    refused: async (password: string, write: () => Promise<unknown>): Promise<void> => {
      await Promise.all([write(), pause(WRITING_MS)]);
      while (compared < fewest) await verify(null, password);
    },
  };
}

export type UniformWork = ReturnType<typeof createUniformWork>;
