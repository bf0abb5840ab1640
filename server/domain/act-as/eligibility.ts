import { eq } from "drizzle-orm";
import { tags, userTags } from "@/db/tenant/tags";
import { administrators } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/actor";
import { forbidden, invalid } from "@/server/kernel/errors";
import type { WriteTx } from "@/server/kernel/store";
import { guardAdministrator } from "../users/administrator-guard";
import { mayOpenApp } from "../app-access/may-open";
import { getTheApp } from "../apps/apps";
import { actAs } from "./settings";
import { readSetting } from "../settings/tenant-settings";
import { strictest } from "../tags/policies";
import { lockState } from "../users/lock-state";
import { lockPerson } from "../users/people";

type EligibilityTx = Pick<WriteTx, "users" | "administrators" | "tenantSettings" | "select" | "apps">;

/** The administrator who acts; a credential has nobody whose name could stand in the token. */
export function actingPerson({ subject }: TenantActor) {
  if (subject.kind !== "user" || subject.actedBy)
    throw forbidden("Only an administrator in the console can act as somebody.");
  return subject;
}

/**
 * Whether this administrator may act as this person in this app (null: on the account page) now; asked when it is asked for
 * and again when it begins, because much can change between. Gives the settings and both people. Refuses with 400 what the
 * person's state or the settings forbid, with 403 what the administrator's role does.
 */
export async function mayActAs(
  tx: EligibilityTx,
  actor: TenantActor,
  { userId, appId }: { userId: number; appId: number | null },
  now: Date,
) {
  const requester = actingPerson(actor);
  const settings = await readSetting(tx, actAs);
  if (!settings.enabled)
    throw invalid("Acting as other people is switched off in this organization’s settings.");
  if (requester.userId === userId) throw invalid("You cannot act as yourself.", "userId");
  const person = await lockPerson(tx, userId);
  if (person.status !== "active") throw invalid("userId: this person is suspended.", "userId");
  if (lockState(person, now).locked) throw invalid("userId: this person is locked.", "userId");
  const own = await tx.administrators.find(eq(administrators.userId, requester.userId));
  if (!own) throw forbidden("Only an administrator of this organization can act as somebody.");
  await guardAdministrator(tx, actor, "acting", userId, () =>
    forbidden("Only an owner may act as another administrator."),
  );
  const held = await tx.select({
    fields: { policies: tags.policies },
    from: userTags,
    join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
    where: eq(userTags.userId, userId),
  });
  if (strictest(held.map(({ policies }) => policies)).allowActAs === false)
    throw invalid("userId: a tag of this person does not allow it.", "userId");
  const app = appId === null ? null : await getTheApp(tx, appId);
  if (app && !(await mayOpenApp(tx, { appId: app.id, userId })))
    throw invalid("appId: this person may not open the app themselves.", "appId");
  return { settings, person, app, requester };
}
