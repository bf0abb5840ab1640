import { and, eq, gt, isNull } from "drizzle-orm";
import { identities } from "@/db/tenant/federation";
import { sessions } from "@/db/tenant/sessions";
import { factors } from "@/db/tenant/sign-ins";
import { invalid } from "@/server/kernel/errors";
import type { ReadTx, WriteTx } from "@/server/kernel/store";
import { endActingAs } from "../act-as/acting";
import { factorsOf } from "../factors/factors";
import { queueNotice, type NoticeTx } from "../message-queue/notices";
import { endAllTokens } from "../one-time-tokens/tokens";
import { primaryValue } from "../provisioning/primary";
import { endOutsideSessions } from "../federation/vouching";
import type { UserRecord } from "../users/people";

/** What of a person's proofs changes when they become an administrator. */
interface Proofs {
  emailVerifiedAt?: Date;
  phoneVerifiedAt?: null;
}

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
 * Refuses (400) to make somebody an administrator who uses their account but has not proved its address. Whoever made the
 * account may have chosen its password, and moved it to another person's address since: they would administer instead.
 */
export async function refuseUnproved(
  tx: UseTx,
  person: UserRecord,
  { now, refusal }: { now: Date; refusal: { message: string; field: string } },
): Promise<void> {
  if (person.emailVerifiedAt !== null || (await isUnused(tx, person, now))) return;
  throw invalid(refusal.message, refusal.field);
}

/** Whether an identity provider has named this person's address: it may have put in another one than the person's. */
const isProvidersWord = ({ provisionedBy, scimAttributes }: UserRecord) =>
  provisionedBy !== null || scimAttributes !== null;

/**
 * What a provider has said of a number counts for others only (domain/provisioning/people.ts), and so does what it has said of
 * an address. An unused address that no provider has named is vouched for by whoever names the administrator, as that of an
 * organization's first owner is: no link for a first password would go there otherwise (domain/recovery/password-reset.ts).
 */
function proofsOf(person: UserRecord, addressed: boolean, now: Date): Proofs {
  const { email, phone, scimAttributes } = person;
  const isVouched = email !== null && looksUnused(person) && (addressed || !isProvidersWord(person));
  const isProvidersPhone = phone !== null && primaryValue(scimAttributes?.["phoneNumbers"]) === phone;
  return {
    ...(isVouched && { emailVerifiedAt: now }),
    ...(isProvidersPhone && { phoneVerifiedAt: null }),
  };
}

/**
 * Tells somebody which ways to sign in their account has: somebody else may have had it before them and have left a passkey,
 * which neither a new password nor a new address ends.
 */
async function tellWays(tx: UseTx & NoticeTx, person: UserRecord) {
  const kinds = (await factorsOf(tx, person.id)).map(({ kind }) => kind);
  if (person.passwordHash === null && kinds.length === 0) return;
  const data = { password: person.passwordHash !== null, factors: kinds };
  await queueNotice(tx, person, { template: "administrator_made", data });
}

/**
 * What changes about a person who has just become an administrator; an account that was there before goes through
 * `refuseUnproved` first. Links that went out before end: a link for a new password may have gone to an address that somebody else
 * had put in. Sessions that an identity provider began end, and so do those in which an administrator acts as them, with the
 * requests to do so. `addressed`: the person has read a mail to this address, as that of an invitation. Gives what changed.
 */
export async function promoted(
  tx: UseTx &
    NoticeTx &
    Pick<WriteTx, "users" | "oneTimeTokens" | "sessions" | "appAuthorizations" | "actAsRequests">,
  person: UserRecord,
  { addressed, now }: { addressed: boolean; now: Date },
): Promise<Proofs> {
  const proofs = proofsOf(person, addressed, now);
  if (Object.keys(proofs).length > 0) await tx.users.update(person.id, proofs);
  await endAllTokens(tx, person.id, now);
  await endOutsideSessions(tx, person.id, now);
  await tellWays(tx, person);
  await endActingAs(tx, person.id, "The person became an administrator", now);
  return proofs;
}
