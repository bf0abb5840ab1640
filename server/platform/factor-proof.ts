import { and, eq, isNull } from "drizzle-orm";
import { consoleSessions } from "@/db/platform/sign-in";
import { RECENT_MS } from "@/server/domain/users/self";
import { factorsOf, type Factor } from "@/server/domain/factors/factors";
import { makeRecoveryCodes, useRecoveryCode } from "@/server/domain/factors/recovery-codes";
import { verifyTotp } from "@/server/domain/factors/totp";
import { queuePlatformNotice } from "@/server/domain/message-queue/platform-notices";
import type { PlatformActor } from "@/server/kernel/actor";
import type { PrepareContext } from "@/server/kernel/operation";
import type { Ports } from "@/server/kernel/ports";
import { platformAdministratorRefusals } from "@/server/kernel/refusals/platform-administrators";
import type { PlatformReadTx, PlatformWriteTx } from "@/server/kernel/store";
import { endConsoleSessions, self, type Self } from "./self";

/*
 * What a platform administrator shows before a second factor of theirs comes or goes, and what follows when one has come.
 */

/** Nobody needs more, and every sign-in looks through them. */
const MOST = 20;

/** Whether a sign-in asks for it: recovery codes stand in for one. */
export const isSecondFactor = ({ kind }: Pick<Factor, "kind">) => kind !== "recovery_codes";

/** Limits guesses at the codes of whoever acts (429), and gives what opens a sealed seed. */
export async function limitGuesses({ actor, ports }: PrepareContext<PlatformActor, PlatformReadTx>) {
  await ports.slowGuessing(`platform/${self(actor).userId}/factor`);
  return ports.vault;
}

/**
 * Refuses whoever does not show a second factor of theirs now; a recovery code is used up by that. Who has a passkey may show
 * none and have signed in with a factor a short while ago.
 */
export async function refuseWithoutFactor(
  tx: PlatformWriteTx,
  vault: Ports["vault"],
  { acting, proof = "" }: { acting: Self; proof: string | undefined },
  now: Date,
) {
  const { userId } = acting;
  const factors = (await factorsOf(tx, userId)).filter(isSecondFactor);
  // A passkey shows no code: whoever has one, and maybe lost the sheet of recovery codes, has signed in with it.
  if (proof === "" && factors.some(({ kind }) => kind === "webauthn")) {
    if (await signedInByFactor(tx, acting, factors, now)) return;
    throw platformAdministratorRefusals.sign_in_or_code_required();
  }
  const right =
    (await verifyTotp(tx, vault, userId, proof, now)) ?? (await useRecoveryCode(tx, userId, proof, now));
  if (right === null) throw platformAdministratorRefusals.factor_proof_wrong();
}

/**
 * Whether their console session began a short while ago, and by a second factor: one that began while there was one already
 * did, since none is let in without.
 */
async function signedInByFactor(
  { db }: PlatformWriteTx,
  { userId, consoleSessionId }: Self,
  factors: Factor[],
  now: Date,
): Promise<boolean> {
  if (consoleSessionId === null) return false;
  const s = consoleSessions;
  const [session] = await db
    .select({ createdAt: s.createdAt })
    .from(s)
    .where(and(eq(s.id, consoleSessionId), eq(s.platformAdministratorId, userId), isNull(s.revokedAt)));
  return (
    session !== undefined &&
    +now - +session.createdAt < RECENT_MS &&
    factors.some((factor) => factor.createdAt < session.createdAt)
  );
}

/** The second factors that are there, of somebody who may add another one: who has one shows it. */
export async function mayAddFactor(
  tx: PlatformWriteTx,
  vault: Ports["vault"],
  shown: { acting: Self; proof: string | undefined },
  now: Date,
): Promise<Factor[]> {
  const before = (await factorsOf(tx, shown.acting.userId)).filter(isSecondFactor);
  if (before.length >= MOST) throw platformAdministratorRefusals.too_many_factors({ max: MOST });
  if (before.length > 0) await refuseWithoutFactor(tx, vault, shown, now);
  return before;
}

/**
 * Tells an administrator of a new second factor of theirs. The first one ends every other session of theirs, and brings recovery
 * codes; null with those after it.
 */
export async function factorAdded(
  tx: PlatformWriteTx,
  {
    acting,
    email,
    factor: { kind, label },
    before,
  }: { acting: Self; email: string; factor: Pick<Factor, "kind" | "label">; before: Factor[] },
  now: Date,
): Promise<string[] | null> {
  await queuePlatformNotice(tx, email, {
    template: "factor_changed",
    data: { change: "added", kind, label },
  });
  if (before.length > 0) return null;
  // Who came in by the password alone, maybe not its owner, is not in any more.
  await endConsoleSessions(tx, acting, now);
  return makeRecoveryCodes(tx, acting.userId, now);
}
