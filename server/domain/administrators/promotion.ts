import { and, eq, gt, isNull } from "drizzle-orm";
import { identities } from "@/db/tenant/federation";
import { devices, sessions } from "@/db/tenant/sessions";
import { signInFlows } from "@/db/tenant/sign-in-flows";
import { factors, mfaResetRequests } from "@/db/tenant/sign-ins";
import type { AppError } from "@/server/kernel/errors";
import type { ReadTx, WriteTx } from "@/server/kernel/store";
import { endActingAs } from "../act-as/acting";
import { forgetDevice } from "../devices/devices";
import type { FactorRow } from "../factors/factor-store";
import { factorsOf } from "../factors/factors";
import { endTrust } from "../factors/trust";
import { queueNotice, type NoticeTx } from "../message-queue/notices";
import { endAllTokens } from "../one-time-tokens/tokens";
import { primaryValue } from "../provisioning/primary";
import { endOutsideSessions } from "../federation/vouching";
import { endSessions, isProvedHere, type UserRecord } from "../users/people";

/** What of a person's proofs changes when they become an administrator. */
interface Proofs {
  emailVerifiedAt?: Date;
  phoneVerifiedAt?: null;
  passwordHash?: null;
}

/** How somebody was named: by their id, or by an invitation whose mail was read, or whose token alone was brought. */
type Naming = "appointment" | "mail" | "token";

type UseTx = Pick<ReadTx, "factors" | "identities" | "sessions">;

const looksUnused = ({ emailVerifiedAt, passwordHash, lastSignInAt }: UserRecord) =>
  emailVerifiedAt === null && passwordHash === null && lastSignInAt === null;

/**
 * Returns whether nobody has used or proved this account yet. An account counts as used as soon as something is there by which
 * somebody can sign in, or somebody is signed in.
 */
async function isUnused(tx: UseTx, person: UserRecord, now: Date): Promise<boolean> {
  const { id } = person;
  if (!looksUnused(person)) return false;
  const live = and(
    eq(sessions.userId, id),
    // Not of an administrator who acts as them.
    isNull(sessions.actorUserId),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
  )!;
  const found = await Promise.all([
    tx.factors.find(eq(factors.userId, id)),
    tx.identities.find(eq(identities.userId, id)),
    tx.sessions.find(live),
  ]);
  return found.every((row) => row === undefined);
}

/**
 * Refuses (400) to make somebody an administrator who uses their account but has not proved its address here. Whoever made the
 * account may have chosen its password, and moved it to another person's address since: they would administer instead. An
 * identity provider's word is no proof: whoever manages providers decides what it says.
 */
export async function refuseUnproved(
  tx: UseTx,
  person: UserRecord,
  { now, refusal }: { now: Date; refusal: () => AppError },
): Promise<void> {
  if (isProvedHere(person) || (await isUnused(tx, person, now))) return;
  throw refusal();
}

/** Whether an identity provider has named this person's address: it may have put in another one than the person's. */
const isProvidersWord = ({ provisionedBy, scimAttributes }: UserRecord) =>
  provisionedBy !== null || scimAttributes !== null;

/**
 * What a provider has said of a number counts for others only (domain/provisioning/people.ts), and so does what it has said of
 * an address. An unused address that no provider has named is vouched for by whoever names the administrator, as that of an
 * organization's first owner is: no link for a first password would go there otherwise (domain/recovery/password-reset.ts).
 * An address that another person has changed is not vouched for: whoever appoints by id may have looked before the change.
 */
function proofsOf(person: UserRecord, by: Naming, now: Date): Proofs {
  const { email, phone, scimAttributes } = person;
  const isChosenByOthers = isProvidersWord(person) || person.untrustedSince !== null;
  const answered = by === "appointment" ? !isChosenByOthers : by === "mail";
  const isVouched = email !== null && looksUnused(person) && answered;
  const isProvidersPhone = phone !== null && primaryValue(scimAttributes?.["phoneNumbers"]) === phone;
  return {
    ...(isVouched && { emailVerifiedAt: now }),
    ...(isProvidersPhone && { phoneVerifiedAt: null }),
  };
}

