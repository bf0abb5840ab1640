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
import type { FactorRow } from "../factors/factor-store";
import { factorsOf } from "../factors/factors";
import { endTrust } from "../factors/trust";
import { queueNotice, type NoticeTx } from "../message-queue/notices";
import { endAllTokens } from "../one-time-tokens/tokens";
import { primaryValue } from "../provisioning/primary";
import { endOutsideSessions } from "../federation/vouching";
import { endSessions, isProvedHere, type UserRecord } from "../users/people";
import { actAsTexts } from "@/server/kernel/texts/act-as";
import { textIn } from "@/server/kernel/texts/text";

/** Changed columns of a user's proofs at the promotion to administrator. */
interface Proofs {
  emailVerifiedAt?: Date;
  phoneVerifiedAt?: null;
  passwordHash?: null;
}

/**
 * Way of the promotion: `appointment` by the user's id, `mail` by an invitation whose mail was read, `token` by only
 * the token of an invitation.
 */
type Naming = "appointment" | "mail" | "token";

type UseTx = Pick<ReadTx, "factors" | "identities" | "sessions">;

const looksUnused = ({ emailVerifiedAt, passwordHash, lastSignInAt }: UserRecord) =>
  emailVerifiedAt === null && passwordHash === null && lastSignInAt === null;

/**
 * Returns true if this account was never used and its address was never proved. A factor, an identity or a live session
 * is a use.
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
 * Throws (400) if a used account with an unproved address would become an administrator. The creator of the account may
 * have set its password and then changed the address to another person's. The creator would then be the administrator
 * in that person's place. An identity provider's statement is no proof, because managers of providers decide its
 * content.
 */
export async function refuseUnproved(
  tx: UseTx,
  person: UserRecord,
  { now, refusal }: { now: Date; refusal: () => AppError },
): Promise<void> {
  if (isProvedHere(person) || (await isUnused(tx, person, now))) return;
  throw refusal();
}

/** Returns true if an identity provider has set this user's address. The address may then be another person's. */
const isProvidersWord = ({ provisionedBy, scimAttributes }: UserRecord) =>
  provisionedBy !== null || scimAttributes !== null;

/**
 * Returns the changes of the proofs. A provider's statement about a number or an address does not count for
 * administrators (domain/provisioning/people.ts). The appointment proves an unused address that no provider has set, as
 * for an organization's first owner. Otherwise the address could receive no link for a first password
 * (domain/recovery/password-reset.ts). An address that another person has changed does not count: the change may have
 * come after the owner read the address and before the appointment by id.
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
 * Ends every way to sign in except mails to the address, if another person may have signed in to this account. Each way
 * may be the other person's, even one that was added after the address was proved. Ends sessions, app tokens, factors,
 * recovery codes and trust in devices. Removes known devices, unproves the number, and denies open requests to reset
 * the factors. Linked identities remain, because no provider signs in an administrator. Returns the changed columns.
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
    // Another person may still read the mails to an unproved address.
    ...(isProved && { untrustedSince: null }),
    ...(person.passwordHash !== null && { passwordChangedAt: now }),
  });
  return {
    ...(person.passwordHash !== null && { passwordHash: null }),
    ...(person.phoneVerifiedAt !== null && { phoneVerifiedAt: null }),
  };
}

/**
 * Notifies the user of the ways to sign in that the account has, or had before they ended. Another person may have used
 * the account and left a passkey. Neither a new password nor a new address removes a passkey.
 */
async function tellWays(tx: NoticeTx, person: UserRecord, kinds: FactorRow["kind"][]) {
  const ended = person.untrustedSince !== null;
  if (person.passwordHash === null && kinds.length === 0 && !ended) return;
  const data = { password: person.passwordHash !== null, factors: kinds, ended };
  await queueNotice(tx, person, { template: "administrator_made", data });
}

/**
 * Completes the promotion of a user to administrator and returns the changed columns. Call `refuseUnproved` before, for
 * an existing account. Call this function after the role is granted, because it ends the tokens of apps that admit no
 * administrators. It also ends:
 * - links that were sent before: a link for a new password may have gone to an address that another person set,
 * - sign-ins in progress: a first factor of an ordinary user permits the set-up of a second one,
 * - sessions that an identity provider began,
 * - sessions and requests of administrators to act as the user,
 * - every way to sign in, if another person may have signed in to the account.
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
  await endLostAccess(tx, { userId: person.id }, now);
  await tellWays(tx, person, kinds);
  await endActingAs(tx, person.id, actAsTexts.became_administrator(), now);
  return { ...proofs, ...ended };
}
