import type { Counters } from "../../kernel/concurrency/counters";
import type { Ports } from "../../kernel/operation/ports";
import type { Database } from "../../store/database";
import { createMailQuota, type Asker } from "../limits/mail-quota";
import { createNetworkLimit } from "../limits/network-limit";

/** Limits of codes and links to one address in an hour (mail-quota.ts). */
const QUOTAS = { name: "code", perClient: 10, perAddress: 30, thenEvery: null };
/** Maximum number of messages that one client may cause in an hour, to all addresses together. */
const PER_CLIENT = 60;
const HOUR_SECONDS = 3_600;

/** Creates the limit on codes and links. It prevents full mailboxes, and guessing by requesting many codes. */
export function createSendLimit(database: Pick<Database, "sql">, counters: Counters) {
  const byClient = createNetworkLimit(counters, { name: "code", points: PER_CLIENT, duration: HOUR_SECONDS });
  const isWithin = createMailQuota(database, counters, QUOTAS);
  /** Counts one more message. Returns true if it may be sent. */
  return async (tenantId: number | null, identifier: string, asker: Asker): Promise<boolean> =>
    (await byClient.take(asker.ip)) === 0 && (await isWithin(tenantId, identifier, asker));
}

export type SendLimit = ReturnType<typeof createSendLimit>;

/** Granularity of response times in milliseconds, for steps that hash nothing. */
const GRAIN_MS = 120;

/**
 * Returns the result of `work` after a multiple of the granularity. Otherwise, the time would reveal whether the account exists:
 * a lookup and a message take some milliseconds.
 */
export async function inUniformTime<T>(
  work: Promise<T>,
  pause: Ports["pause"],
  now = () => performance.now(),
): Promise<T> {
  const begun = now();
  try {
    return await work;
  } finally {
    const taken = now() - begun;
    const until = Math.ceil(taken / GRAIN_MS) * GRAIN_MS;
    await pause(until - taken);
  }
}