type PromotionTx = UseTx &
  NoticeTx &
  Pick<
    WriteTx,
    | "users"
    | "factors"
    | "oneTimeTokens"
    | "sessions"
    | "appAuthorizations"
    | "actAsRequests"
    | "signInFlows"
    | "devices"
    | "mfaResetRequests"
  >;

/**
 * Ends every way to sign in except mails to the address, if another person may have signed in as this person: any of them may be
 * the other person's, also one that was added after the address was proved. Sessions end with the apps' tokens, factors with the
 * recovery codes and the trust in devices. The number is not proved any more, known devices are removed, and open requests to
 * reset the factors are denied. A linked identity stays: no provider signs an administrator in. Returns what changed.
 */
async function endUntrusted(
  tx: PromotionTx,
  person: UserRecord,
  { isProved, now }: { isProved: boolean; now: Date },
): Promise<Proofs> {
  if (person.untrustedSince === null) return {};
  await tx.factors.removeWhere(eq(factors.userId, person.id));
  await endSessions(tx, person.id, now);
  await endTrust(tx, person.id);
  for (const { id } of await tx.devices.list({ where: eq(devices.userId, person.id) }))
    await forgetDevice(tx, id, now);
  await tx.mfaResetRequests.updateWhere(
    and(eq(mfaResetRequests.userId, person.id), eq(mfaResetRequests.status, "pending"))!,
    { status: "denied", decidedAt: now, note: "The person became an administrator" },
  );
  await tx.users.update(person.id, {
    ...{ passwordHash: null, passwordWeak: false, phoneVerifiedAt: null },
    // Another person may still read the mails to an address that nobody has proved.
    ...(isProved && { untrustedSince: null }),
    ...(person.passwordHash !== null && { passwordChangedAt: now }),
  });
  return {
    ...(person.passwordHash !== null && { passwordHash: null }),
    ...(person.phoneVerifiedAt !== null && { phoneVerifiedAt: null }),
  };
}

/**
 * Tells somebody which ways to sign in their account has, or had if they have `ended`: somebody else may have had it before them
 * and have left a passkey, which neither a new password nor a new address ends.
 */
async function tellWays(tx: NoticeTx, person: UserRecord, kinds: FactorRow["kind"][]) {
  const ended = person.untrustedSince !== null;
  if (person.passwordHash === null && kinds.length === 0 && !ended) return;
  const data = { password: person.passwordHash !== null, factors: kinds, ended };
  await queueNotice(tx, person, { template: "administrator_made", data });
}

/**
 * Changes a person who has just become an administrator; an account that was there before goes through
 * `refuseUnproved` first. Links that went out before end: a link for a new password may have gone to an address that somebody else
 * had put in. Sign-ins in progress end, because a first proof of an ordinary user opens the set-up of a factor. Sessions that an
 * identity provider began end, and so do those in which an administrator acts as the person, with the requests to do so. If
 * another person may have signed in as the person, every way to sign in ends. Returns what changed.
 */
export async function promoted(
  tx: PromotionTx,
  person: UserRecord,
  { by, now }: { by: Naming; now: Date },
): Promise<Proofs> {
  const proofs = proofsOf(person, by, now);
  if (Object.keys(proofs).length > 0) await tx.users.update(person.id, proofs);
  await endAllTokens(tx, person.id, now);
  await tx.signInFlows.removeWhere(eq(signInFlows.userId, person.id));
  await endOutsideSessions(tx, person.id, now);
  const kinds = (await factorsOf(tx, person.id)).map(({ kind }) => kind);
  const isProved = isProvedHere({ ...person, ...proofs });
  const ended = await endUntrusted(tx, person, { isProved, now });
  await tellWays(tx, person, kinds);
  await endActingAs(tx, person.id, "The person became an administrator", now);
  return { ...proofs, ...ended };
}
