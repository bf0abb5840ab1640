import { and, eq } from "drizzle-orm";
import type { Logger } from "pino";
import { platformAdministrators } from "@/db/platform/sign-in";
import type { Ports } from "../../kernel/operation/ports";
import { composed } from "../../kernel/strings/composed";
import type { Stores } from "../../kernel/operation/store";
import type { Candidate } from "../sign-in-candidates";

/** Creates the function that rehashes passwords whose hash has an outdated cost, or is not that of the password in NFC. */
export function createHashRenewal({
  stores,
  ports,
  log,
}: {
  stores: Stores;
  ports: Pick<Ports, "passwords">;
  log: Pick<Logger, "warn">;
}) {
  /**
   * Returns the current hash of the account. Rehashes it while the password is available. If that fails, returns the old hash, so
   * that the correct password still signs in.
   */
  async function renewed(candidate: Candidate, password: string): Promise<string | null> {
    const { tenantId, userId, passwordHash: was } = candidate;
    if (was === null) return was;
    try {
      return (await isCurrent(was, password)) ? was : await madeAnew(candidate, was, password);
    } catch (error) {
      log.warn({ err: error, tenantId, userId }, "a password could not be hashed again");
      return was;
    }
  }

  /** Returns false for a hash of an earlier version, which hashed a password as it was typed. */
  async function isCurrent(hash: string, password: string): Promise<boolean> {
    if (ports.passwords.isOutdated(hash)) return false;
    const stored = composed(password);
    return stored === password || ports.passwords.verify(hash, stored);
  }

  /** Hashes the password at the current cost and stores the hash. If the hash was changed meanwhile, returns the changed one. */
  async function madeAnew({ tenantId, userId }: Candidate, was: string, password: string) {
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

  return { renewed };
}
