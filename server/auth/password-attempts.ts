import { queueNotice } from "../domain/messages/notices";
import type { PlatformSettings } from "../kernel/settings";
import type { Stores } from "../kernel/store";
import { accountEvent, type Person } from "./console-session";
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
  const keyOf = (identifier: string) => identifier.slice(0, LONGEST_KEY).toLowerCase();
  return {
    /** Counts an attempt; the seconds to wait when there were too many, else 0. */
    count: async (ip: string | null, identifier: string): Promise<number> =>
      Math.max(await byClient.take(ip), await byAccount.take(ip, keyOf(identifier))),
    succeeded: async (ip: string | null, identifier: string) => {
      await Promise.all([byAccount.forget(ip, keyOf(identifier)), byClient.giveBack(ip)]);
    },
  };
}

/** Whether someone is locked now. Administrators of the platform are never locked without end. */
export const isLocked = (
  { lockedUntil, lockedIndefinitely = false }: { lockedUntil: Date | null; lockedIndefinitely?: boolean },
  now: Date,
): boolean => lockedIndefinitely || (lockedUntil !== null && lockedUntil > now);

/** One more wrong password in a row of a tenant's person; too many lock the account for a while. */
export async function countFailure(
  stores: Stores,
  { tenantId, person }: { tenantId: number; person: Person },
  now: Date,
  facts: { ip: string | null; requestId: string | null },
  { lockAfterFailures, lockMinutes }: PlatformSettings,
) {
  const lockedUntil = new Date(now.getTime() + lockMinutes * 60_000);
  await stores.tenant(tenantId).write(async (tx, journal) => {
    const user = await tx.users.lock(person.userId);
    if (!user) return;
    const failedSignIns = user.failedSignIns + 1;
    await journal.append(accountEvent("sign_in_failed", person, facts));
    if (failedSignIns < lockAfterFailures)
      return void (await tx.users.update(person.userId, { failedSignIns }));
    await tx.users.update(person.userId, {
      failedSignIns: 0,
      lockedUntil,
      lockReason: "Too many failed sign-ins",
    });
    await queueNotice(tx, user, {
      template: "account_locked",
      data: { cause: "guesses", until: lockedUntil.toISOString() },
    });
    await journal.append({
      ...accountEvent("user_locked", person, facts),
      changes: { lockedUntil: { from: null, to: lockedUntil.toISOString() } },
    });
  });
}
