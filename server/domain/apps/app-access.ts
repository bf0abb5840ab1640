import { and, asc, eq } from "drizzle-orm";
import * as z from "zod";
import { appExclusions, appGuests, appTags } from "@/db/tenant/app-access";
import { Id } from "@/server/kernel/fields";
import { command, query, type CommandContext } from "@/server/kernel/operation/operation";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { type Refusal, defineRefusals } from "@/server/kernel/texts/define";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { getPerson } from "../users/people";
import { endLostAccess } from "../app-access/may-open";
import { appTarget, getTheApp, lockApp, type AppRecord } from "./apps";
import { AppAccess } from "./apps.schema";
import { tagRefusals } from "../tags/tags";

const appRefusals = defineRefusals("app", {
  guest_not_found: { status: 404, text: "There is no such guest of this app." },
  tag_not_found: { status: 404, text: "There is no such tag of this app." },
  exclusion_not_found: { status: 404, text: "There is no such exclusion of this app." },
});

/** Returns the app's access settings: guests, tags and exclusions. */
async function accessOf(
  tx: Pick<ReadTx, "appGuests" | "appTags" | "appExclusions">,
  { id, restricted }: Pick<AppRecord, "id" | "restricted">,
): Promise<AppAccess> {
  const [guests, tags, exclusions] = await Promise.all([
    tx.appGuests.list({ where: eq(appGuests.appId, id), orderBy: [asc(appGuests.userId)] }),
    tx.appTags.list({ where: eq(appTags.appId, id), orderBy: [asc(appTags.tagId)] }),
    tx.appExclusions.list({ where: eq(appExclusions.appId, id), orderBy: [asc(appExclusions.userId)] }),
  ]);
  return {
    appId: id,
    restricted,
    grantedUserIds: guests.map(({ userId }) => userId),
    grantedTagIds: tags.map(({ tagId }) => tagId),
    excludedUserIds: exclusions.map(({ userId }) => userId),
  };
}

export const getAppAccess = query({
  name: "getAppAccess",
  rest: "GET /apps/{appId}/access",
  capability: "RegisterApps",
  summary: "Get who may open an app",
  description:
    "If restricted is false, everyone in the tenant can sign in and the lists are ignored. If it is true, " +
    "only people on the guest list or with an admitted tag can, except excluded ones.",
  input: z.strictObject({ appId: Id }),
  output: AppAccess,
  run: async ({ tx }, { appId }) => accessOf(tx, await getTheApp(tx, appId)),
});

const endsTokens = "People who lose access by it lose their tokens of the app at once.";

export const setAppRestricted = command({
  name: "setAppRestricted",
  rest: "PUT /apps/{appId}/access",
  console: "apps.access.restrict",
  capability: "RegisterApps",
  summary: "Restrict an app, or open it to everyone",
  description: endsTokens,
  input: z.strictObject({ appId: Id, restricted: z.boolean() }),
  output: AppAccess,
  event: "app_access_changed",
  target: appTarget,
  run: async ({ tx, now, changed, labelled, unchanged }, { appId, restricted }) => {
    const before = await lockApp(tx, appId);
    labelled(before.name);
    if (before.restricted === restricted) unchanged();
    else {
      changed({ restricted: before.restricted }, { restricted });
      await tx.apps.update(appId, { restricted });
      if (restricted) await endLostAccess(tx, { appId }, now);
    }
    return accessOf(tx, { id: appId, restricted });
  },
});

type Context = CommandContext<TenantActor, WriteTx>;

/** The operations and names of one access list: guests, tags or exclusions. */
interface List<Entry extends { appId: number }> {
  /** Name of the list in the event's changes. */
  field: string;
  /** Returns the field and the id of an entry. The event contains this reference. */
  ref: (entry: Entry) => string;
  /** The refusal for the removal of an entry that does not exist. */
  missing: Refusal;
  /** Returns the name of the entry's user or tag. Throws (404) if the user or tag does not exist. */
  require: (tx: ReadTx, entry: Entry) => Promise<string | null>;
  add: (tx: WriteTx, entry: Entry) => Promise<boolean>;
  remove: (tx: WriteTx, entry: Entry) => Promise<number>;
}

const guests: List<{ appId: number; userId: number }> = {
  field: "guest",
  ref: ({ userId }) => `user:${userId}`,
  missing: appRefusals.guest_not_found,
  require: async (tx, { userId }) => (await getPerson(tx, userId)).email,
  add: (tx, entry) => tx.appGuests.insertIfAbsent(entry),
  remove: (tx, { appId, userId }) =>
    tx.appGuests.removeWhere(and(eq(appGuests.appId, appId), eq(appGuests.userId, userId))!),
};

