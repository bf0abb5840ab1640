import { PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import { drizzle, PostgresJsSession } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { RegistryDatabase } from "../kernel/store";
import { startEmbedded } from "./embedded";
import { readsEnded } from "./transaction";

export type Sql = postgres.Sql;
export type Connection = postgres.ReservedSql;

/** The one database of this process: PostgreSQL, or the embedded one that speaks its protocol. */
export interface Database {
  kind: "postgres" | "pglite";
  sql: Sql;
  /** A client of one connection to the same database, for what must keep a session (migrations, listening). */
  connectOne(): Sql;
  /** Only of the embedded database. */
  snapshot?: () => Promise<Buffer>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL server; without it the embedded database serves. */
  url?: string | undefined;
  /** Where the embedded database keeps its files; null for one in memory. */
  directory: string | null;
  snapshot?: Buffer | undefined;
  poolSize: number;
  /** Told of every statement that is sent; for tests that count them. */
  onStatement?: ((text: string) => void) | undefined;
}

/** Opens the database; the caller closes it. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const shared: postgres.Options<Record<string, postgres.PostgresType>> = {
    // Not `fetch_types: false`, though no array type is used: with it a connection whose first use is reserve() hangs.
    onnotice: () => {},
    connection: { application_name: "castellan" },
    ...(options.onStatement && { debug: (_connection, text) => options.onStatement?.(text) }),
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
    // The user and database names are PGlite's only ones. One connection: behind pglite-socket all connections are
    // one session whose messages interleave outside transactions, and PGlite runs one statement at a time anyway.
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

/** Lets drizzle set its parsers on the client: they are the client's, and every session over it shares them. */
function prepared(sql: Sql): Sql {
  drizzle(sql);
  return sql;
}

const dialect = new PgDialect();

/** The query builder over a connection that is held, or over the pool. */
export function builderOver(connection: Connection | Sql): RegistryDatabase {
  const client = {
    // Drizzle leaves its statements unprepared, which costs a round trip each and stops pipelining. Each is put on
    // the connection now rather than when it is first awaited: the order of the code is the order on the wire.
    unsafe: (text: string, parameters: never[]) =>
      connection.unsafe(text, parameters, { prepare: true }).execute(),
  };
  const session = new PostgresJsSession(client as unknown as Sql, dialect, undefined);
  return new PgDatabase(dialect, session as never, undefined);
}
