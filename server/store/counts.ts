import { createHash } from "node:crypto";
import { memoryCounts, type Addition, type Count, type Counts } from "../kernel/concurrency/counters";
import type { Database } from "./database";

/** Keys contain addresses of people, which the table must not contain. */
const digest = (key: string) => createHash("sha256").update(key).digest("base64url");

interface Row {
  key: string;
  points: number;
  left: number;
}

/**
 * Creates counts in the table `limit_counters`, which all instances share. Each method is one statement. The clock is the
 * database's.
 */
function sharedCounts({ sql }: Pick<Database, "sql">): Counts {
  return {
    add: async (additions: readonly Addition[]) => {
      const rows = additions.map(({ key, seconds, points }) => ({ key: digest(key), seconds, points }));
      // The order of the keys prevents deadlocks.
      const found = await sql<Row[]>`
        insert into limit_counters as c (key, points, expires_at)
        select a.key, a.points, clock_timestamp() + make_interval(secs => a.seconds)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(key text, points integer, seconds integer)
        order by a.key
        on conflict (key) do update set
          points = case when c.expires_at > clock_timestamp() then c.points + excluded.points else excluded.points end,
          expires_at = case when c.expires_at > clock_timestamp() then c.expires_at else excluded.expires_at end
        returning key, points, extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as left`;
      const states = new Map(found.map(({ key, points, left }) => [key, { points, left }]));
      return rows.map(({ key }) => states.get(key)!);
    },
    read: async (counters) => {
      const keys = counters.map(({ key }) => digest(key));
      const found = await sql<Row[]>`
        select key, points, extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as left from limit_counters
        where key in ${sql(keys)} and expires_at > clock_timestamp()`;
      const states = new Map<string, Count>(found.map(({ key, points, left }) => [key, { points, left }]));
      return keys.map((key) => states.get(key) ?? null);
    },
    remove: async (counters) => {
      await sql`delete from limit_counters where key in ${sql(counters.map(({ key }) => digest(key)))}`;
    },
  };
}

/** Returns the counts of an installation: in the database if several instances can use it, else in memory. */
export const countsOf = (database: Pick<Database, "kind" | "sql">): Counts =>
  database.kind === "postgres" ? sharedCounts(database) : memoryCounts();
