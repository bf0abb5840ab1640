import type { Database } from "../../store/database";
import { createMailQuota, type Asker } from "../mail-quota";
import { createNetworkLimit } from "../network-limit";

/** Codes and links to one address in an hour (mail-quota.ts). */
const QUOTAS = { perClient: 10, perAddress: 30, thenEvery: null };
/** Messages that one client may cause in an hour, to whatever addresses. */
const PER_CLIENT = 60;
const HOUR_SECONDS = 3_600;

/** Limits how many codes and links are sent, so that nobody's mailbox is filled and no code is guessed by asking for many. */
export function createSendLimit(database: Pick<Database, "sql">) {
  const byClient = createNetworkLimit({ points: PER_CLIENT, duration: HOUR_SECONDS });
  const isWithin = createMailQuota(database, QUOTAS);
  /** Whether one more may be sent; counts it. */
  return async (tenantId: number | null, identifier: string, asker: Asker): Promise<boolean> =>
    (await byClient.take(asker.ip)) === 0 && (await isWithin(tenantId, identifier, asker));
}

export type SendLimit = ReturnType<typeof createSendLimit>;

/** The grain in which answers come where nothing is hashed. */
const GRAIN_MS = 120;

/**
 * Answers after a multiple of the grain: looking a person up and writing a message for them takes some milliseconds more
 * than for nobody, which could be measured.
 */
export async function inUniformTime<T>(work: Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await work;
  } finally {
    const taken = performance.now() - begun;
    const until = Math.ceil(taken / GRAIN_MS) * GRAIN_MS;
    await new Promise((resolve) => setTimeout(resolve, until - taken));
  }
}
