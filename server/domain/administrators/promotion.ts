import { and, eq, gt, isNull } from "drizzle-orm";
import { identities } from "@/db/tenant/federation";
import { devices, sessions } from "@/db/tenant/sessions";
import { signInFlows } from "@/db/tenant/sign-in-flows";
import { factors, mfaResetRequests } from "@/db/tenant/sign-ins";
import type { AppError } from "@/server/kernel/errors";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { endLostAccess } from "../app-access/may-open";
import { endActingAs } from "../act-as/acting";
import { forgetDevice } from "../devices/devices";
import { endTrust, factorsOf } from "../factors/factors";
import { queueNotice, type NoticeTx } from "../messages/notices";
import { endAllTokens } from "../one-time-tokens/tokens";
import type { HeldKind } from "../sign-in-methods/factor-kinds.schema";
import { primaryValue } from "../scim-attributes/scim-attributes";
import { endOutsideSessions } from "../federation/vouching";
import { endSessions, isProvedHere, untrustedFrom, type UserRecord } from "../users/people";
import { textIn } from "@/server/kernel/texts/text";
import { defineTexts } from "@/server/kernel/texts/define";

const actAsTexts = defineTexts("act_as_end", { became_administrator: "The person became an administrator" });

/** Columns that the promotion to administrator changes in the user's row. */
interface Proofs {
  emailVerifiedAt?: Date | null;
  emailVouchedBy?: null;
  phoneVerifiedAt?: null;
  passwordHash?: null;
}

/**
 * How the user becomes an administrator. `appointment`: another administrator appoints the user by id. `mail`: the user
 * presents both secrets of an invitation, of which one is only in the mail. `token`: the user presents only the token of an
 * invitation.
 */
type Naming = "appointment" | "mail" | "token";

type UseTx = Pick<ReadTx, "factors" | "identities" | "sessions">;

const looksUnused = ({ emailVerifiedAt, passwordHash, lastSignInAt }: UserRecord) =>
  emailVerifiedAt === null && passwordHash === null && lastSignInAt === null;

/**
 * Returns true if nobody has used this account and its e-mail address was never proved. A factor, a linked identity or a live
 * session counts as use.
 */
