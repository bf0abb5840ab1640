import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Database } from "../store/database";
import { addressKey } from "../kernel/address-key";
import { isKnownDevice } from "./known-device";
import { createNetworkLimit, waitAfter } from "./network-limit";

/** How many messages go to one address in an hour, and who may cause them. */
export interface MailQuotas {
  /** That one client (network-limit.ts) may cause. */
  perClient: number;
  /** That all clients may cause together, which no browser of the person's own is needed for. */
  perAddress: number;
  /** Past these, one more goes each so many seconds; null: none. */
  thenEvery: number | null;
  /** Counts what goes to a mailbox whichever organization sends it; else each organization's is counted apart. */
  acrossTenants?: boolean;
}

/** Somebody who asks for a message. */
export interface Asker {
  ip: string | null;
  /** The SHA-256 of the browser's device cookie. */
  deviceHash: string;
}

/** Messages in an hour that each browser which is known of the person may cause, whatever strangers have caused. */
const PER_KNOWN_DEVICE = 5;
const HOUR_SECONDS = 3_600;

/**
 * Limits the messages to one address, so that nobody's mailbox is flooded. Strangers share their quotas; a browser in which the
 * person has signed in before has a quota of its own, which strangers cannot use up.
 */
export function createMailQuota(
  database: Pick<Database, "sql">,
  { perClient, perAddress, thenEvery, acrossTenants = false }: MailQuotas,
) {
  const byClient = createNetworkLimit({ points: perClient, duration: HOUR_SECONDS });
  const byAddress = new RateLimiterMemory({ points: perAddress, duration: HOUR_SECONDS });
  const byDevice = new RateLimiterMemory({ points: PER_KNOWN_DEVICE, duration: HOUR_SECONDS });
  const later = thenEvery === null ? null : new RateLimiterMemory({ points: 1, duration: thenEvery });
  const isLeft = async (limiter: RateLimiterMemory, key: string) =>
    (await waitAfter(limiter.consume(key))) === 0;

  /** Whether one more message may go to this address; counts it. `tenantId` null: the console. */
  return async (tenantId: number | null, address: string, { ip, deviceHash }: Asker): Promise<boolean> => {
    // Different spellings of one address share a counter.
    const key = `${acrossTenants ? "any" : (tenantId ?? "console")} ${addressKey(address)}`;
    if ((await byClient.take(ip, key)) === 0 && (await isLeft(byAddress, key))) {
      await later?.penalty(key);
      return true;
    }
    if (await isKnownDevice(database, { tenantId, email: address, deviceHash }))
      return isLeft(byDevice, `${key} ${deviceHash}`);
    return later !== null && isLeft(later, key);
  };
}
