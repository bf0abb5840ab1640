import { vi } from "vitest";
import type { Database } from "@/server/store/database";
import { turnsOfLoop } from "./work";

/** Returns the number of connections to this database that wait for a lock. */
const waitingFor = async ({ sql }: Pick<Database, "sql">) => {
  const [row] = await sql<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row!.waiting;
};

/** Waits until `count` connections to this database wait for a lock. Only for PostgreSQL. */
export const untilLocksAreAwaited = (database: Pick<Database, "sql">, count = 1) =>
  vi.waitUntil(async () => (await waitingFor(database)) >= count, { timeout: 15_000, interval: 10 });

/**
 * Waits, within a transaction, until other work has ended or waits for a lock of the transaction. On the embedded database, which
 * runs one transaction at a time, other work waits for its turn.
 */
export async function untilItWaits(
  database: Pick<Database, "sql" | "kind">,
  other: Promise<unknown>,
): Promise<void> {
  if (database.kind === "pglite") return turnsOfLoop();
  let isOver = false;
  other.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  await vi.waitUntil(async () => isOver || (await waitingFor(database)) > 0, {
    timeout: 15_000,
    interval: 10,
  });
}
