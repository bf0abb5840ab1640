import type { UserRecord } from "./people";
import type { LockState } from "./users.schema";

type Lock = Pick<UserRecord, "lockedUntil" | "lockedIndefinitely">;

/** Returns the lock of a user at this time; an expired lock reads as none. */
export function lockState({ lockedUntil, lockedIndefinitely }: Lock, now: Date): Omit<LockState, "userId"> {
  if (lockedIndefinitely) return { locked: true, lockedUntil: null, indefinite: true };
  if (lockedUntil === null || lockedUntil <= now)
    return { locked: false, lockedUntil: null, indefinite: false };
  return { locked: true, lockedUntil: lockedUntil.toISOString(), indefinite: false };
}

/**
 * Returns true if a lock blocks this user from every address. A lock because of failed attempts blocks only
 * strangers, and only at the sign-in (auth/sign-in/lockout.ts).
 */
export const isBarred = (lock: Lock & Pick<UserRecord, "lockCause">, now: Date): boolean =>
  lockState(lock, now).locked && (lock.lockedIndefinitely || lock.lockCause !== "guesses");
