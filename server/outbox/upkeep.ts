import type { Logger } from "pino";
import type { Database } from "../store/database";
import { startLoop } from "./worker-loop";

const EVERY_MS = 60_000;

/**
 * Vacuums and analyzes the tables that have grown by a fifth since the last time. Returns their names. The embedded database
 * has no autovacuum: without this function, the space of deleted rows is never used again, and the planner keeps the statistics of
 * empty tables.
 */
export async function tidyTables({ sql }: Pick<Database, "sql">): Promise<string[]> {
  const grown = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) > greatest(relpages, 8) * current_setting('block_size')::int * 1.2`;
  for (const { name } of grown) await sql.unsafe(`vacuum (analyze) ${name}`);
  return grown.map(({ name }) => name);
}

/** Starts the upkeep of the embedded database. */
export const startUpkeep = (database: Pick<Database, "sql">, log: Logger) =>
  startLoop({
    work: () => tidyTables(database),
    idleMs: EVERY_MS,
    idleFirst: true,
    log,
    failure: "the embedded database could not be tidied up",
  });
