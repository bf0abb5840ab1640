import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

/** Attempts from one address in five minutes: on one account, and on all of them. A success gives its own back. */
const PER_ACCOUNT = 20;
const PER_ADDRESS = 100;
const WINDOW_SECONDS = 300;

/** Nobody has an endless password, and hashing one takes as long as it is. */
export const LONGEST_PASSWORD = 1_024;

/** Slows down who tries passwords: each attempt counts before its password is looked at, so that of many none slips through. */
export function createAttemptLimit() {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_SECONDS });
  const byAccount = limiter("account", PER_ACCOUNT);
  const byAddress = limiter("address", PER_ADDRESS);
  const accountOf = (ip: string | null, identifier: string) => `${ip ?? "?"} ${identifier.toLowerCase()}`;
  return {
    /** Counts an attempt; the seconds to wait when there were too many, else 0. */
    count: async (ip: string | null, identifier: string): Promise<number> =>
      Math.max(
        await secondsToWait(byAddress, ip ?? "?"),
        await secondsToWait(byAccount, accountOf(ip, identifier)),
      ),
    succeeded: async (ip: string | null, identifier: string) => {
      await Promise.all([byAccount.delete(accountOf(ip, identifier)), byAddress.reward(ip ?? "?")]);
    },
  };
}

async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (state) {
    if (state instanceof Error) throw state;
    return Math.max(1, Math.ceil((state as RateLimiterRes).msBeforeNext / 1000));
  }
}

/** A lock as a row has it. Those of the platform's administrators all come of guesses, and end. */
interface LockedRow {
  lockedUntil: Date | null;
  lockedIndefinitely?: boolean;
  lockCause?: "guesses" | null;
}

/** The lock in force: of guesses, which keeps out strangers, or a firm one of an administrator or risk; null where there is none. */
export function lockOn(
  { lockedUntil, lockedIndefinitely = false, lockCause = "guesses" }: LockedRow,
  now: Date,
): "guesses" | "firm" | null {
  if (lockedIndefinitely) return "firm";
  if (lockedUntil === null || lockedUntil <= now) return null;
  return lockCause ?? "firm";
}