const exclusions: typeof guests = {
  ...guests,
  field: "exclusion",
  missing: appRefusals.exclusion_not_found,
  add: (tx, entry) => tx.appExclusions.insertIfAbsent(entry),
  remove: (tx, { appId, userId }) =>
    tx.appExclusions.removeWhere(and(eq(appExclusions.appId, appId), eq(appExclusions.userId, userId))!),
};

const groups: List<{ appId: number; tagId: number }> = {
  field: "tag",
  ref: ({ tagId }) => `tag:${tagId}`,
  missing: appRefusals.tag_not_found,
  require: async (tx, { tagId }) => {
    const tag = await tx.tags.get(tagId);
    if (!tag) throw tagRefusals.not_found();
    return tag.name;
  },
  add: (tx, entry) => tx.appTags.insertIfAbsent(entry),
  remove: (tx, { appId, tagId }) =>
    tx.appTags.removeWhere(and(eq(appTags.appId, appId), eq(appTags.tagId, tagId))!),
};

async function put<E extends { appId: number }>({ tx, now, ...say }: Context, list: List<E>, entry: E) {
  const app = await lockApp(tx, entry.appId);
  const name = await list.require(tx, entry);
  say.labelled(app.name);
  say.concerns(list.ref(entry));
  say.changed({ [list.field]: null }, { [list.field]: name });
  if (!(await list.add(tx, entry))) say.unchanged();
  else if (list === (exclusions as object)) await endLostAccess(tx, { appId: app.id }, now);
  return accessOf(tx, app);
}

async function take<E extends { appId: number }>({ tx, now, ...say }: Context, list: List<E>, entry: E) {
  const app = await lockApp(tx, entry.appId);
  const name = await list.require(tx, entry);
  if ((await list.remove(tx, entry)) === 0) throw list.missing();
  say.labelled(app.name);
  say.concerns(list.ref(entry));
  say.changed({ [list.field]: name }, { [list.field]: null });
  if (list !== (exclusions as object)) await endLostAccess(tx, { appId: app.id }, now);
  return accessOf(tx, app);
}

const OfUser = z.strictObject({ appId: Id, userId: Id });
const OfTag = z.strictObject({ appId: Id, tagId: Id });
const common = { capability: "RegisterApps", output: AppAccess, target: appTarget } as const;

export const grantAppToUser = command({
  name: "grantAppToUser",
  rest: "POST /apps/{appId}/access/users/{userId}",
  console: "apps.access.grantUser",
  ...common,
  summary: "Add a user to an app's guest list",
  input: OfUser,
  event: "app_access_user_granted",
  touches: ["grants"],
  run: (context, entry) => put(context, guests, entry),
});

export const revokeAppFromUser = command({
  name: "revokeAppFromUser",
  rest: "DELETE /apps/{appId}/access/users/{userId}",
  console: "apps.access.revokeUser",
  ...common,
  summary: "Remove a user from an app's guest list",
  description: endsTokens,
  input: OfUser,
  event: "app_access_user_revoked",
  touches: ["grants"],
  run: (context, entry) => take(context, guests, entry),
});

export const grantAppToTag = command({
  name: "grantAppToTag",
  rest: "POST /apps/{appId}/access/tags/{tagId}",
  console: "apps.access.grantTag",
  ...common,
  summary: "Let all users with a tag open an app",
  input: OfTag,
  event: "app_access_tag_granted",
  run: (context, entry) => put(context, groups, entry),
});

export const revokeAppFromTag = command({
  name: "revokeAppFromTag",
  rest: "DELETE /apps/{appId}/access/tags/{tagId}",
  console: "apps.access.revokeTag",
  ...common,
  summary: "Stop letting all users with a tag open an app",
  description: endsTokens,
  input: OfTag,
  event: "app_access_tag_revoked",
  run: (context, entry) => take(context, groups, entry),
});

export const excludeFromApp = command({
  name: "excludeFromApp",
  rest: "POST /apps/{appId}/access/exclusions/{userId}",
  console: "apps.access.exclude",
  ...common,
  summary: "Exclude a user from an app",
  description: `An exclusion prevails over tags and guest list. ${endsTokens}`,
  input: OfUser,
  event: "app_access_exclusion_added",
  touches: ["grants"],
  run: (context, entry) => put(context, exclusions, entry),
});

export const releaseExclusion = command({
  name: "releaseExclusion",
  rest: "DELETE /apps/{appId}/access/exclusions/{userId}",
  console: "apps.access.release",
  ...common,
  summary: "Remove a user from an app's exclusions",
  input: OfUser,
  event: "app_access_exclusion_removed",
  touches: ["grants"],
  run: (context, entry) => take(context, exclusions, entry),
});
