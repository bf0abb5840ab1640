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

/** Takes away what an unfinished seed left: everything but the keys that this process has read. */
export async function clearUnfinishedSeed({ sql }: Sql) {
  const [found] = await sql<{ mark: string | null }[]>`select to_regclass(${MARK})::text as mark`;
  if (found!.mark === null) return;
  const tables = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema() and tablename not in ('signing_keys', ${MARK})`;
  await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(", ")} restart identity cascade`);
}
