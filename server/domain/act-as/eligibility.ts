import { eq } from "drizzle-orm";
import { tags, userTags } from "@/db/tenant/tags";
import { administrators } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { WriteTx } from "@/server/kernel/operation/store";
import { guardAdministrator } from "../users/administrator-guard";
import { mayOpenApp } from "../app-access/may-open";
import { getTheApp } from "../apps/apps";
import { actAs } from "./settings";
import { readSetting } from "../settings/tenant-settings";
import { strictest } from "../tags/policies";
import { lockState } from "../users/lock-state";
import { lockPerson } from "../users/people";
import { defineRefusals } from "@/server/kernel/texts/define";

const actAsRefusals = defineRefusals("act_as", {
  disabled: {
    status: 400,
    text: "Acting as other people is switched off in this organization’s settings.",
  },
  oneself: { status: 400, text: "You cannot act as yourself.", field: "userId" },
  person_suspended: { status: 400, text: "userId: this person is suspended.", field: "userId" },
  person_locked: { status: 400, text: "userId: this person is locked.", field: "userId" },
  /** A tag of the person has the policy that forbids acting as this person. */
  forbidden_by_tag: {
    status: 400,
    text: "userId: a tag of this person does not allow it.",
    field: "userId",
  },
  app_not_open_to_person: {
    status: 400,
    text: "appId: this person may not open the app themselves.",
    field: "appId",
  },
  /** The actor is a credential, or an administrator who already acts as a user. */
  console_only: { status: 403, text: "Only an administrator in the console can act as somebody." },
  administrators_only: {
    status: 403,
    text: "Only an administrator of this organization can act as somebody.",
  },
  /** The person is an administrator (kernel/operation/person-changes.ts). */
  owner_only: { status: 403, text: "Only an owner may act as another administrator." },
});

type EligibilityTx = Pick<WriteTx, "users" | "administrators" | "tenantSettings" | "select" | "apps">;

/**
 * Returns the administrator who makes the request. Throws for a credential, because the token must contain a user as actor (RFC
 * 8693 §4.1).
 */
export function actingPerson({ subject }: TenantActor) {
  if (subject.kind !== "user" || subject.actedBy) throw actAsRefusals.console_only();
  return subject;
}

/**
 * Throws if this administrator may not act as this user in this app. For the account page, the app is null. The status is 400
 * if the user's state or the settings forbid acting. The status is 403 if the administrator's role forbids acting. Runs at the
 * request and again at the start, because the state can change in between. Returns the settings and both users.
 */
export async function mayActAs(
  tx: EligibilityTx,
  actor: TenantActor,
  { userId, appId }: { userId: number; appId: number | null },
  now: Date,
) {
  const requester = actingPerson(actor);
  const settings = await readSetting(tx, actAs);
  if (!settings.enabled) throw actAsRefusals.disabled();
  if (requester.userId === userId) throw actAsRefusals.oneself();
  const person = await lockPerson(tx, userId);
  if (person.status !== "active") throw actAsRefusals.person_suspended();
  if (lockState(person, now).locked) throw actAsRefusals.person_locked();
  const own = await tx.administrators.find(eq(administrators.userId, requester.userId));
  if (!own) throw actAsRefusals.administrators_only();
  await guardAdministrator(tx, actor, "acting", userId, actAsRefusals.owner_only);
  const held = await tx.select({
    fields: { policies: tags.policies },
    from: userTags,
    join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
    where: eq(userTags.userId, userId),
  });
  if (strictest(held.map(({ policies }) => policies)).allowActAs === false)
    throw actAsRefusals.forbidden_by_tag();
  const app = appId === null ? null : await getTheApp(tx, appId);
  if (app && !(await mayOpenApp(tx, { appId: app.id, userId }))) throw actAsRefusals.app_not_open_to_person();
  return { settings, person, app, requester };
}
