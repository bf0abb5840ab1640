import { and, eq, sql } from "drizzle-orm";
import { platformAuditEvents, platformIdempotencyKeys } from "@/db/platform/registry";
import { idempotencyKeys } from "@/db/tenant/journal";
import type { Journal, RegistryDatabase } from "../kernel/operation/store";
import { builderOver, type Connection } from "./database";
import { appendEvents } from "./journal-rows";

type Last = (statement: Promise<unknown>) => void;

/**
 * Creates the journal of a tenant's transaction. Its writes are passed to `last`, which sends them together with the commit.
 * Callers do not wait for these writes.
 */
export function tenantJournal(connection: Connection, tenantId: number, last: Last): Journal {
  const db = builderOver(connection);
  return {
    append: async (...events) => {
      if (events.length > 0) last(appendEvents(connection, tenantId, events));
    },
    claim: (owner, key) =>
      claim(db, `${tenantId}/${owner}/${key}`, () =>
        db
          .select({ fingerprint: idempotencyKeys.fingerprint, answer: idempotencyKeys.answer })
          .from(idempotencyKeys)
          .where(
            and(
              eq(idempotencyKeys.tenantId, tenantId),
              eq(idempotencyKeys.owner, owner),
              eq(idempotencyKeys.key, key),
              fresh,
            ),
          ),
      ),
    remember: async (owner, key, answer) => {
      const row = { tenantId, owner, key, ...answer };
      last(
        db
          .insert(idempotencyKeys)
          .values(row)
          .onConflictDoUpdate({
            target: [idempotencyKeys.tenantId, idempotencyKeys.owner, idempotencyKeys.key],
            set: { ...answer, createdAt: sql`now()` },
          })
          .execute(),
      );
    },
  };
}

/**
 * Creates the journal of a transaction on the tables of the platform. This journal has no outbox, because the platform has no
 * webhooks.
 */
export function platformJournal(db: RegistryDatabase, last: Last): Journal {
  return {
    append: async (...events) => {
      if (events.length === 0) return;
      const rows = events.map(({ type: _type, appId: _appId, related: _related, ...event }) => event);
      last(db.insert(platformAuditEvents).values(rows).execute());
    },
    claim: (owner, key) =>
      claim(db, `platform/${owner}/${key}`, () =>
        db
          .select({
            fingerprint: platformIdempotencyKeys.fingerprint,
            answer: platformIdempotencyKeys.answer,
          })
          .from(platformIdempotencyKeys)
          .where(and(eq(platformIdempotencyKeys.owner, owner), eq(platformIdempotencyKeys.key, key), fresh)),
      ),
    remember: async (owner, key, answer) =>
      last(
        db
          .insert(platformIdempotencyKeys)
          .values({ owner, key, ...answer })
          .onConflictDoUpdate({
            target: [platformIdempotencyKeys.owner, platformIdempotencyKeys.key],
            set: { ...answer, createdAt: sql`now()` },
          })
          .execute(),
      ),
  };
}

/** Condition that an idempotency key is not older than 24 hours (clarifications, general 7). */
const fresh = sql`created_at > now() - interval '24 hours'`;

async function claim(
  db: RegistryDatabase,
  name: string,
  answers: () => Promise<{ fingerprint: string; answer: string }[]>,
) {
  const lock = sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`;
  const [held] = await db.select({ lock }).from(sql`(select 1) as one`);
  if (!held?.lock) return "running" as const;
  return (await answers())[0] ?? ("claimed" as const);
}
