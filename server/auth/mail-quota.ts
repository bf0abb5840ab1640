import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Database } from "../store/database";
import { addressKey } from "../kernel/strings/address-key";
import { isKnownDevice } from "./known-device";
import { createNetworkLimit, waitAfter } from "./network-limit";

/** Quotas of messages to one address in an hour. */
export interface MailQuotas {
  /** Messages that one client (network-limit.ts) may cause. */
  perClient: number;
  /** Messages that all unknown clients may cause together. */
  perAddress: number;
  /** Interval in seconds at which one more message is sent above the quotas; null if none is sent. */
  thenEvery: number | null;
  /**
   * True if the messages to a mailbox are counted for all organizations together. Otherwise, they are counted for each
   * organization.
   */
  acrossTenants?: boolean;
}

/** The sender of a request for a message. */
export interface Asker {
  ip: string | null;
  /** SHA-256 of the browser's device cookie. */
  deviceHash: string;
}

/** Maximum number of messages in an hour that each known browser of the user may cause, independent of other clients. */
const PER_KNOWN_DEVICE = 5;
const HOUR_SECONDS = 3_600;

/**
 * Creates the limit of messages to one address, which prevents a full mailbox. Unknown clients share their quotas. A browser in
 * which the user has signed in before has its own quota, which others cannot use up.
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

  /** Counts one more message to this address. Returns true if it may be sent. `tenantId` is null for the console. */
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