async function isUnused(tx: UseTx, person: UserRecord, now: Date): Promise<boolean> {
  const { id } = person;
  if (!looksUnused(person)) return false;
  const live = and(
    eq(sessions.userId, id),
    // Excludes sessions in which an administrator acts as the user.
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
 * Throws (400) if the account was used and its e-mail address is unproved. The creator of the account may have set the password
 * and then entered another person's address. The creator would then become administrator in place of this person. A statement
 * of an identity provider is no proof, because the managers of providers control such statements.
 */
export async function refuseUnproved(
  tx: UseTx,
  person: UserRecord,
  { now, refusal }: { now: Date; refusal: () => AppError },
): Promise<void> {
  if (await isClaimed(tx, person, now)) throw refusal();
}

/** Returns true if the account was used and its e-mail address is unproved, so that another person may have used it. */
const isClaimed = async (tx: UseTx, person: UserRecord, now: Date) =>
  !isProvedHere(person) && !(await isUnused(tx, person, now));

/**
 * Returns true if an identity provider has created or changed this user. The e-mail address may then belong to another person.
 */
const isProvidersWord = ({ provisionedBy, scimAttributes }: UserRecord) =>
  provisionedBy !== null || scimAttributes !== null;

/**
 * Returns the changes of the columns `emailVerifiedAt` and `phoneVerifiedAt`. If only an identity provider stated the phone
 * number, the number becomes unproved (domain/provisioning/people.ts). The appointment proves the e-mail address, as for an
 * organization's first owner. Otherwise the server would send no link for a first password to the address
 * (domain/recovery/password-reset.ts). If a provider or another person has set the address, the appointment does not prove the
 * address, and a provider's statement about it no longer counts. The address may have changed after the owner read it and before
 * the appointment.
 */
function proofsOf(person: UserRecord, by: Naming, now: Date): Proofs {
  const { email, phone, scimAttributes } = person;
  const isChosenByOthers = isProvidersWord(person) || person.untrustedSince !== null;
  const isAppointed = by === "appointment" && !isProvedHere(person);
  const isVouched =
    email !== null && (isAppointed ? !isChosenByOthers : by === "mail" && looksUnused(person));
  const isProvidersPhone = phone !== null && primaryValue(scimAttributes?.["phoneNumbers"]) === phone;
  return {
    ...(isAppointed && { emailVerifiedAt: null, emailVouchedBy: null }),
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
    | "identities"
    | "oneTimeTokens"
    | "sessions"
    | "appAuthorizations"
    | "actAsRequests"
    | "signInFlows"
    | "devices"
    | "mfaResetRequests"
  >;

/**
 * Ends every way to sign in except mails to the address, if another person may have signed in to this account. The other person
 * may have added any of these ways, even after the address was proved. Ends sessions, app tokens, factors, recovery codes and
 * trusted devices. Removes the password and known devices. Marks the phone number as unproved. Denies open requests to reset
 * the factors. Linked identities remain, because administrators cannot sign in by an identity provider. Returns the changed
 * columns.
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
    { status: "denied", decidedAt: now, note: textIn("en", actAsTexts.became_administrator()) },
  );
  await tx.users.update(person.id, {
    passwordHash: null,
    passwordWeak: false,
    phoneVerifiedAt: null,
    // If the e-mail address is unproved, another person may still read its mails. The mark `untrustedSince` then stays.
    ...(isProved && { untrustedSince: null }),
    ...(person.passwordHash !== null && { passwordChangedAt: now }),
  });
  return {
    ...(person.passwordHash !== null && { passwordHash: null }),
    ...(person.phoneVerifiedAt !== null && { phoneVerifiedAt: null }),
  };
}

/**
 * Notifies the new administrator of the ways to sign in that the account has or had before this promotion. Another person may
 * have used the account and left a passkey. A new password or a new e-mail address does not remove the passkey.
 */
async function tellWays(tx: NoticeTx, person: UserRecord, kinds: HeldKind[]) {
  const ended = person.untrustedSince !== null;
  if (person.passwordHash === null && kinds.length === 0 && !ended) return;
  const data = { password: person.passwordHash !== null, factors: kinds, ended };
  await queueNotice(tx, person, { template: "administrator_made", data });
}

/**
 * Marks an account that is appointed by id as untrusted if it was used before its address was proved, and returns the record.
 * Removes its linked identities, because they may be of another person and would open the account again after the role.
 */
async function suspectedIn(tx: PromotionTx, person: UserRecord, by: Naming, now: Date): Promise<UserRecord> {
  if (by !== "appointment" || !(await isClaimed(tx, person, now))) return person;
  const mark = untrustedFrom(person, now);
  await tx.identities.removeWhere(eq(identities.userId, person.id));
  await tx.users.update(person.id, mark);
  return { ...person, ...mark };
}

/**
 * Completes the promotion of a user to administrator. Returns the changed columns. For an existing account that is not appointed
 * by id, call `refuseUnproved` first. Call this function after the role is granted, because it ends the tokens of apps that do not admit
 * administrators. This function also ends:
 * - links that were sent before. A link for a new password may have gone to an address that another person set.
 * - sign-ins in progress. After the first factor, an ordinary user may set up a second factor.
 * - sessions that an identity provider began.
 * - sessions and requests of administrators to act as the user.
 * - every way to sign in, if another person may have signed in to the account: also if an account that is appointed by id was
 *   used before its address was proved.
 */
export async function promoted(
  tx: PromotionTx,
  person: UserRecord,
  { by, now }: { by: Naming; now: Date },
): Promise<Proofs> {
  const proofs = proofsOf(person, by, now);
  const suspected = await suspectedIn(tx, person, by, now);
  if (Object.keys(proofs).length > 0) await tx.users.update(person.id, proofs);
  await endAllTokens(tx, person.id, now);
  await tx.signInFlows.removeWhere(eq(signInFlows.userId, person.id));
  await endOutsideSessions(tx, person.id, now);
  const kinds = (await factorsOf(tx, person.id)).map(({ kind }) => kind);
  const isProved = isProvedHere({ ...person, ...proofs });
  const ended = await endUntrusted(tx, suspected, { isProved, now });
  await endLostAccess(tx, { userId: person.id }, now);
  await tellWays(tx, suspected, kinds);
  await endActingAs(tx, person.id, actAsTexts.became_administrator(), now);
  return { ...proofs, ...ended };
}
