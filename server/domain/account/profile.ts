import * as z from "zod";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { fieldsIn, ownProfileFields } from "@/server/kernel/user-fields";
import { changeFieldValues, userFields, valuesByName } from "../custom-fields/custom-fields";
import { localeOf } from "../messages/queue";
import { policiesOf } from "../tags/policies";
import { getPerson, isProvedHere, labelOf, lockPerson, userTarget, type UserRecord } from "../users/people";
import { OwnProfile, OwnProfilePatch } from "./profile.schema";
import { self } from "../users/self";
import { defineRefusals } from "@/server/kernel/texts/define";

const accountRefusals = defineRefusals("account", {
  /** A tag of the person has the policy that the profile is read-only. */
  profile_read_only: { status: 403, text: "Your organization does not let you change your profile." },
});

/** Returns the custom fields that a user may see. Omits the fields for administrators only. */
export async function ownFields(tx: Pick<ReadTx, "select" | "customFields">, userId: number) {
  const { fields } = await userFields(tx, userId);
  return fields.filter(({ visibility }) => visibility !== "admin_only");
}

/** Returns false if one of the user's tags forbids changes of the profile, else true. */
export const mayChangeProfile = async (tx: Pick<ReadTx, "select">, userId: number) =>
  (await policiesOf(tx, userId)).allowSelfServiceProfile !== false;

/** Throws 403 if one of the user's tags forbids changes of the profile. */
export async function refuseReadOnlyProfile(tx: Pick<ReadTx, "select">, userId: number) {
  if (!(await mayChangeProfile(tx, userId))) throw accountRefusals.profile_read_only();
}

async function profileOf(
  tx: Pick<ReadTx, "select" | "customFields">,
  person: UserRecord,
): Promise<OwnProfile> {
  const { id, email, emailVerifiedAt, userName } = person;
  return {
    userId: id,
    email,
    emailVerified: emailVerifiedAt !== null,
    emailProvedHere: isProvedHere(person),
    userName,
    ...fieldsIn(person, ownProfileFields),
    language: localeOf(person),
    mayChange: await mayChangeProfile(tx, id),
    fields: await ownFields(tx, id),
  };
}

export const getOwnProfile = query({
  name: "getOwnProfile",
  capability: "ManageOwnAccount",
  summary: "Get one's own profile",
  input: z.strictObject({}),
  output: OwnProfile,
  run: async ({ tx, actor }) => profileOf(tx, await getPerson(tx, self(actor).userId)),
});

export const updateOwnProfile = command({
  name: "updateOwnProfile",
  capability: "ManageOwnAccount",
  summary: "Change one's own profile",
  description: "Changes only the fields that are sent. Refused if a tag's policy forbids it.",
  input: OwnProfilePatch,
  output: OwnProfile,
  event: "profile_updated",
  target: (_input, user) => userTarget(user),
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { values = {}, language, ...patch }) => {
    const { userId } = self(actor);
    const before = await lockPerson(tx, userId);
    await refuseReadOnlyProfile(tx, userId);
    const fields = await ownFields(tx, userId);
    await changeFieldValues(tx, userId, fields, values);
    const old = { ...before, language: localeOf(before), ...valuesByName(fields) };
    const wanted = { ...patch, ...(language && { language }), ...values };
    if (Object.entries(wanted).every(([name, value]) => (old as Record<string, unknown>)[name] === value))
      unchanged();
    changed(old, wanted);
    const after = (await tx.users.update(userId, {
      ...patch,
      // SCIM clients use the same attribute for the language (RFC 7643 §4.1.1).
      ...(language && { scimAttributes: { ...before.scimAttributes, preferredLanguage: language } }),
      updatedAt: now,
    }))!;
    labelled(labelOf(after));
    return profileOf(tx, after);
  },
});
