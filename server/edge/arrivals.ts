import { setImmediate as nextTurn } from "node:timers/promises";

/** Maximum number of turns of the event loop that `settled` waits for. */
const MOST_TURNS = 200;

/**
 * Counts new connections. libuv accepts one connection in each turn of the event loop, so costly work in each turn keeps new
 * connections waiting.
 */
export function createArrivals() {
  let connections = 0;
  return {
    /** Counts a new connection. */
    connected: () => void (connections += 1),
    /** Resolves after a turn without a new connection, or after 200 turns. */
    settled: async (): Promise<void> => {
      // libuv accepts no connection in the rest of the current turn.
      await nextTurn();
      for (let turn = 0; turn < MOST_TURNS; turn++) {
        const before = connections;
        await nextTurn();
        if (connections === before) return;
      }
    },
  };
}

export type Arrivals = ReturnType<typeof createArrivals>;
