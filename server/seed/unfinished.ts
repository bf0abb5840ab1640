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

type Sql = Pick<Database, "sql">;

/** Creates the marker: from now on the database contains an incomplete seed. */
export const beginSeed = ({ sql }: Sql) => sql.unsafe(`create table if not exists ${MARK} ()`);

/** Removes the marker: the present data stays. */
export const endSeed = ({ sql }: Sql) => sql.unsafe(`drop table if exists ${MARK}`);

/** The tables that a seed fills: all of Castellan's except the signing keys, which this process has loaded. */
const filled = Object.values({ ...tenantTables, ...journalTables, ...summaryTables, ...registry, ...signIn })
  .filter((table) => is(table, PgTable) && table !== signIn.signingKeys)
  .map((table) => `"${getTableName(table)}"`);

/** Removes the data of an interrupted seed. */
export async function clearUnfinishedSeed({ sql }: Sql) {
  const [found] = await sql<{ mark: string | null }[]>`select to_regclass(${MARK})::text as mark`;
  if (found!.mark === null) return;
  await sql.unsafe(`truncate ${filled.join(", ")} restart identity`);
}
