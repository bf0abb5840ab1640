import { and, eq, isNull } from "drizzle-orm";
import { consoleSessions } from "@/db/platform/sign-in";
import { RECENT_MS } from "@/server/domain/users/self";
import { factorNotice, factorsOf, verifyAnyCode } from "@/server/domain/factors/factors";
import type { Factor } from "@/server/domain/factors/kinds/factor-kind";
import { makeRecoveryCodes } from "@/server/domain/factors/kinds/recovery-codes";
import { queuePlatformNotice } from "@/server/domain/messages/platform-notices";
import { isSecondFactor, isTypedKind } from "@/server/domain/sign-in-methods/factor-kinds.schema";
import type { PlatformActor } from "@/server/kernel/operation/actor";
import type { PrepareContext } from "@/server/kernel/operation/operation";
import type { Ports } from "@/server/kernel/operation/ports";
import type { PlatformReadTx, PlatformWriteTx } from "@/server/kernel/operation/store";
import { endConsoleSessions, self, type Self } from "./self";
import { defineRefusals } from "@/server/kernel/texts/define";

const platformAdministratorRefusals = defineRefusals("platform_administrator", {
  factor_proof_wrong: {
    status: 400,
    text: "proof: is neither the code that your app shows now nor a recovery code.",
    field: "proof",
  },
  /** A passkey gives no code, and the sign-in with it is not recent. */
  sign_in_or_code_required: {
    status: 403,
    text: "Sign in again first: without a code this is only possible shortly after signing in.",
  },
  too_many_factors: {
    status: 400,
    text: "You have {max} second factors already; remove one first.",
  },
});

/*
 * Proof of a platform administrator before a second factor is added or removed, and the effects of a new
 * factor.
 */

/** Highest number of factors of one kind. Each sign-in reads all of them. */
const MOST = 20;

/** Limits the attempts at the actor's codes (throws 429). Returns the vault for sealed seeds. */
export async function limitGuesses({ actor, ports }: PrepareContext<PlatformActor, PlatformReadTx>) {
  await ports.slowGuessing(`platform/${self(actor).userId}/factor`);
  return ports.vault;
}

/**
 * Throws unless the actor proves a second factor now; a recovery code is consumed. An actor with a passkey may
 * instead have signed in recently with a factor.
 */
export async function refuseWithoutFactor(
  tx: PlatformWriteTx,
  vault: Ports["vault"],
  { acting, proof = "" }: { acting: Self; proof: string | undefined },
  now: Date,
) {
  const { userId } = acting;
  const factors = (await factorsOf(tx, userId)).filter(isSecondFactor);
  // A passkey shows no code. Its owner may also have lost the recovery codes. In that case, a recent sign-in
  // with the passkey is accepted.
  if (proof === "" && factors.some(({ kind }) => !isTypedKind(kind))) {
    if (await signedInByFactor(tx, acting, factors, now)) return;
    throw platformAdministratorRefusals.sign_in_or_code_required();
  }
  if ((await verifyAnyCode(tx, { vault, userId, code: proof }, now)) === null)
    throw platformAdministratorRefusals.factor_proof_wrong();
}

/**
 * Returns true if the actor's console session began recently and with a second factor. A session that began when a
 * factor existed used one, because a sign-in then requires it.
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

/** Returns the existing second factors. Throws if the actor has one and does not prove it. */
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
 * Notifies an administrator of a new second factor. The first one ends every other session and returns new recovery
 * codes; later ones return null.
 */
export async function factorAdded(
  tx: PlatformWriteTx,
  {
    acting,
    email,
    factor,
    before,
  }: { acting: Self; email: string; factor: Pick<Factor, "kind" | "label">; before: Factor[] },
  now: Date,
): Promise<string[] | null> {
  await queuePlatformNotice(tx, email, factorNotice("added", factor));
  if (before.length > 0) return null;
  // Ends sessions that began with the password alone, because their user may be an intruder.
  await endConsoleSessions(tx, acting, now);
  return makeRecoveryCodes(tx, acting.userId, now);
}
