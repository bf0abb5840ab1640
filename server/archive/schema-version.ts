import journal from "@/db/migrations/meta/_journal.json";
import type { Sql } from "../store/database";
import { ArchiveError } from "./errors";

/** Throws if the database has another schema than this program. */
export async function requireSchema(sql: Sql): Promise<void> {
  const [exists] = await sql<{ found: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as found`;
  const [newest] = exists?.found
    ? await sql<{ at: string }[]>`select max(created_at)::text as at from drizzle.__drizzle_migrations`
    : [];
  if (newest?.at !== String(journal.entries.at(-1)!.when))
    throw new ArchiveError(
      "other_schema",
      "The database has another schema than this version of Castellan. Start the server of this version once, or use the command of the server's version.",
    );
}
