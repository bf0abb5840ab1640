import { and, eq } from "drizzle-orm";
import type { Logger } from "pino";
import { platformAdministrators } from "@/db/platform/sign-in";
import type { Ports } from "../../kernel/ports";
import type { Stores } from "../../kernel/store";
import type { Candidate } from "../sign-in-candidates";

/** Keeps the hashes of passwords at today's cost. */
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
   * The hash that the account has from now on: one made at another cost is made anew, while the password is known. Where that
   * fails the old one stays, until the next sign-in: who gave the right password is let in all the same.
   */
  async function renewed(candidate: Candidate, password: string): Promise<string | null> {
    const { tenantId, userId, passwordHash: was } = candidate;
    if (was === null || !ports.passwords.isOutdated(was)) return was;
    try {
      return await madeAnew(candidate, was, password);
    } catch (error) {
      log.warn({ err: error, tenantId, userId }, "a password could not be hashed at today's cost");
      return was;
    }
  }

  /** Hashes at today's cost, and keeps that. Where the hash was made anew or changed meanwhile, that one stands. */
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
