import { connect, Socket, type NetConnectOpts } from "node:net";
import { negotiate, tlsFailure, type DatabaseTls } from "./tls";

/** Error of a statement while the database does not answer. The code has the prefix of the driver's errors. */
export class DatabaseAway extends Error {
  readonly code = "CONNECTION_AWAY";

  /** The message of `reason` replaces the general one. */
  constructor(reason?: Error | null) {
    super(reason?.message ?? "The database does not answer.");
    this.name = "DatabaseAway";
  }
}

/** Addresses of a server, as postgres.js passes them to its option `socket`. */
export interface ServerAddress {
  host: string[];
  port: number[];
  /** A Unix socket. */
  path?: string | false;
}

/** Maximum time in milliseconds for a connection, with TLS. */
const CONNECT_MS = 10_000;

/** Starts a connection to a server. */
export function socketTo({ host, port, path }: ServerAddress): Socket {
  const [name = "localhost"] = host;
  const [number = 5432] = port;
  const target: NetConnectOpts = path ? { path } : { host: name, port: number };
  // postgres.js reads host and port for its errors.
  return Object.assign(connect(target), { host: name, port: number });
}

/**
 * Resolves to the socket once it is connected and TLS is negotiated, and to a failing socket if this fails. postgres.js would not
 * recover from a rejection. A Unix socket has no TLS, as in libpq. postgres.js must not negotiate TLS itself: it would remove the
 * listeners, and would not see the end of the connection in one piece.
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
      // postgres.js would connect again without a pause if the server ended the connection without an error.
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

/**
 * Emits `error` and `close` of a socket together, in a timer. postgres.js 3.4 collects messages and sends them in a `setImmediate`
 * callback. If the connection closes before this callback, it keeps the messages and cannot be used again.
 */
function endingAtOnce(socket: Socket, tls: DatabaseTls | null): Socket {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  let failure: Error | null = null;
  return Object.assign(socket, {
    emit: (event: string | symbol, ...values: unknown[]) => {
      if (event === "error") failure = described(values[0] as Error, tls);
      else if (event === "close")
        setTimeout(() => {
          if (failure !== null) emit("error", failure);
          emit("close", ...values);
        }, 0);
      else return emit(event, ...values);
      return true;
    },
  });
}

const described = (error: Error, tls: DatabaseTls | null) => (tls ? tlsFailure(tls, error) : error);

/** Returns a socket that fails after postgres.js has added its listeners and sent its first message. */
export function failingSocket(error: Error): Socket {
  const socket = new Socket();
  setImmediate(() => setImmediate(() => socket.destroy(error)));
  return Object.assign(socket, { write: () => true });
}
