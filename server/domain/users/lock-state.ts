import type { UserRecord } from "./people";
import type { LockState } from "./users.schema";

type Lock = Pick<UserRecord, "lockedUntil" | "lockedIndefinitely">;

/** Whether someone is locked now; a lock that has run out reads as none. */
export function lockState({ lockedUntil, lockedIndefinitely }: Lock, now: Date): Omit<LockState, "userId"> {
  if (lockedIndefinitely) return { locked: true, lockedUntil: null, indefinite: true };
  if (lockedUntil === null || lockedUntil <= now)
    return { locked: false, lockedUntil: null, indefinite: false };
  return { locked: true, lockedUntil: lockedUntil.toISOString(), indefinite: false };
}

/**
 * Whether a lock keeps this person out wherever they come from. One that came of guesses keeps out strangers at the sign-in only,
 * where it is looked at (auth/sign-in/lockout.ts).
 */
export const isBarred = (lock: Lock & Pick<UserRecord, "lockCause">, now: Date): boolean =>
  lockState(lock, now).locked && (lock.lockedIndefinitely || lock.lockCause !== "guesses");
