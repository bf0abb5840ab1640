import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { identities, type identityProviders } from "@/db/tenant/federation";
import { tags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import { byField, fieldsIn, userFieldNames } from "@/server/kernel/user-fields";
import { refuseTaken, type Row, type WriteTx } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";
import { isBarred } from "@/server/kernel/operation/standing";
import { isAdministrator } from "../users/administrator-guard";
import {
  changePerson,
  labelOf,
  untrustedFrom,
  userTarget,
  type UserRecord,
  explanationTexts,
} from "../users/people";
import type { FederatedIdentity } from "./federated-identity";
import { composedName, outdatedFields } from "./profile-updates";
import { configurationOf, identityProviderRefusals } from "./provider-records";
import { verbatim } from "@/server/kernel/strings/composed";
import { signInTexts } from "./vouching";

const texts = defineTexts("sign_in", {
  provider_off: "{provider} is switched off.",
  address_missing:
    "{provider} knows them, but nobody here is linked to that account, and it tells no e-mail address.",
  address_not_vouched:
    "{provider} knows them, but nobody here is linked to that account, and it does not vouch for the address {email}.",
  may_not_link:
    "Somebody here has the address {email} already, and {provider} may not link people by their address.",
  may_not_create: "Nobody here has the address {email}, and {provider} may not create people.",
  not_a_person: "The account is not a person’s.",
  locked: "The account is locked.",
  administrator_not_linked: "Administrators are not linked to a provider by their address.",
  address_changed: "The address of the account was just changed.",
  address_not_proven: "Whoever uses the account with the address {email} has not proven that it is theirs.",
});

type ProviderRecord = Row<typeof identityProviders>;

/** The user of an identity, or the reason for the refusal. */
export type Resolution =
  | {
      userId: number;
      how: "known" | "linked" | "created";
      label: string | null;
      /** The user before this sign-in, and the fields that have other values at the provider. */
      profile: { before: object; outdated: ReturnType<typeof outdatedFields> };
    }
  | { userId: null; refused: CodedText };

const refusedBecause = (refused: CodedText): Resolution => ({ userId: null, refused });

/**
 * Returns the user of an identity. Tries three ways in this order:
 * 1. the user who is linked to the identity,
 * 2. the user with the same verified address, if the provider may link by address,
 * 3. a new user, if the provider may create users. Never returns an administrator. A manager of providers could otherwise take
 *    over an owner's account.
 */
export async function resolveIdentity(
  tx: WriteTx,
  provider: ProviderRecord,
  identity: FederatedIdentity,
  now: Date,
): Promise<Resolution> {
  if (!provider.enabled) return refusedBecause(texts.provider_off({ provider: provider.name }));
  const bySubject = and(eq(identities.providerId, provider.id), eq(identities.subject, identity.subject))!;
  const known = await tx.identities.find(bySubject);
  if (known) {
    const user = await tx.users.lock(known.userId);
    const refusal =
      notOpen(user, now) ??
      ((await isAdministrator(tx, known.userId)) ? signInTexts.administrator_kept() : null);
    if (refusal !== null) return refusedBecause(refusal);
    await tx.identities.update(known.id, { lastUsedAt: now, email: identity.email });
    if (user!.untrustedSince === null) await tx.users.update(user!.id, untrustedFrom(user!, now));
    const outdated = outdatedFields(provider, user!, identity);
    if (isSome(outdated)) await changePerson(tx, user!, outdated, now);
    const profile = { before: user!, outdated };
    return { userId: known.userId, how: "known", label: labelOf(user!), profile };
  }

  const { linkByEmail, createPeople } = configurationOf(provider).settings;
  const { email } = identity;
  const named = { provider: provider.name };
  if (email === null) return refusedBecause(texts.address_missing(named));
  if (!identity.emailVerified) return refusedBecause(texts.address_not_vouched({ ...named, email }));
  const sameAddress = await tx.users.find(eq(users.emailKey, sql`lower(${email})`));
  if (sameAddress && !linkByEmail) return refusedBecause(texts.may_not_link({ ...named, email }));
  if (!sameAddress && !createPeople) return refusedBecause(texts.may_not_create({ ...named, email }));
  // Reads the user again after the lock, because another transaction may have proved or changed the address.
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
  const profile = { before: user, outdated: held ? outdatedFields(provider, held, identity) : {} };
  return { userId: user.id, how: sameAddress ? "linked" : "created", label: labelOf(user), profile };
}

const isSome = (fields: object) => Object.keys(fields).length > 0;

/**
 * Returns the columns for an address that the provider asserts as verified. Keeps an earlier proof by a mail of this server.
 */
const vouchedFor = ({ emailVerifiedAt }: UserRecord, now: Date) =>
  emailVerifiedAt === null ? { emailVerifiedAt: now, emailVouchedBy: "provider" as const } : {};

/** Returns the reason why nobody may sign in to this account. Returns null if sign-ins are allowed. */
function notOpen(user: UserRecord | undefined, now: Date): CodedText | null {
  if (user?.kind !== "person") return texts.not_a_person();
  if (user.status !== "active") return explanationTexts.suspended();
  // Ignores a lock that failed attempts caused. Such a lock blocks only guesses.
  if (isBarred(user, now)) return texts.locked();
  return null;
}

/**
 * Returns the reason why the identity must not be linked to this account by its address. Returns null if the link is allowed.
 */
async function notLinkable(
  tx: WriteTx,
  user: UserRecord | undefined,
  { email, now }: { email: string; now: Date },
): Promise<CodedText | null> {
  const refusal = notOpen(user, now);
  if (refusal !== null) return refusal;
  if (user!.email?.toLowerCase() !== email.toLowerCase()) return texts.address_changed();
  if (await isAdministrator(tx, user!.id)) return texts.administrator_not_linked();
  // An attacker could enter another person's address in an account of the attacker. The attacker could then wait until the
  // other person's identity is linked to the account.
  const used = user!.passwordHash !== null || user!.lastSignInAt !== null;
  return used && user!.emailVerifiedAt === null
    ? texts.address_not_proven({ email: user!.email ?? "" })
    : null;
}

async function createPerson(tx: WriteTx, identity: FederatedIdentity, email: string, now: Date) {
  // If another user has the user name, the new user gets no user name. The sign-in continues.
  const userName =
    identity.userName !== null &&
    !(await tx.users.find(eq(users.userNameKey, sql`lower(${identity.userName})`)))
      ? identity.userName
      : null;
  const user = await tx.users.insert({
    ...fieldsIn(identity, userFieldNames),
    email,
    name: identity.name ?? composedName(identity),
    userName,
    createdAt: now,
    updatedAt: now,
  });
  for (const tag of await tx.tags.list({ where: eq(tags.isDefaultForSignup, true) }))
    await tx.userTags.insertIfAbsent({ userId: user.id, tagId: tag.id });
  return user;
}

const Identity = z.object({
  subject: verbatim(z.string()),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  namesAsserted: z.boolean().default(false),
  // Fields are null by default. A sign-in that began before an update of Castellan lacks the new fields.
  ...byField(userFieldNames, () => z.string().nullable().default(null)),
});

const Outcome = z.object({
  userId: Id.nullable(),
  refused: z.custom<CodedText>().nullable(),
  /** True after a new link to a user whose profile differs from the provider's. The next run updates the profile. */
  isProfileOutdated: z.boolean(),
});

/**
 * Finds or creates the user of an identity from a provider, and updates the profile of a user who is already linked. The server
 * runs this command as the system. The event records a new link, a new user or a changed profile. The sign-in records a refusal.
 */
export const admitOutsideIdentity = command({
  name: "admitOutsideIdentity",
  capability: null,
  summary: "Find or create the user of a federated identity",
  input: z.strictObject({ providerId: Id, identity: Identity }),
  output: Outcome,
  event: "identity_linked",
  target: (_input, { userId }) => userTarget({ userId: userId ?? 0 }),
  run: async ({ tx, now, changed, labelled, concerns, happened, unchanged }, { providerId, identity }) => {
    const provider = await tx.identityProviders.get(providerId);
    if (!provider) throw identityProviderRefusals.not_found();
    // If two first sign-ins of the same person are simultaneous, one of them fails here. The server repeats the failed one, and
    // the repetition finds the user or link that the other sign-in created.
    const taken = () => new TakenMeanwhile();
    const result = await refuseTaken(resolveIdentity(tx, provider, identity, now), {
      users_email: taken,
      users_user_name: taken,
      identities_subject: taken,
    });
    if (result.userId === null) {
      unchanged();
      return { userId: null, refused: result.refused, isProfileOutdated: false };
    }
    const { userId, how, label, profile } = result;
    const isOutdated = isSome(profile.outdated);
    labelled(label);
    concerns(`identity_provider:${provider.id}`);
    if (how === "known") {
      if (isOutdated) happened("user_updated");
      else unchanged();
      changed(profile.before, profile.outdated);
      return { userId, refused: null, isProfileOutdated: false };
    }
    if (how === "created") happened("user_created");
    changed({}, { provider: provider.name, subject: identity.subject, email: identity.email });
    return { userId, refused: null, isProfileOutdated: isOutdated };
  },
});

/**
 * Thrown if a simultaneous transaction created the same user or link. The caller repeats the command. The repetition finds the
 * user or link.
 */
export class TakenMeanwhile extends Error {
  constructor() {
    super("the identity was linked at this very moment");
    this.name = "TakenMeanwhile";
  }
}
