import postgres from "postgres";
import type { RegistryDatabase } from "../kernel/operation/store";
import { builderFor, useColumnParsers } from "./drizzle";
import { startEmbedded } from "./embedded";
import { guardSpace, type SpaceOptions } from "./embedded-space";
import { createGate, type Gate } from "./gate";
import { createLeases } from "./leases";
import { createLink, type DatabaseState } from "./link";
import { withoutPipeline } from "./pipeline";
import type { FreeSpace } from "./disk-space";
import { handedOver, socketTo, type ServerAddress } from "./sockets";
import { tlsOf } from "./tls";
import { readsEnded, timeLimits } from "./transaction";

export type Sql = postgres.Sql;
export type Connection = postgres.ReservedSql;

/** The database of this process: a PostgreSQL server, or the embedded database (PGlite), which has the same protocol. */
export interface Database {
  kind: "postgres" | "pglite";
  sql: Sql;
  /** Gate that limits the number of transactions on the connections of `sql`. */
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
   * Creates a client with one connection to the same database. For code that needs one session, for example migrations and
   * LISTEN.
   */
  connectOne(): Sql;
  /** Returns all data as bytes. Embedded database only. */
  snapshot?: () => Promise<Buffer>;
  /** Returns the free space on the disk. Embedded database with a directory only. */
  space?: () => FreeSpace;
  close(): Promise<void>;
}

export interface DatabaseOptions extends SpaceOptions {
  /** Address of a PostgreSQL server. Without an address, the embedded database is used. */
  url?: string | undefined;
  /** Directory of the embedded database. Null for a database in memory. */
  directory: string | null;
  snapshot?: Buffer | undefined;
  poolSize: number;
  /** Called if another process uses the directory and the start waits for the end of that process. */
  onWait?: ((holder: number) => void) | undefined;
  /**
   * Called when the database stops answering, and when the database answers again. `reason`: the TLS error that prevents
   * connections.
   */
  onState?: ((isUp: boolean, reason: Error | null) => void) | undefined;
  /** Called with every statement that is sent. Used by tests that count statements or run EXPLAIN on them. */
  onStatement?: ((text: string, parameters: unknown[]) => void) | undefined;
}

/** Opens the database. The caller closes it. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const shared: ClientOptions = {
    // The option `fetch_types: false` would save a query for array types, which are not used. But with this option, a
    // connection hangs if its first use is `reserve()`.
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

/** Adds the options `socket` and `ssl`. The types of postgres.js omit `socket`. */
const withSocket = (options: ClientOptions, socket: (address: ServerAddress) => unknown): ClientOptions =>
  // `ssl` is false because TLS is already negotiated on the socket. `ssl` also overrides the environment variable PGSSL.
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
  const pool = (max: number, lockMs: number) =>
    prepared(
      leases.guard(
        postgres(
          url,
          withSocket(
            {
              ...shared,
              connection: { ...shared.connection, lock_timeout: lockMs },
              max,
              connect_timeout: 10,
              onclose: leases.closed,
              // No delay is needed here, because `link.openSocket` fails at once while the database does not answer. The default
              // delay is up to 20 s, and would continue after the database is back.
              backoff: () => 0,
            },
            link.openSocket,
          ),
        ),
      ),
    );
  const sql = pool(poolSize, LOCK_MS.requests);
  const background = withoutPipeline(pool(BACKGROUND_CONNECTIONS, LOCK_MS.background));
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

/** Time in milliseconds for which a transaction waits for the only connection of the embedded database, except a job. */
const EMBEDDED_PATIENCE_MS = 15_000;

async function openEmbedded(options: DatabaseOptions, shared: ClientOptions): Promise<Database> {
  const { directory } = options;
  const embedded = await startEmbedded(directory, options);
  const leases = createLeases();
  const connect = (own: ClientOptions = {}) =>
    // PGlite has only this user and this database. The client has only one connection, because PGlite runs one statement at a
    // time. In addition, all connections to pglite-socket share one session, in which messages outside transactions would
    // interleave.
    prepared(
      postgres({
        ...shared,
        ...own,
        path: embedded.socketPath,
        ssl: false,
        user: "postgres",
        database: "postgres",
        max: 1,
        // Delay in seconds. The default delay grows up to 20 seconds while the database restarts.
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

/** Makes a client return the values that drizzle's columns decode. */
function prepared(sql: Sql): Sql {
  useColumnParsers(sql);
  return sql;
}

/** Creates the query builder over a reserved connection or over the whole pool. */
export const builderOver = (connection: Connection | Sql): RegistryDatabase =>
  builderFor({
    // Drizzle does not prepare its statements. An unprepared statement costs one more round trip and prevents pipelining.
    // `execute()` sends the statement at once, not at its `await`. Therefore, statements are sent in the order of the code.
    unsafe: (text, parameters) => connection.unsafe(text, parameters, { prepare: true }).execute(),
  });
