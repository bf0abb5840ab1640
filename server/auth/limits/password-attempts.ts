import type { Counters } from "../../kernel/concurrency/counters";
import { addressKey } from "../../kernel/strings/address-key";
import { createNetworkLimit } from "./network-limit";

/**
 * Maximum numbers of attempts of one client (network-limit.ts) in five minutes: on one account, and on all accounts together. A
 * success deletes the count on the account and subtracts one from the total.
 */
const PER_ACCOUNT = 20;
const PER_CLIENT = 100;
const WINDOW_SECONDS = 300;
/** Number of characters of an identifier that the key of a counter contains. No account has a longer identifier. */
const LONGEST_KEY = 300;

/**
 * Creates the limit on password attempts. Each attempt counts before the check of its password, so that concurrent attempts
 * cannot exceed the limit.
 */
export function createAttemptLimit(counters: Counters) {
  const byAccount = createNetworkLimit(counters, {
    name: "sign-in-account",
    points: PER_ACCOUNT,
    duration: WINDOW_SECONDS,
  });
  const byClient = createNetworkLimit(counters, {
    name: "sign-in",
    points: PER_CLIENT,
    duration: WINDOW_SECONDS,
  });
  const keyOf = (identifier: string) => addressKey(identifier.slice(0, LONGEST_KEY));
  return {
    /** Counts an attempt. Returns the seconds to wait if there were too many, else 0. */
    count: async (ip: string | null, identifier: string): Promise<number> =>
      Math.max(...(await Promise.all([byClient.take(ip), byAccount.take(ip, keyOf(identifier))]))),
    succeeded: async (ip: string | null, identifier: string) => {
      await Promise.all([byAccount.forget(ip, keyOf(identifier)), byClient.giveBack(ip)]);
    },
  };
}

/** Columns of a lock. Locks of platform administrators are always caused by guesses and temporary. */
interface LockedRow {
  lockedUntil: Date | null;
  lockedIndefinitely?: boolean;
  lockCause?: "guesses" | null;
}

/**
 * Returns the lock in force: "guesses", which excludes only strangers, or "firm", set by an administrator or by risk; null if
 * there is none.
 */
export function lockOn(
  { lockedUntil, lockedIndefinitely = false, lockCause = "guesses" }: LockedRow,
  now: Date,
): "guesses" | "firm" | null {
  if (lockedIndefinitely) return "firm";
  if (lockedUntil === null || lockedUntil <= now) return null;
  return lockCause ?? "firm";
}
