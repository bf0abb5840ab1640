import postgres from "postgres";
import type { RegistryDatabase } from "../kernel/operation/store";
import { builderFor, useColumnParsers } from "./drizzle";
import { startEmbedded } from "./embedded";
import { readsEnded } from "./transaction";

export type Sql = postgres.Sql;
export type Connection = postgres.ReservedSql;

/** The database of this process: PostgreSQL, or the embedded one with its protocol. */
export interface Database {
  kind: "postgres" | "pglite";
  sql: Sql;
  /**
   * Creates a client with one connection to the same database, for code that needs one session (migrations,
   * listening).
   */
  connectOne(): Sql;
  /** Embedded database only. */
  snapshot?: () => Promise<Buffer>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without it, the embedded database is used. */
  url?: string | undefined;
  /** Directory of the embedded database; null for one in memory. */
  directory: string | null;
  snapshot?: Buffer | undefined;
  poolSize: number;
  /** Called with every statement that is sent. For tests that count statements or explain them. */
  onStatement?: ((text: string, parameters: unknown[]) => void) | undefined;
}

/** Opens the database. The caller closes it. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const shared: postgres.Options<Record<string, postgres.PostgresType>> = {
    // `fetch_types: false` is not possible, although no array type is used: a connection whose first use is
    // reserve() hangs with it.
    onnotice: () => {},
    connection: { application_name: "castellan" },
    ...(options.onStatement && {
      debug: (_connection, text, parameters) => options.onStatement?.(text, parameters),
    }),
  };
  if (options.url !== undefined) {
    const url = options.url;
    const sql = postgres(url, { ...shared, max: options.poolSize, connect_timeout: 10 });
    return {
      kind: "postgres",
      sql: prepared(sql),
      connectOne: () => prepared(postgres(url, { ...shared, max: 1 })),
      close: async () => {
        await readsEnded(sql);
        await sql.end({ timeout: 10 });
      },
    };
  }
  const embedded = await startEmbedded(options.directory, options.snapshot);
  const connect = () =>
    // PGlite has only these names for user and database. It gets one connection only: behind pglite-socket,
    // all connections are one session whose messages interleave outside transactions, and PGlite runs one
    // statement at a time.
    prepared(
      postgres({ ...shared, path: embedded.socketPath, user: "postgres", database: "postgres", max: 1 }),
    );
  const sql = connect();
  return {
    kind: "pglite",
    sql,
    connectOne: connect,
    snapshot: () => embedded.snapshot(),
    close: async () => {
      await readsEnded(sql);
      await sql.end({ timeout: 10 });
      await embedded.close();
    },
  };
}

/** Prepares a client for drizzle's columns. */
function prepared(sql: Sql): Sql {
  useColumnParsers(sql);
  return sql;
}

/** Creates the query builder over a reserved connection or over the pool. */
export const builderOver = (connection: Connection | Sql): RegistryDatabase =>
  builderFor({
    // Drizzle does not prepare its statements, which costs a round trip each and prevents pipelining.
    // `execute()` sends each statement at once instead of at its `await`, so that the order of the code is
    // the order of the statements.
    unsafe: (text, parameters) => connection.unsafe(text, parameters, { prepare: true }).execute(),
  });
