import { setTimeout as pause } from "node:timers/promises";
import { networkOf } from "../../kernel/network";
import type { Ports } from "../../kernel/ports";
import type { Place } from "./places";

/**
 * How many hashes each refused attempt takes: at the console, where an address may be of several accounts, as many as those of
 * three. At an app's sign-in an address is one person's at most.
 */
export const HASHES_REFUSED = { console: 3, app: 1 } as const;

/** No shorter time is taken for what is written about a refused attempt; writing takes some milliseconds for each account. */
const WRITING_MS = 50;

/**
 * The work of one attempt by password, which tells nobody how many accounts an address has: none, one and several take the
 * same number of hashes and the same time for what is written.
 */
export function createUniformWork(
  passwords: Pick<Ports["passwords"], "verify">,
  { tenantId }: Pick<Place, "tenantId">,
  ip: string | null,
) {
  const by = networkOf(ip).client;
  const fewest = tenantId === null ? HASHES_REFUSED.console : HASHES_REFUSED.app;
  let compared = 0;
  const verify = (hash: string | null, password: string): Promise<boolean> => {
    compared += 1;
    return passwords.verify(hash, password, by);
  };
  return {
    verify,
    /** Ends a refused attempt: does what is left of the work, beside what is written about it. */
    refused: async (password: string, write: () => Promise<void>): Promise<void> => {
      await Promise.all([write(), pause(WRITING_MS)]);
      while (compared < fewest) await verify(null, password);
    },
  };
}

export type UniformWork = ReturnType<typeof createUniformWork>;
