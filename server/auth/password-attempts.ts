import { addressKey } from "../kernel/address-key";
import { createNetworkLimit } from "./network-limit";

/** Attempts of one client (network-limit.ts) in five minutes: on one account, and on all of them. A success gives its own back. */
const PER_ACCOUNT = 20;
const PER_CLIENT = 100;
const WINDOW_SECONDS = 300;
/** Characters of an identifier that attempts are counted under; no account has a longer one. */
const LONGEST_KEY = 300;

/** Slows down who tries passwords: each attempt counts before its password is looked at, so that of many none slips through. */
export function createAttemptLimit() {
  const byAccount = createNetworkLimit({ points: PER_ACCOUNT, duration: WINDOW_SECONDS });
  const byClient = createNetworkLimit({ points: PER_CLIENT, duration: WINDOW_SECONDS });
  const keyOf = (identifier: string) => addressKey(identifier.slice(0, LONGEST_KEY));
  return {
    /** Counts an attempt; the seconds to wait when there were too many, else 0. */
    count: async (ip: string | null, identifier: string): Promise<number> =>
      Math.max(await byClient.take(ip), await byAccount.take(ip, keyOf(identifier))),
    succeeded: async (ip: string | null, identifier: string) => {
      await Promise.all([byAccount.forget(ip, keyOf(identifier)), byClient.giveBack(ip)]);
    },
  };
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
