import { and, eq, isNull } from "drizzle-orm";
import { oneTimeTokens } from "@/db/tenant/messages";
import type { WriteTx } from "@/server/kernel/store";
import { primaryValue } from "../provisioning/primary";
import { endOutsideSessions } from "../federation/vouching";
import type { UserRecord } from "../users/people";

/** What of a person's proofs changes when they become an administrator. */
interface Proofs {
  emailVerifiedAt?: Date;
  phoneVerifiedAt?: null;
}

/** Whether nobody has used or proved this person's address yet. */
export const isUnused = ({ email, emailVerifiedAt, passwordHash, lastSignInAt }: UserRecord) =>
  email !== null && emailVerifiedAt === null && passwordHash === null && lastSignInAt === null;

/** Whether an identity provider has named this person's address: it may have put in another one than the person's. */
const isProvidersWord = ({ provisionedBy, scimAttributes }: UserRecord) =>
  provisionedBy !== null || scimAttributes !== null;

/**
 * What a provider has said of a number counts for others only (domain/provisioning/people.ts), and so does what it has said of
 * an address. An unused address that no provider has named is vouched for by whoever names the administrator, as that of an
 * organization's first owner is: no link for a first password would go there otherwise (domain/recovery/password-reset.ts).
 */
function proofsOf(person: UserRecord, addressed: boolean, now: Date): Proofs {
  const { phone, scimAttributes } = person;
  const isVouched = isUnused(person) && (addressed || !isProvidersWord(person));
  const isProvidersPhone = phone !== null && primaryValue(scimAttributes?.["phoneNumbers"]) === phone;
  return {
    ...(isVouched && { emailVerifiedAt: now }),
    ...(isProvidersPhone && { phoneVerifiedAt: null }),
  };
}

/**
 * What changes about a person who has just become an administrator. Links that went out before end: a link for a new password
 * may have gone to an address that somebody else had put in. Sessions that an identity provider began end. `addressed`: the person has read a mail to
 * this address, as that of an invitation. Gives what changed.
 */
export async function promoted(
  tx: Pick<WriteTx, "users" | "oneTimeTokens" | "sessions" | "appAuthorizations">,
  person: UserRecord,
  { addressed, now }: { addressed: boolean; now: Date },
): Promise<Proofs> {
  const proofs = proofsOf(person, addressed, now);
  if (Object.keys(proofs).length > 0) await tx.users.update(person.id, proofs);
  const live = and(eq(oneTimeTokens.userId, person.id), isNull(oneTimeTokens.usedAt))!;
  await tx.oneTimeTokens.updateWhere(live, { usedAt: now });
  await endOutsideSessions(tx, person.id, now);
  return proofs;
}
