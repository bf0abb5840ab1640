import type { UserRecord } from "./people";
import type { LockState } from "./users.schema";

type Lock = Pick<UserRecord, "lockedUntil" | "lockedIndefinitely">;

/** Returns the lock of a user at the given time. An expired lock counts as no lock. */
export function lockState({ lockedUntil, lockedIndefinitely }: Lock, now: Date): Omit<LockState, "userId"> {
  if (lockedIndefinitely) return { locked: true, lockedUntil: null, indefinite: true };
  if (lockedUntil === null || lockedUntil <= now)
    return { locked: false, lockedUntil: null, indefinite: false };
  return { locked: true, lockedUntil: lockedUntil.toISOString(), indefinite: false };
}
