import { and, eq } from "drizzle-orm";
import { platformAdministrators } from "@/db/platform/sign-in";
import { composed } from "../../kernel/strings/composed";
import type { Candidate } from "./candidates";
import type { StepDeps } from "./visit";

/**
 * Returns the current hash of the account. Rehashes it while the password is available. If that fails, returns the old hash, so
 * that the correct password still signs in.
 */
export async function renewHash(
  deps: StepDeps,
  candidate: Candidate,
  password: string,
): Promise<string | null> {
  const { tenantId, userId, passwordHash: was } = candidate;
  if (was === null) return was;
  try {
    return (await isCurrent(deps, was, password)) ? was : await madeAnew(deps, candidate, was, password);
  } catch (error) {
    deps.log.warn({ err: error, tenantId, userId }, "a password could not be hashed again");
    return was;
  }
}

/** Returns false for a hash of an earlier version, which hashed a password as it was typed. */
async function isCurrent({ ports }: StepDeps, hash: string, password: string): Promise<boolean> {
  if (ports.passwords.isOutdated(hash)) return false;
  const stored = composed(password);
  return stored === password || ports.passwords.verify(hash, stored);
}

/** Hashes the password at the current cost and stores the hash. If the hash was changed meanwhile, returns the changed one. */
async function madeAnew(
  { ports, stores }: StepDeps,
  { tenantId, userId }: Candidate,
  was: string,
  password: string,
) {
  const passwordHash = await ports.passwords.hash(password);
  if (tenantId === null) {
    const t = platformAdministrators;
    const unchanged = and(eq(t.id, userId), eq(t.passwordHash, was));
    await stores.platform.write(({ db }) => db.update(t).set({ passwordHash }).where(unchanged));
    return passwordHash;
  }
  return stores.tenant(tenantId).write(async (tx) => {
    const now = (await tx.users.lock(userId))?.passwordHash ?? null;
    if (now !== was) return now;
    await tx.users.update(userId, { passwordHash });
    return passwordHash;
  });
}
