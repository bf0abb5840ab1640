import type { Logger } from "pino";
import type { Database } from "../store/database";
import { periodically } from "./periodically";

const EVERY_MS = 60_000;

/**
 * Vacuums and analyzes the tables that have grown by a fifth since they last were; gives their names. PostgreSQL's autovacuum
 * does that by itself; the embedded database has none: what was deleted would never be used again, and its planner would go
 * on with what it knew of empty tables.
 */
export async function tidyTables({ sql }: Pick<Database, "sql">): Promise<string[]> {
  const grown = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) > greatest(relpages, 8) * current_setting('block_size')::int * 1.2`;
  for (const { name } of grown) await sql.unsafe(`vacuum (analyze) ${name}`);
  return grown.map(({ name }) => name);
}

/** Starts the upkeep of the embedded database; gives what stops it. */
export const startUpkeep = (database: Pick<Database, "sql">, log: Logger) =>
  periodically(EVERY_MS, () =>
    tidyTables(database).catch((error: unknown) =>
      log.warn({ err: error }, "the embedded database could not be tidied up"),
    ),
  );
