import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type postgres from "postgres";
import { isAway } from "../kernel/concurrency/unavailability";
import { DatabaseAway, failingSocket, handedOver, socketTo, type ServerAddress } from "./sockets";
import { DatabaseTlsError, type DatabaseTls } from "./tls";

/** The connections of a pool to its server, and the state of the server. */
export interface Link {
  /** Opens a socket of the pool. While the database does not answer, returns a socket that fails at once. */
  openSocket: (address: ServerAddress) => Promise<Socket>;
  /** True while the database answers. */
  isUp: () => boolean;
  /** `suspect`: a connection of the pool ended after the last answer to the probe. */
  state: () => DatabaseState;
  /** Stops the probe. */
  close: () => Promise<void>;
}

export type DatabaseState = "up" | "suspect" | "away";

export interface LinkOptions {
  /** Creates the client of the probe. It uses only sockets of the given function. */
  createProbe: (openSocket: (address: ServerAddress) => Promise<Socket>) => postgres.Sql;
  /** TLS of all connections; null for none. */
  tls: DatabaseTls | null;
  /** Called each time the database stops answering. `reason`: the error of TLS that prevents connections. */
  onAway: (reason: Error | null) => void;
  /** Called each time the database answers again. */
  onBack: () => void;
  /** Called after each probe. */
  onBeat: () => void;
}

/** Time in milliseconds between two probes. */
const BEAT_MS = 250;
/** Time in milliseconds without a byte from the server after which new statements are refused. */
const SILENT_MS = 600;
/** Time in milliseconds without a byte after which statements in progress fail. A new connection of the probe has this time, too. */
const CUT_MS = 1_500;

/** Time in milliseconds in which the driver notices the end of the probe's connection. */
const RETRY_MS = 30;

/** Errors of a server that answers, but not to the probe: too many connections. */
const ANSWERS = /^53300$/;

/**
 * Watches the database by a statement on a connection of its own. A database that refuses connections is away at once. A database that
 * accepts them and does not answer is away after 0.6 s, and statements in progress fail after 1.5 s. A slow database is not away: bytes
 * on any connection of the pool prove that it works.
 */
export function createLink({ createProbe, tls, onAway, onBack, onBeat }: LinkOptions): Link {
  let sockets: Socket[] = [];
  let probeSocket: Socket | null = null;
  let state: "up" | "silent" | "down" = "up";
  let isSuspect = false;
  let isClosed = false;
  const ending = new AbortController();
  /** The last error of TLS of the probe, until it is connected. */
  let tlsError: Error | null = null;
  const probe = createProbe((address) => handedOver((probeSocket = socketTo(address)), address, tls));

  async function openSocket(address: ServerAddress): Promise<Socket> {
    if (state !== "up") return failingSocket(new DatabaseAway(tlsError));
    const socket = socketTo(address);
    // The raw sockets: with TLS, the end of one ends the other, and their bytes prove that the server works.
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

  /** Sends one probe. Returns true if the database answers; null if the probe got no answer in time. */
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
      // After a long task, the timer ends before the socket is read. The next turn reads it.
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

  /** Sends a second probe on another connection, because the probe's connection can end alone. */
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
