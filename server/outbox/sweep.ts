import type { Logger } from "pino";
import type { Database } from "../store/database";
import { startLoop } from "./worker-loop";

const EVERY_MS = 3_600_000;
/** Maximum number of rows that one statement deletes, so that no statement holds many locks or runs for long. */
const BATCH = 5_000;

/** Number of sign-in attempts with an unknown identifier that an organization keeps. */
const UNKNOWN_ATTEMPTS = 20_000;

type Sql = Database["sql"];

/** Repeats `remove` until a batch is not full. */
async function inBatches(remove: () => Promise<{ count: number }>): Promise<void> {
  while ((await remove()).count === BATCH);
}

/** Starts to delete expired records, now and every hour. */
export const startSweep = ({ sql }: Pick<Database, "sql">, log: Logger) =>
  startLoop({
    work: () => sweep(sql),
    idleMs: EVERY_MS,
    log,
    failure: "expired records could not be deleted",
  });

/** Deletes expired records and secrets of all tenants. */
export async function sweep(sql: Sql): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`;
  await sql`delete from platform_idempotency_keys where created_at < now() - interval '24 hours'`;
  await sql`delete from revoked_tokens where expires_at < now()`;
  await sql`delete from limit_counters where expires_at < now()`;
  await inBatches(
    () => sql`delete from oidc_payloads where (model, id_hash) in (
      select model, id_hash from oidc_payloads where expires_at < now() limit ${BATCH})`,
  );
  await inBatches(
    () => sql`delete from sign_in_flows where (tenant_id, id) in (
      select tenant_id, id from sign_in_flows where expires_at < now() limit ${BATCH})`,
  );
  await inBatches(
    () => sql`delete from console_sign_in_flows where id in (
      select id from console_sign_in_flows where expires_at < now() limit ${BATCH})`,
  );
  await sql`delete from console_sessions where expires_at < now() - interval '30 days'`;
  await sql`delete from webhook_deliveries where created_at < now() - interval '30 days' and next_attempt_at is null`;
  await sql`update webhooks set old_secret_sealed = null, old_secret_expires_at = null where old_secret_expires_at < now()`;
  await forgetUnknown(sql);
}

/**
 * Deletes the oldest sign-in attempts with an unknown identifier beyond `most` in each tenant. Their number needs a limit,
 * because anybody can create them.
 */
export async function forgetUnknown(sql: Sql, most = UNKNOWN_ATTEMPTS): Promise<void> {
  const over = await sql<{ tenant_id: string }[]>`
    select tenant_id from sign_ins where user_id is null group by tenant_id having count(*) > ${most}`;
  for (const { tenant_id } of over)
    await inBatches(
      () => sql`delete from sign_ins where tenant_id = ${tenant_id} and id in (
        select id from sign_ins where tenant_id = ${tenant_id} and user_id is null
        order by at desc, id desc offset ${most} limit ${BATCH})`,
    );
}
