import { connect, Socket, type NetConnectOpts } from "node:net";
import { negotiate, tlsFailure, type DatabaseTls } from "./tls";

/**
 * Error of a statement while the database does not answer. The error code starts with CONNECTION_, like the codes of the
 * driver.
 */
export class DatabaseAway extends Error {
  readonly code = "CONNECTION_AWAY";

  /** Creates the error with the message of `reason`, or with a general message. */
  constructor(reason?: Error | null) {
    super(reason?.message ?? "The database does not answer.");
    this.name = "DatabaseAway";
  }
}

/** Addresses of a database server, as postgres.js passes them to its option `socket`. */
export interface ServerAddress {
  host: string[];
  port: number[];
  /** Path of a Unix socket. False or absent for TCP. */
  path?: string | false;
}

/** Maximum time in milliseconds to open a connection, including TLS. */
const CONNECT_MS = 10_000;

/** Starts a connection to the first address of a server. */
export function socketTo({ host, port, path }: ServerAddress): Socket {
  const [name = "localhost"] = host;
  const [number = 5432] = port;
  const target: NetConnectOpts = path ? { path } : { host: name, port: number };
  // postgres.js adds the fields `host` and `port` of a socket to its errors.
  return Object.assign(connect(target), { host: name, port: number });
}

/**
 * Resolves to the socket for postgres.js after the connection is open and TLS is negotiated. If the connection or TLS fails,
 * resolves to a failing socket, because postgres.js cannot recover from a rejected promise. On a Unix socket, TLS is not used,
 * as in libpq.
 *
 * postgres.js must not negotiate TLS itself, because it would remove the listeners of this module from the socket. Without
 * these listeners, the end of a connection is not handled safely (see `endingAtOnce`).
 */
export function handedOver(
  socket: Socket,
  { host: [host = "localhost"], path }: ServerAddress,
  tls: DatabaseTls | null,
): Promise<Socket> {
  return new Promise((resolve) => {
    let isSettled = false;
    const patience = setTimeout(() => socket.destroy(new DatabaseAway()), CONNECT_MS);
    const settle = (create: () => Socket) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(patience);
      socket.off("close", close);
      resolve(create());
    };
    const fail = (error: Error) => settle(() => failingSocket(error));
    const close = () => fail(new DatabaseAway());
    const done = (ready: Socket) => {
      socket.off("error", fail);
      // If the server ends the connection, this listener destroys the socket with an error. Without an error, postgres.js would
      // connect again without a pause.
      if (ready !== socket) ready.once("end", () => ready.destroy(new DatabaseAway()));
      settle(() => endingAtOnce(ready, tls));
    };
    socket.once("error", fail);
    socket.once("close", close);
    socket.once("connect", () => {
      socket.once("end", () => socket.destroy(new DatabaseAway()));
      if (tls === null || path) done(socket);
      else negotiate(socket, { host, tls }, { done, fail });
    });
  });
}

/** Functions that report the ends of sockets to postgres.js in the next timer. */
let ends: (() => void)[] = [];

/** Calls `report` in a timer, together with the reports of all sockets that ended meanwhile. */
function reportEnd(report: () => void) {
  ends.push(report);
  if (ends.length > 1) return;
  setTimeout(() => {
    const ready = ends;
    ends = [];
    for (const one of ready) one();
  }, 0);
}

/**
 * Makes a socket emit `error` and `close` together, in a timer. postgres.js 3.4 collects messages and sends them in a
 * `setImmediate` callback. If the connection closed before this callback, postgres.js would keep the messages, and its
 * connection object could not be used again.
 *
 * All sockets that end together report it in the same callback. Otherwise, a statement that failed on the first of them could
 * be sent again on the second before postgres.js knows that the second has ended.
 */
function endingAtOnce(socket: Socket, tls: DatabaseTls | null): Socket {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  let failure: Error | null = null;
  return Object.assign(socket, {
    emit: (event: string | symbol, ...values: unknown[]) => {
      if (event === "error") failure = described(values[0] as Error, tls);
      else if (event === "close")
        reportEnd(() => {
          if (failure !== null) emit("error", failure);
          emit("close", ...values);
        });
      else return emit(event, ...values);
      return true;
    },
  });
}

const described = (error: Error, tls: DatabaseTls | null) => (tls ? tlsFailure(tls, error) : error);

/** Returns a socket that fails with `error` after postgres.js has added its listeners and sent its first message. */
export function failingSocket(error: Error): Socket {
  const socket = new Socket();
  setImmediate(() => setImmediate(() => socket.destroy(error)));
  return Object.assign(socket, { write: () => true });
}
