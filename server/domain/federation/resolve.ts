import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { identities, type identityProviders } from "@/db/tenant/federation";
import { tags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation";
import { identityProviderRefusals } from "@/server/kernel/refusals/identity-providers";
import { byField, fieldsIn, userFieldNames } from "@/server/kernel/user-fields";
import { refuseTaken, type Row, type WriteTx } from "@/server/kernel/store";
import { isAdministrator } from "../users/administrator-guard";
import { isBarred } from "../users/lock-state";
import { labelOf, untrustedFrom, userTarget, type UserRecord } from "../users/people";
import { settingsOf } from "./federation.schema";
import type { FederatedIdentity } from "./federated-identity";
import { KEPT_HERE } from "./vouching";

type ProviderRecord = Row<typeof identityProviders>;

/** Whose account an identity opens, or why none. */
export type Resolution =
  | { userId: number; how: "known" | "linked" | "created"; label: string | null }
  | { userId: null; refused: string };

const refusedBecause = (refused: string): Resolution => ({ userId: null, refused });

/**
 * Finds the person whom a provider vouches for: the one who is linked already; else, where the provider is trusted for
 * that, the one who has the proven address; else, where it may, a new one. Administrators are found neither by link nor by
 * address: whoever may configure a provider could otherwise become the owner.
 */
export async function resolveIdentity(
  tx: WriteTx,
  provider: ProviderRecord,
  identity: FederatedIdentity,
  now: Date,
): Promise<Resolution> {
  if (!provider.enabled) return refusedBecause(`${provider.name} is switched off.`);
  const bySubject = and(eq(identities.providerId, provider.id), eq(identities.subject, identity.subject))!;
  const known = await tx.identities.find(bySubject);
  if (known) {
    const user = await tx.users.lock(known.userId);
    const refusal = notOpen(user, now) ?? ((await isAdministrator(tx, known.userId)) ? KEPT_HERE : null);
    if (refusal !== null) return refusedBecause(refusal);
    await tx.identities.update(known.id, { lastUsedAt: now, email: identity.email });
    if (user!.untrustedSince === null) await tx.users.update(user!.id, untrustedFrom(user!, now));
    return { userId: known.userId, how: "known", label: labelOf(user!) };
  }

  const { linkByEmail, createPeople } = settingsOf[provider.kind].parse(provider.settings);
  const { email } = identity;
  if (email === null || !identity.emailVerified)
    return refusedBecause(
      `${provider.name} knows them, but nobody here is linked to that account, and it ${
        email === null ? "tells no e-mail address" : `does not vouch for the address ${email}`
      }.`,
    );
  const sameAddress = await tx.users.find(eq(users.emailKey, sql`lower(${email})`));
  if (sameAddress && !linkByEmail)
    return refusedBecause(
      `Somebody here has the address ${email} already, and ${provider.name} may not link people by their address.`,
    );
  if (!sameAddress && !createPeople)
    return refusedBecause(
      `Nobody here has the address ${email}, and ${provider.name} may not create people.`,
    );
  // Read again under the lock: a proof of the address may have come since.
  const held = sameAddress && (await tx.users.lock(sameAddress.id));
  if (sameAddress) {
    const refusal = await notLinkable(tx, held, { email, now });
    if (refusal !== null) return refusedBecause(refusal);
  }
  const user = held ?? (await createPerson(tx, identity, email, now));
  await tx.users.update(user.id, { ...untrustedFrom(user, now), ...vouchedFor(user, now) });
  await tx.identities.insert({
    userId: user.id,
    providerId: provider.id,
    subject: identity.subject,
    email,
    linkedAt: now,
    lastUsedAt: now,
  });
  return { userId: user.id, how: sameAddress ? "linked" : "created", label: labelOf(user) };
}

/** The columns of an address that a provider vouches for; a proof that was given here stays. */
const vouchedFor = ({ emailVerifiedAt }: UserRecord, now: Date) =>
  emailVerifiedAt === null ? { emailVerifiedAt: now, emailVouchedBy: "provider" as const } : {};

/** Why this account opens for nobody, whoever vouches for them. */
function notOpen(user: UserRecord | undefined, now: Date): string | null {
  if (user?.kind !== "person") return "The account is not a person’s.";
  if (user.status !== "active") return "The account is suspended.";
  // A lock that came of guesses does not keep out whom a provider vouches for.
  if (isBarred(user, now)) return "The account is locked.";
  return null;
}

/** Why this account is not given to whoever has proved its address elsewhere. */
async function notLinkable(
  tx: WriteTx,
  user: UserRecord | undefined,
  { email, now }: { email: string; now: Date },
): Promise<string | null> {
  const refusal = notOpen(user, now);
  if (refusal !== null) return refusal;
  if (user!.email?.toLowerCase() !== email.toLowerCase())
    return "The address of the account was just changed.";
  if (await isAdministrator(tx, user!.id))
    return "Administrators are not linked to a provider by their address.";
  // Somebody could put another's address on an account of theirs, and wait for the other to come into it.
  const used = user!.passwordHash !== null || user!.lastSignInAt !== null;
  return used && user!.emailVerifiedAt === null
    ? `Whoever uses the account with the address ${user!.email} has not proven that it is theirs.`
    : null;
}

async function createPerson(tx: WriteTx, identity: FederatedIdentity, email: string, now: Date) {
  const { name, givenName, familyName } = identity;
  // A user name that somebody has is not worth refusing anybody for.
  const userName =
    identity.userName !== null &&
    !(await tx.users.find(eq(users.userNameKey, sql`lower(${identity.userName})`)))
      ? identity.userName
      : null;
  const full = name ?? ([givenName, familyName].filter(Boolean).join(" ") || null);
  const user = await tx.users.insert({
    ...fieldsIn(identity, userFieldNames),
    ...{ email, name: full, userName },
    createdAt: now,
    updatedAt: now,
  });
  for (const tag of await tx.tags.list({ where: eq(tags.isDefaultForSignup, true) }))
    await tx.userTags.insertIfAbsent({ userId: user.id, tagId: tag.id });
  return user;
}

const Identity = z.object({
  subject: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  // Null by default: a sign-in that began before an update lacks a new field.
  ...byField(userFieldNames, () => z.string().nullable().default(null)),
});

const Outcome = z.object({ userId: Id.nullable(), refused: z.string().nullable() });

/**
 * What the server does when a provider has vouched for somebody, in the name of the system: a link or a person that comes of
 * it is recorded; a refusal is the sign-in's to record.
 */
export const admitOutsideIdentity = command({
  name: "admitOutsideIdentity",
  capability: null,
  summary: "Find or make the person whom an identity provider vouches for",
  input: z.strictObject({ providerId: Id, identity: Identity }),
  output: Outcome,
  event: "identity_linked",
  target: (_input, { userId }) => userTarget({ userId: userId ?? 0 }),
  run: async ({ tx, now, changed, labelled, concerns, happened, unchanged }, { providerId, identity }) => {
    const provider = await tx.identityProviders.get(providerId);
    if (!provider) throw identityProviderRefusals.not_found();
    // Two first sign-ins at once: the second finds what the first has made when it comes again.
    const taken = () => new TakenMeanwhile();
    const result = await refuseTaken(resolveIdentity(tx, provider, identity, now), {
      users_email: taken,
      users_user_name: taken,
      identities_subject: taken,
    });
    if (result.userId === null || result.how === "known") unchanged();
    if (result.userId === null) return { userId: null, refused: result.refused };
    labelled(result.label);
    concerns(`identity_provider:${provider.id}`);
    if (result.how === "created") happened("user_created");
    changed({}, { provider: provider.name, subject: identity.subject, email: identity.email });
    return { userId: result.userId, refused: null };
  },
});

/** Somebody else made the same person or link at the same moment; trying again finds it. */
export class TakenMeanwhile extends Error {
  constructor() {
    super("the identity was linked at this very moment");
    this.name = "TakenMeanwhile";
  }
}
