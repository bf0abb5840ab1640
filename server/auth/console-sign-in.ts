import { eq, sql as expression } from "drizzle-orm";
import { consoleMemberships, consoleSessions, platformAdministrators } from "@/db/platform/sign-in";
import { administrators } from "@/db/tenant/users";
import { beginSession } from "../domain/sign-in/begin-session";
import { hashSecret, newOpaqueToken } from "../kernel/client-id";
import type { Ports } from "../kernel/ports";
import type { PlatformSettings } from "../kernel/settings";
import type { Stores } from "../kernel/store";
import type { Database } from "../store/database";
import { accountEvent, type Person } from "./console-session";
import { countFailure, createAttemptLimit, isLocked, LONGEST_PASSWORD } from "./password-attempts";
import { findCandidates, type Candidate } from "./sign-in-candidates";

export interface SignInInput {
  email: string;
  password: string;
  ip: string | null;
  userAgent: string | null;
  requestId?: string | null;
}

/** "refused" says the same of an unknown address, a wrong password, a locked and a suspended person. */
export type SignInOutcome =
  | { outcome: "signed_in"; token: string; email: string; name: string | null }
  | { outcome: "refused" }
  | { outcome: "throttled"; retryAfter: number };

export type SignIn = (input: SignInInput) => Promise<SignInOutcome>;

export interface SignInDeps {
  database: Database;
  stores: Stores;
  ports: Pick<Ports, "clock" | "locate" | "passwords" | "settings">;
}

/** Signs administrators in to the console by e-mail and password. */
export function createSignIn({ database, stores, ports }: SignInDeps): SignIn {
  const attempts = createAttemptLimit();

  return async function signIn({ email, password, ip, userAgent, requestId = null }) {
    const wait = await attempts.count(ip, email.trim());
    if (wait > 0) return { outcome: "throttled", retryAfter: wait };

    const now = ports.clock();
    const candidates = await findCandidates(database, email.trim());
    const matching = await matchingHashes(candidates, password);
    const open = candidates.filter((candidate) => !candidate.suspended && !isLocked(candidate, now));
    const admitted = open.filter(({ passwordHash }) => passwordHash !== null && matching.has(passwordHash));
    const facts = { ip, requestId };
    const settings = await ports.settings();
    if (admitted.length === 0) {
      for (const candidate of open) await failed(candidate, now, facts, settings);
      return { outcome: "refused" };
    }

    const expiresAt = new Date(now.getTime() + settings.consoleSessionHours * 3_600_000);
    const memberships: { tenantId: number; userId: number; sessionId: number }[] = [];
    for (const candidate of admitted) {
      const { tenantId, userId } = candidate;
      if (tenantId === null) continue;
      const sessionId = await stores.tenant(tenantId).write(async (tx, journal) => {
        // What came between the look and now counts: a new password ends sessions, and this one would come after it.
        const user = await tx.users.lock(userId);
        if (
          !user ||
          user.passwordHash !== candidate.passwordHash ||
          user.status !== "active" ||
          isLocked(user, now)
        )
          return null;
        const administrator = await tx.administrators.find(eq(administrators.userId, userId));
        const begun = await beginSession(tx, {
          user,
          appId: null,
          method: "password",
          factors: ["password"],
          now,
          ip,
          userAgent,
          located: ports.locate(ip),
          // The console's sign-in has no cookie of a device.
          tokenHash: null,
          passwordWeak: user.passwordWeak ?? false,
          expiresAt,
          // Or a rule that refuses everybody could not be taken back by anybody.
          exempt: administrator?.role === "owner",
        });
        if (begun.sessionId === null) {
          await journal.append(accountEvent("sign_in_refused", personOf(candidate), facts));
          return null;
        }
        if (user.failedSignIns > 0) await tx.users.update(userId, { failedSignIns: 0 });
        await journal.append(accountEvent("signed_in", personOf(candidate), facts));
        return begun.sessionId;
      });
      if (sessionId !== null) memberships.push({ tenantId, userId, sessionId });
    }

    const platform = admitted.find(({ tenantId }) => tenantId === null);
    if (memberships.length === 0 && !platform) return { outcome: "refused" };
    await attempts.succeeded(ip, email.trim());
    const shown = platform ?? admitted[0]!;
    const token = newOpaqueToken();
    await stores.platform.write(async ({ registry }, journal) => {
      const [session] = await registry
        .insert(consoleSessions)
        .values({
          tokenHash: hashSecret(token),
          email: shown.email,
          name: shown.name,
          platformAdministratorId: platform?.userId ?? null,
          ip,
          userAgent: userAgent?.slice(0, 500) ?? null,
          createdAt: now,
          expiresAt,
        })
        .returning({ id: consoleSessions.id });
      const consoleSessionId = session!.id;
      if (memberships.length > 0) {
        await registry
          .insert(consoleMemberships)
          .values(memberships.map((membership) => ({ consoleSessionId, ...membership })));
      }
      if (platform) {
        if (platform.failures > 0) {
          await registry
            .update(platformAdministrators)
            .set({ failedSignIns: 0 })
            .where(eq(platformAdministrators.id, platform.userId));
        }
        await journal.append(accountEvent("signed_in", personOf(platform), facts));
      }
    });
    return { outcome: "signed_in", token, email: shown.email, name: shown.name };
  };

  /** Which of the candidates' hashes the password fits. Without any candidate the same work is done on a decoy. */
  async function matchingHashes(candidates: Candidate[], password: string): Promise<Set<string>> {
    const hashes = [...new Set(candidates.map(({ passwordHash }) => passwordHash))];
    if (hashes.length === 0) hashes.push(null);
    const matching = new Set<string>();
    const shown = password.length > LONGEST_PASSWORD ? "" : password;
    for (const hash of hashes)
      if ((await ports.passwords.verify(hash, shown)) && hash !== null) matching.add(hash);
    return matching;
  }

  /** One more wrong password in a row; too many lock the account for a while. */
  async function failed(
    candidate: Candidate,
    now: Date,
    facts: { ip: string | null; requestId: string | null },
    settings: PlatformSettings,
  ) {
    const { tenantId, userId } = candidate;
    if (tenantId === null) {
      const lockedUntil = new Date(now.getTime() + settings.lockMinutes * 60_000);
      await stores.platform.write(async ({ registry }, journal) => {
        const t = platformAdministrators;
        const [after] = await registry
          .update(t)
          .set({ failedSignIns: expression`${t.failedSignIns} + 1` })
          .where(eq(t.id, userId))
          .returning({ failures: t.failedSignIns });
        await journal.append(accountEvent("sign_in_failed", personOf(candidate), facts));
        if (!after || after.failures < settings.lockAfterFailures) return;
        await registry.update(t).set({ failedSignIns: 0, lockedUntil }).where(eq(t.id, userId));
        await journal.append({
          ...accountEvent("user_locked", personOf(candidate), facts),
          changes: { lockedUntil: { from: null, to: lockedUntil.toISOString() } },
        });
      });
      return;
    }
    await countFailure(stores, { tenantId, person: personOf(candidate) }, now, facts, settings);
  }
}

const personOf = ({ tenantId, userId, email, name }: Candidate): Person => ({
  ref: `${tenantId === null ? "platform_administrator" : "user"}:${userId}`,
  userId,
  email,
  name,
});
