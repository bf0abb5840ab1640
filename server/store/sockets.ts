import { connect, Socket, type NetConnectOpts } from "node:net";

/** Error of a statement while the database does not answer. The code has the prefix of the driver's errors. */
export class DatabaseAway extends Error {
  readonly code = "CONNECTION_AWAY";

  constructor() {
    super("The database does not answer.");
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

/** Maximum time in milliseconds for a TCP connection. */
const CONNECT_MS = 10_000;

/** Starts a connection to a server. */
export function socketTo({ host, port, path }: ServerAddress): Socket {
  const [name = "localhost"] = host;
  const [number = 5432] = port;
  const target: NetConnectOpts = path ? { path } : { host: name, port: number };
  // postgres.js reads host and port for the name in the certificate and for its errors.
  return Object.assign(connect(target), { host: name, port: number });
}

/**
 * Resolves to the socket once it is connected, and to a failing socket if it cannot be. postgres.js would not recover from a rejection.
 */
export function handedOver(socket: Socket): Promise<Socket> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => socket.destroy(new DatabaseAway()), CONNECT_MS);
    const fail = (error: Error) => {
      clearTimeout(patience);
      resolve(failingSocket(error));
    };
    socket.once("error", fail);
    socket.once("connect", () => {
      clearTimeout(patience);
      socket.off("error", fail);
      // postgres.js would connect again without a pause if the server ended the connection without an error.
      socket.once("end", () => socket.destroy(new DatabaseAway()));
      resolve(endingAtOnce(socket));
    });
  });
}

/**
 * Emits `error` and `close` of a socket together, in a timer. postgres.js 3.4 collects messages and sends them in a `setImmediate`
 * callback. If the connection closes before this callback, it keeps the messages and cannot be used again.
 */
function endingAtOnce(socket: Socket): Socket {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean;
  let failure: unknown = null;
  return Object.assign(socket, {
    emit: (event: string | symbol, ...values: unknown[]) => {
      if (event === "error") [failure] = values;
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

/** Returns a socket that fails after postgres.js has added its listeners and sent its first message. */
export function failingSocket(error: Error): Socket {
  const socket = new Socket();
  setImmediate(() => setImmediate(() => socket.destroy(error)));
  return Object.assign(socket, { write: () => true });
}
