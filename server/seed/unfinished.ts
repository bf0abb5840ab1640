import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as registry from "@/db/platform/registry";
import * as signIn from "@/db/platform/sign-in";
import { journalTables, tenantTables } from "@/db/tenant/tables";
import type { Database } from "@/server/store/database";

/*
 * A seed is too much for one transaction: it goes through operations and the sign-in pages, each with its own. A table that
 * stands while it is made tells the next start that it was cut short, whatever cut it.
 */
const MARK = "castellan_seeding";

type Sql = Pick<Database, "sql">;

/** From now on what is in the database is a seed's, and not yet all of it. */
export const beginSeed = ({ sql }: Sql) => sql.unsafe(`create table if not exists ${MARK} ()`);

/** What is in the database stays, whether a seed was finished or is left as it is. */
export const endSeed = ({ sql }: Sql) => sql.unsafe(`drop table if exists ${MARK}`);

/** What a seed fills: every table of Castellan's but the keys, which this process has read. What else is there stays. */
const filled = Object.values({ ...tenantTables, ...journalTables, ...registry, ...signIn })
  .filter((table) => is(table, PgTable) && table !== signIn.signingKeys)
  .map((table) => `"${getTableName(table)}"`);

/** Takes away what an unfinished seed left. */
export async function clearUnfinishedSeed({ sql }: Sql) {
  const [found] = await sql<{ mark: string | null }[]>`select to_regclass(${MARK})::text as mark`;
  if (found!.mark === null) return;
  await sql.unsafe(`truncate ${filled.join(", ")} restart identity`);
}
