import type { Counter, Counters } from "../../kernel/concurrency/counters";
import type { Database } from "../../store/database";
import { addressKey } from "../../kernel/strings/address-key";
import { createNetworkLimit } from "./network-limit";

/** Quotas of messages to one address in an hour. */
export interface MailQuotas {
  /** Name of the kind of messages. Each kind has its own counts. */
  name: string;
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
  counters: Counters,
  { name, perClient, perAddress, thenEvery, acrossTenants = false }: MailQuotas,
) {
  const byClient = createNetworkLimit(counters, {
    name: `${name}:to-address`,
    points: perClient,
    duration: HOUR_SECONDS,
  });
  const counter = (of: string, most: number, seconds = HOUR_SECONDS): Counter => ({
    key: `${name}:${of}`,
    most,
    seconds,
  });
  const isLeft = async (one: Counter) => (await counters.take(one)) === 0;

  /** Counts one more message to this address. Returns true if it may be sent. `tenantId` is null for the console. */
  return async (tenantId: number | null, address: string, { ip, deviceHash }: Asker): Promise<boolean> => {
    // Different spellings of one address share a counter.
    const key = `${acrossTenants ? "any" : (tenantId ?? "console")} ${addressKey(address)}`;
    const later = thenEvery === null ? null : counter(`later:${key}`, 1, thenEvery);
    if ((await byClient.take(ip, key)) === 0 && (await isLeft(counter(`mailbox:${key}`, perAddress)))) {
      if (later) await counters.take(later);
      return true;
    }
    if (await isKnownDevice(database, { tenantId, email: address, deviceHash }))
      return isLeft(counter(`device:${key}:${deviceHash}`, PER_KNOWN_DEVICE));
    return later !== null && isLeft(later);
  };
}

/**
 * Returns true if a user with this address has signed in before in the browser with this device cookie (its SHA-256). Searches
 * this tenant, or (null) all tenants and the platform's administrators.
 */
export async function isKnownDevice(
  { sql }: Pick<Database, "sql">,
  { tenantId, email, deviceHash }: { tenantId: number | null; email: string; deviceHash: string },
): Promise<boolean> {
  if (email.length > 254 || email.includes("\0")) return false;
  const rows = await sql`
    select 1 from devices d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id
    where d.token_hash = ${deviceHash} and d.status = 'registered' and u.email_key = lower(${email})
      and (${tenantId}::bigint is null or d.tenant_id = ${tenantId}::bigint)
    union all
    select 1 from platform_devices d join platform_administrators p on p.id = d.administrator_id
    where ${tenantId}::bigint is null and d.token_hash = ${deviceHash} and p.email_key = lower(${email})
    limit 1`;
  return rows.length > 0;
}
