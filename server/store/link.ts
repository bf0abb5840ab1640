import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type postgres from "postgres";
import { isAway } from "../kernel/concurrency/unavailability";
import { DatabaseAway, failingSocket, handedOver, socketTo, type ServerAddress } from "./sockets";
import { DatabaseTlsError, type DatabaseTls } from "./tls";

/** The network connections of a pool to its database server, and the observed state of the server. */
export interface Link {
  /** Opens a socket for the pool. While the database does not answer, returns a socket that fails at once. */
  openSocket: (address: ServerAddress) => Promise<Socket>;
  /** True while the database answers. */
  isUp: () => boolean;
  /** Returns the observed state. `suspect`: a connection of the pool has closed since the last answer to the probe. */
  state: () => DatabaseState;
  /** Stops the probe and waits for its end. */
  close: () => Promise<void>;
}

export type DatabaseState = "up" | "suspect" | "away";

export interface LinkOptions {
  /** Creates the client of the probe. The client must open its sockets with `openSocket`. */
  createProbe: (openSocket: (address: ServerAddress) => Promise<Socket>) => postgres.Sql;
  /** TLS settings of all connections. Null for connections without TLS. */
  tls: DatabaseTls | null;
  /** Called each time the database stops answering. `reason`: the TLS error that prevents connections. */
  onAway: (reason: Error | null) => void;
  /** Called each time the database answers again. */
  onBack: () => void;
  /** Called after each probe. */
  onBeat: () => void;
}

/** Pause in milliseconds between two probes. */
const BEAT_MS = 250;
/** Time in milliseconds without a byte from the server after which new statements are refused. */
const SILENT_MS = 600;
/**
 * Time in milliseconds without a byte from the server after which running statements fail. Also the time limit of a probe that
 * must open a new connection.
 */
const CUT_MS = 1_500;

/** Time in milliseconds in which the driver detects that the connection of the probe has closed. */
const RETRY_MS = 30;

/** Error codes that prove that the server works, although the probe failed: too many connections (53300). */
const ANSWERS = /^53300$/;

/**
 * Watches the database with a probe, which is a statement on a connection of its own.
 *
 * - If the database refuses connections, its state is `away` at once.
 * - If the database accepts connections but does not answer, its state is `away` after 0.6 s. Running statements fail
 *   after 1.5 s.
 * - A slow database is not `away`, because bytes on any connection of the pool prove that the database works.
 */
export function createLink({ createProbe, tls, onAway, onBack, onBeat }: LinkOptions): Link {
  let sockets: Socket[] = [];
  let probeSocket: Socket | null = null;
  let state: "up" | "silent" | "down" = "up";
  let isSuspect = false;
  let isClosed = false;
  const ending = new AbortController();
  /** TLS error of the last probe. Null after an answer or another error. */
  let tlsError: Error | null = null;
  const probe = createProbe((address) => handedOver((probeSocket = socketTo(address)), address, tls));

  async function openSocket(address: ServerAddress): Promise<Socket> {
    if (state !== "up") return failingSocket(new DatabaseAway(tlsError));
    const socket = socketTo(address);
    // The array contains the raw sockets, not the TLS sockets. A raw socket closes together with its TLS socket, and counts the
    // bytes from the server.
    sockets = sockets.filter(({ destroyed }) => !destroyed);
    sockets.push(socket);
    socket.once("close", () => (isSuspect = true));
    return handedOver(socket, address, tls);
  }

  const received = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);

  function leave(next: "silent" | "down") {
    const wasUp = state === "up";
    state = next;
    if (next === "down") for (const socket of sockets.splice(0)) socket.destroy(new DatabaseAway(tlsError));
    if (wasUp) onAway(tlsError);
  }

  /**
   * Sends one probe. Returns true if the database answers, false if the probe fails, and null if there is no answer in time.
   */
  async function ask(): Promise<boolean | null> {
    let answered: boolean | null = null;
    const answer = probe.unsafe("select 1").then(
      () => {
        answered = true;
        tlsError = null;
      },
      (error: Error & { code?: string }) => {
        answered = !isAway(error) || ANSWERS.test(error.code ?? "");
        tlsError = error instanceof DatabaseTlsError ? error : null;
      },
    );
    const until = async (ms: number) => {
      const patience = new AbortController();
      await Promise.race([answer, delay(ms, undefined, { signal: patience.signal }).catch(() => {})]);
      patience.abort();
      // After a long synchronous task, the timer fires before Node.js reads the socket. An answer on the socket is read in the
      // next iteration of the event loop.
      if (answered === null) await nextTurn().then(() => nextTurn());
    };
    const isConnected = probeSocket !== null && !probeSocket.destroyed;
    for (;;) {
      const before = received();
      await until(isConnected ? SILENT_MS : CUT_MS);
      if (answered !== null || isClosed) return answered;
      if (state !== "up" || received() === before) break;
    }
    if (state === "up") {
      leave("silent");
      await until(CUT_MS - SILENT_MS);
    }
    if (answered === null) probeSocket?.destroy(new DatabaseAway());
    return answered;
  }

  /** Sends a second probe on another connection. The first probe can fail only because its own connection has closed. */
  async function askAgain(): Promise<boolean> {
    if (state !== "up" || isClosed) return false;
    probeSocket?.destroy();
    await delay(RETRY_MS);
    return (await ask()) ?? false;
  }

  async function beat() {
    if ((await ask()) || (await askAgain())) {
      if (state !== "up") onBack();
      state = "up";
      isSuspect = false;
    } else if (!isClosed) leave("down");
    onBeat();
  }

  const beating = (async () => {
    while (!isClosed) {
      await beat();
      await delay(BEAT_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    openSocket,
    isUp: () => state === "up",
    state: () => (state !== "up" ? "away" : isSuspect ? "suspect" : "up"),
    close: async () => {
      isClosed = true;
      ending.abort();
      probeSocket?.destroy();
      await probe.end({ timeout: 1 });
      await beating;
    },
  };
}
