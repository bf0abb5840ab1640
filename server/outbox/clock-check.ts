import type { Logger } from "pino";
import { ConfigError } from "../edge/config";
import { startLoop } from "./worker-loop";
import type { Database } from "../store/database";

/** Maximum difference in milliseconds between the clocks of this machine and of the database. */
const TOLERANCE_MS = 5_000;
const CHECK_MS = 30_000;

export interface ClockCheckOptions {
  log: Logger;
  now?: () => number;
  checkMs?: number;
}

/** A running comparison of the clocks. */
export interface ClockCheck {
  /** Returns false while the clocks differ. */
  agree: () => boolean;
  stop: () => Promise<void>;
}

/** Returns the sentence about a difference in milliseconds. The difference is positive if this machine is ahead. */
export const differenceText = (ms: number) =>
  `The clock of this machine is ${Math.round(Math.abs(ms) / 1_000)} seconds ${ms > 0 ? "ahead of" : "behind"} the clock of the database. Synchronize both clocks.`;

/**
 * Returns the difference of the clocks in milliseconds, positive if this machine is ahead of the database. Returns 0 if the
 * database read its clock while the query ran: a smaller difference cannot be measured.
 */
async function measured({ sql }: Pick<Database, "sql">, now: () => number): Promise<number> {
  const asked = now();
  const [row] = await sql<
    { at: number }[]
  >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`;
  const answered = now();
  const at = row!.at;
  if (at < asked) return asked - at;
  return at > answered ? answered - at : 0;
}

/**
 * Compares this machine's clock with the database's, at the start and every 30 seconds. Instances compare the expiry of tokens and
 * sessions with their own clocks, so they must agree. Throws if the clocks differ at the start. A difference that arises later is
 * logged, and `agree` returns false until it ends. The embedded database has the same clock.
 */
export async function startClockCheck(
  database: Database,
  { log, now = Date.now, checkMs = CHECK_MS }: ClockCheckOptions,
): Promise<ClockCheck> {
  if (database.kind === "pglite") return { agree: () => true, stop: () => Promise.resolve() };
  const differs = (ms: number) => Math.abs(ms) > TOLERANCE_MS;
  const atStart = await measured(database, now);
  if (differs(atStart)) throw new ConfigError(differenceText(atStart));
  let agree = true;
  const loop = startLoop({
    work: async () => {
      const ms = await measured(database, now);
      if (differs(ms))
        log.error({ differenceMs: Math.round(ms) }, "the clock differs from the database's clock");
      else if (!agree) log.info("the clock agrees with the database's clock again");
      agree = !differs(ms);
    },
    idleMs: checkMs,
    idleFirst: true,
    log,
    failure: "the clock could not be compared",
  });
  return { agree: () => agree, stop: loop.stop };
}
