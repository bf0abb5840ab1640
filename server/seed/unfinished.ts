import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as registry from "@/db/platform/registry";
import * as signIn from "@/db/platform/sign-in";
import { journalTables, summaryTables, tenantTables } from "@/db/tenant/tables";
import type { Database } from "@/server/store/database";

/*
 * A seed is too large for one transaction: it runs operations and sign-in pages, which have transactions of their own. A marker
 * table exists while the seed runs, so that the next start detects any interruption.
 */
const MARK = "castellan_seeding";
const CLOCK = "castellan_seed_clock";

type Sql = Pick<Database, "sql">;

/** Creates the marker: from now on the database contains an incomplete seed. */
export const beginSeed = ({ sql }: Sql) => sql.unsafe(`create table ${MARK} (at timestamptz)`);

/** Removes the marker and the clock: the present data stays. */
export async function endSeed({ sql }: Sql) {
  await sql.unsafe(`drop function if exists ${CLOCK} cascade`);
  await sql.unsafe(`drop table if exists ${MARK}`);
}

/**
 * Replaces the clock of the database for times that a column sets by default: new rows have the time of the marker. Returns
 * a function that sets this time. Columns round to milliseconds, so that a default may be earlier than now().
 */
export async function replaceClock({ sql }: Sql) {
  await sql.unsafe(`insert into ${MARK} values (now())`);
  await sql.unsafe(`
    create function ${CLOCK}() returns trigger language plpgsql security definer set search_path from current as $$
    begin
      return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], (select at from ${MARK})));
    end $$`);
  await sql.unsafe(`
    do $$ declare found record; begin
      for found in select table_name, column_name from information_schema.columns
        where table_schema = current_schema() and column_default in ('now()', 'clock_timestamp()')
          and table_name <> 'signing_keys'
      loop
        execute format('create trigger ${CLOCK}_%s before insert on %I for each row when (new.%I > now() - interval ''1 second'')
          execute function ${CLOCK}(%L)', found.column_name, found.table_name, found.column_name, found.column_name);
      end loop;
    end $$`);
  return (at: Date) => sql.unsafe(`update ${MARK} set at = $1`, [at.toISOString()]);
}

/** The tables that a seed fills: all of Castellan's except the signing keys, which this process has loaded. */
const filled = Object.values({ ...tenantTables, ...journalTables, ...summaryTables, ...registry, ...signIn })
  .filter((table) => is(table, PgTable) && table !== signIn.signingKeys)
  .map((table) => `"${getTableName(table)}"`);

/** Removes the data of an interrupted seed. */
export async function clearUnfinishedSeed({ sql }: Sql) {
  const [found] = await sql<{ mark: string | null }[]>`select to_regclass(${MARK})::text as mark`;
  if (found!.mark === null) return;
  await sql.unsafe(`truncate ${filled.join(", ")} restart identity`);
  await endSeed({ sql });
}
