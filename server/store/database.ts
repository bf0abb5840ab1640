import postgres from "postgres";
import type { RegistryDatabase } from "../kernel/operation/store";
import { builderFor, useColumnParsers } from "./drizzle";
import { startEmbedded } from "./embedded";
import { guardSpace, type SpaceOptions } from "./embedded-space";
import { createGate, type Gate } from "./gate";
import { createLeases } from "./leases";
import { createLink, type DatabaseState } from "./link";
import type { FreeSpace } from "./disk-space";
import { handedOver, socketTo, type ServerAddress } from "./sockets";
import { tlsOf } from "./tls";
import { readsEnded, timeLimits } from "./transaction";

export type Sql = postgres.Sql;
export type Connection = postgres.ReservedSql;

/** The database of this process: PostgreSQL, or the embedded one with its protocol. */
export interface Database {
  kind: "postgres" | "pglite";
  sql: Sql;
  /** Places of transactions on the connections of `sql`. */
  gate: Gate;
  /**
   * Connections of background work. On PostgreSQL, they are not those of `sql`, so that a statement of a worker that waits for a lock
   * never delays a statement of a request. The embedded database has one connection.
   */
  background: Sql;
  /** Returns true if the database answers. Does not wait for a connection of the pool. */
  isUp(): Promise<boolean>;
  /** Returns the state of the database as last observed. The embedded database is always up. */
  state(): DatabaseState;
  /**
   * Creates a client with one connection to the same database, for code that needs one session (migrations,
   * listening).
   */
  connectOne(): Sql;
  /** Embedded database only. */
  snapshot?: () => Promise<Buffer>;
  /** Returns the free space of an embedded database with a directory. */
  space?: () => FreeSpace;
  close(): Promise<void>;
}

export interface DatabaseOptions extends SpaceOptions {
  /** A PostgreSQL server; without it, the embedded database is used. */
  url?: string | undefined;
  /** Directory of the embedded database; null for one in memory. */
  directory: string | null;
  snapshot?: Buffer | undefined;
  poolSize: number;
  /** Called if another process uses the directory and the start waits for its end. */
  onWait?: ((holder: number) => void) | undefined;
  /** Called when the database stops answering and when it answers again. `reason`: the error of TLS that prevents connections. */
  onState?: ((isUp: boolean, reason: Error | null) => void) | undefined;
  /** Called with every statement that is sent. For tests that count statements or explain them. */
  onStatement?: ((text: string, parameters: unknown[]) => void) | undefined;
}

/** Opens the database. The caller closes it. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const shared: ClientOptions = {
    // `fetch_types: false` is not possible, although no array type is used: a connection whose first use is
    // reserve() hangs with it.
    onnotice: () => {},
    connection: { application_name: "castellan" },
    ...(options.onStatement && {
      debug: (_connection, text, parameters) => options.onStatement?.(text, parameters),
    }),
  };
  return options.url === undefined ? openEmbedded(options, shared) : openServer(options.url, options, shared);
}

/** Number of connections for background work, besides those of the pool. */
const BACKGROUND_CONNECTIONS = 4;

/** Time in milliseconds for which a statement outside of a transaction waits for a lock. Transactions have their own limits. */
const LOCK_MS = { requests: timeLimits.interactive.lockMs, background: 5_000 };

type ClientOptions = postgres.Options<Record<string, postgres.PostgresType>>;

/** The options of postgres.js that its types omit or declare for one form only. */
const withSocket = (options: ClientOptions, socket: (address: ServerAddress) => unknown): ClientOptions =>
  // The socket has TLS already. `ssl` also overrides PGSSL.
  Object.assign(options, { socket, ssl: false });

function openServer(
  address: string,
  { poolSize, onState }: Pick<DatabaseOptions, "poolSize" | "onState">,
  shared: ClientOptions,
): Database {
  const { url, tls } = tlsOf(address);
  const leases = createLeases();
  const gate = createGate({ connections: poolSize, isUp: () => link.isUp() });
  const link = createLink({
    tls,
    createProbe: (openSocket) =>
      postgres(
        url,
        withSocket(
          {
            onnotice: () => {},
            connection: { application_name: "castellan probe" },
            max: 1,
            fetch_types: false,
            max_lifetime: null,
            backoff: () => 0,
          },
          openSocket,
        ),
      ),
    onAway: (reason) => {
      gate.giveUp(reason);
      leases.giveUp(reason);
      onState?.(false, reason);
    },
    onBack: () => onState?.(true, null),
    onBeat: leases.expire,
  });
  const pool = (max: number, lockMs: number, own: object = {}) =>
    prepared(
      leases.guard(
        postgres(
          url,
          withSocket(
            {
              ...shared,
              ...own,
              connection: { ...shared.connection, lock_timeout: lockMs },
              max,
              connect_timeout: 10,
              onclose: leases.closed,
              // The link decides whether a connection is tried. The default waits up to 20 s, also after the database is back.
              backoff: () => 0,
            },
            link.openSocket,
          ),
        ),
      ),
    );
  const sql = pool(poolSize, LOCK_MS.requests);
  // Without a pipeline, a statement waits for a free connection. Otherwise, it could wait behind a slow statement while other
  // connections become free. The types of postgres.js omit the option.
  const background = pool(BACKGROUND_CONNECTIONS, LOCK_MS.background, { max_pipeline: 0 });
  return {
    kind: "postgres",
    sql,
    background,
    gate,
    isUp: async () => link.isUp(),
    state: link.state,
    connectOne: () =>
      prepared(
        postgres(
          url,
          withSocket({ ...shared, max: 1 }, (to) => handedOver(socketTo(to), to, tls)),
        ),
      ),
    close: async () => {
      await readsEnded(sql);
      await Promise.all([sql.end({ timeout: 10 }), background.end({ timeout: 10 })]);
      await link.close();
    },
  };
}

/** Time in milliseconds for which a transaction waits for the only connection of the embedded database. */
const EMBEDDED_PATIENCE_MS = 15_000;

async function openEmbedded(options: DatabaseOptions, shared: ClientOptions): Promise<Database> {
  const { directory } = options;
  const embedded = await startEmbedded(directory, options);
  const leases = createLeases();
  const connect = (own: ClientOptions = {}) =>
    // PGlite has only these names for user and database. It gets one connection only: behind pglite-socket,
    // all connections are one session whose messages interleave outside transactions, and PGlite runs one
    // statement at a time.
    prepared(
      postgres({
        ...shared,
        ...own,
        path: embedded.socketPath,
        ssl: false,
        user: "postgres",
        database: "postgres",
        max: 1,
        // Seconds. The default grows up to 20 seconds while the database restarts.
        backoff: () => 0.2,
      }),
    );
  const sql = leases.guard(connect({ onclose: leases.closed }));
  const guard = directory === null ? null : guardSpace(directory, embedded, connect(), options);
  const ms = EMBEDDED_PATIENCE_MS;
  return {
    kind: "pglite",
    sql,
    background: sql,
    gate: createGate({ connections: 1, patienceMs: { interactive: ms, heavy: ms, job: 60_000 } }),
    isUp: () =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    state: () => "up",
    connectOne: () => connect(),
    snapshot: () => embedded.snapshot(),
    ...(guard && { space: guard.space }),
    close: async () => {
      await guard?.stop();
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
