import { eq, sql } from "drizzle-orm";
import { platformAdministrators } from "@/db/platform/sign-in";
import { queuePlatformNotice } from "../../domain/messages/platform-notices";
import { recordSignIn } from "../../domain/risk/record-sign-in";
import type { Ports } from "../../kernel/ports";
import type { Stores } from "../../kernel/store";
import { accountEvent, type Person } from "../console-session";
import { administratorRef } from "../../platform/administrator-record";
import { countFailure, isLocked } from "../password-attempts";
import type { Candidate } from "../sign-in-candidates";
import type { RequestSigns } from "./demands";
import type { Place } from "./places";
import type { Proof } from "./steps";

export const candidatePerson = ({ tenantId, userId, email, name }: Candidate): Person => ({
  ref: tenantId === null ? administratorRef(userId) : `user:${userId}`,
  userId,
  email,
  name,
});

/** Whether somebody may sign in at all now. */
export const isOpen = (candidate: Candidate, now: Date) => !candidate.suspended && !isLocked(candidate, now);

/** What follows from a wrong answer: the account's count, which locks it in the end, and a record. */
export function createFailures({
  stores,
  ports,
}: {
  stores: Stores;
  ports: Pick<Ports, "clock" | "locate" | "settings">;
}) {
  /** A wrong answer where these people were meant; nobody, where the identifier names nobody. */
  return async function failed(
    place: Pick<Place, "tenantId" | "app">,
    meant: Candidate[],
    { identifier, method, signs }: { identifier: string; method: Proof["method"]; signs: RequestSigns },
  ): Promise<void> {
    const now = ports.clock();
    const settings = await ports.settings();
    const { country, region, place: town } = ports.locate(signs.ip);
    const record = (
      tenantId: number,
      who: { userId: number | null; identifier: string | null },
      open: boolean,
    ) =>
      stores.tenant(tenantId).write((tx) =>
        recordSignIn(tx, {
          at: now,
          ...who,
          appId: place.app?.appId ?? null,
          outcome: open ? "failed" : "refused",
          method,
          ip: signs.ip,
          ...{ country, region, place: town },
          userAgent: signs.userAgent,
        }),
      );
    for (const candidate of meant) {
      const { tenantId, userId } = candidate;
      const open = isOpen(candidate, now);
      const person = candidatePerson(candidate);
      if (tenantId === null) {
        if (open) await platformFailure(person, now, signs, settings);
        continue;
      }
      if (open) await countFailure(stores, { tenantId, person }, now, signs, settings);
      await record(tenantId, { userId, identifier: null }, open);
    }
    if (meant.length === 0 && place.tenantId !== null)
      await record(
        place.tenantId,
        { userId: null, identifier: identifier.slice(0, 254).replaceAll("\0", "") },
        false,
      );
  };

  async function platformFailure(
    person: Person,
    now: Date,
    signs: RequestSigns,
    { lockAfterFailures, lockMinutes }: Awaited<ReturnType<Ports["settings"]>>,
  ) {
    const lockedUntil = new Date(+now + lockMinutes * 60_000);
    await stores.platform.write(async (tx, journal) => {
      const { db } = tx;
      const t = platformAdministrators;
      const [after] = await db
        .update(t)
        .set({ failedSignIns: sql`${t.failedSignIns} + 1` })
        .where(eq(t.id, person.userId))
        .returning({ failures: t.failedSignIns });
      await journal.append(accountEvent("sign_in_failed", person, signs));
      if (!after || after.failures < lockAfterFailures) return;
      await db.update(t).set({ failedSignIns: 0, lockedUntil }).where(eq(t.id, person.userId));
      await queuePlatformNotice(tx, person.email, {
        template: "account_locked",
        data: { cause: "guesses", until: lockedUntil.toISOString(), firm: true },
      });
      await journal.append({
        ...accountEvent("user_locked", person, signs),
        changes: { lockedUntil: { from: null, to: lockedUntil.toISOString() } },
      });
    });
  }
}

export type Failed = ReturnType<typeof createFailures>;
