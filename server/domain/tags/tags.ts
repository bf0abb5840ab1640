import { asc, count, eq } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { appTags } from "@/db/tenant/app-access";
import { apps } from "@/db/tenant/apps";
import { tags, userTags } from "@/db/tenant/tags";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { refuseTaken, type Row, type WriteTx } from "@/server/kernel/operation/store";
import { endLostAccess } from "../app-access/may-open";
import { NewTag, Tag, TagPatch, TagPolicyInput, TagUse } from "./tags.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

export const tagRefusals = defineRefusals("tag", {
  not_found: { status: 404, text: "There is no such tag." },
  name_in_use: { status: 400, text: "name: is another tag's already.", field: "name" },
});

export const toTag = (row: Row<typeof tags>): Tag => ({
  tagId: row.id,
  name: row.name,
  isDefaultForSignup: row.isDefaultForSignup,
  isDefaultForInvites: row.isDefaultForInvites,
  policies: row.policies,
});

const tagTarget = ({ tagId }: { tagId: number }) => ({ ref: `tag:${tagId}` });
const named = (_input: unknown, tag: Tag) => ({ ...tagTarget(tag), label: tag.name });

const nameTaken = { tags_name: tagRefusals.name_in_use };

/** Returns the tag and locks its row until the transaction ends. Throws (404) if the tag does not exist. */
export async function lockTag(tx: Pick<WriteTx, "tags">, tagId: number) {
  const row = await tx.tags.lock(tagId);
  if (!row) throw tagRefusals.not_found();
  return row;
}

export const listTags = query({
  name: "listTags",
  rest: "GET /relationship-tags",
  console: "tags.list",
  capability: "ManageRelationshipTags",
  summary: "List the relationship tags",
  input: z.strictObject({}),
  output: z.array(Tag),
  run: async ({ tx }) => (await tx.tags.list({ orderBy: [asc(inNameOrder(tags.nameKey))] })).map(toTag),
});

/** Returns the use of each tag: the number of users with the tag, and the restricted apps that the tag opens. */
export const listTagUse = query({
  name: "listTagUse",
  console: "tags.use",
  capability: "ManageRelationshipTags",
  summary: "List the relationship tags with their use",
  input: z.strictObject({}),
  output: z.array(TagUse),
  run: async ({ tx }) => {
    const [all, worn, opened] = await Promise.all([
      tx.tags.list({ orderBy: [asc(inNameOrder(tags.nameKey))] }),
      tx.select({
        fields: { tagId: userTags.tagId, people: count() },
        from: userTags,
        groupBy: [userTags.tagId],
      }),
      tx.select({
        fields: { tagId: appTags.tagId, appId: apps.id, name: apps.name },
        from: appTags,
        join: [{ table: apps, on: eq(apps.id, appTags.appId) }],
        orderBy: [asc(inNameOrder(apps.name)), asc(apps.id)],
      }),
    ]);
    const people = new Map(worn.map((row) => [row.tagId, row.people]));
    return all.map((row) => ({
      ...toTag(row),
      people: people.get(row.id) ?? 0,
      apps: opened.filter(({ tagId }) => tagId === row.id).map(({ appId, name }) => ({ appId, name })),
    }));
  },
});

export const createTag = command({
  name: "createTag",
  rest: { at: "POST /relationship-tags", status: 201 },
  console: "tags.create",
  capability: "ManageRelationshipTags",
  summary: "Create a relationship tag",
  description: "Names are unique, without case.",
  input: NewTag,
  output: Tag,
  event: "tag_created",
  target: named,
  run: async ({ tx, changed }, input) => {
    changed({}, input);
    return toTag(await refuseTaken(tx.tags.insert(input), nameTaken));
  },
});

export const updateTag = command({
  name: "updateTag",
  console: "tags.update",
  capability: "ManageRelationshipTags",
  summary: "Change a tag's name or its automatic assignment",
  input: TagPatch.extend({ tagId: Id }),
  output: Tag,
  event: "tag_updated",
  target: named,
  run: async ({ tx, changed }, { tagId, ...patch }) => {
    const before = await lockTag(tx, tagId);
    changed(before, patch);
    return toTag((await refuseTaken(tx.tags.update(tagId, patch), nameTaken))!);
  },
});

export const setTagPolicy = command({
  name: "setTagPolicy",
  rest: "PATCH /relationship-tags/{tagId}/policy",
  console: "tags.setPolicy",
  capability: "ManageRelationshipTags",
  summary: "Set a policy of a tag",
  description: "Sets one policy. It applies to everyone who has the tag, from the next sign-in on.",
  input: TagPolicyInput.extend({ tagId: Id }),
  output: Tag,
  event: "tag_policy_changed",
  target: named,
  run: async ({ tx, changed, unchanged }, { tagId, policyKey, value }) => {
    const before = await lockTag(tx, tagId);
    changed({ [policyKey]: before.policies[policyKey] }, { [policyKey]: value });
    if (before.policies[policyKey] === value) unchanged();
    return toTag((await tx.tags.update(tagId, { policies: { ...before.policies, [policyKey]: value } }))!);
  },
});

export const unsetTagPolicy = command({
  name: "unsetTagPolicy",
  console: "tags.unsetPolicy",
  capability: "ManageRelationshipTags",
  summary: "Remove a policy of a tag",
  description: "The tag no longer affects the policy; the organization's settings and other tags decide.",
  input: TagPolicyInput.pick({ policyKey: true }).extend({ tagId: Id }),
  output: Tag,
  event: "tag_policy_changed",
  target: named,
  run: async ({ tx, changed, unchanged }, { tagId, policyKey }) => {
    const before = await lockTag(tx, tagId);
    const { [policyKey]: value, ...policies } = before.policies;
    changed({ [policyKey]: value }, { [policyKey]: null });
    if (value === undefined) unchanged();
    return toTag((await tx.tags.update(tagId, { policies }))!);
  },
});

/**
 * Locks the apps that the tag opens. Call before users lose the tag. A consent to an app locks the app too. A later consent
 * therefore waits, and is then refused if the user has lost access. Returns true if the tag opens at least one app.
 */
export async function lockAppsOf(tx: Pick<WriteTx, "appTags" | "apps">, tagId: number): Promise<boolean> {
  const opened = await tx.appTags.list({ where: eq(appTags.tagId, tagId), orderBy: [asc(appTags.appId)] });
  for (const { appId } of opened) await tx.apps.lock(appId);
  return opened.length > 0;
}

export const deleteTag = command({
  name: "deleteTag",
  console: "tags.remove",
  capability: "ManageRelationshipTags",
  summary: "Delete a tag",
  description:
    "Removes it from all users. Users whom only this tag admitted to an app lose its tokens at once.",
  input: z.strictObject({ tagId: Id }),
  output: z.object({ tagId: Id, deleted: z.boolean() }),
  event: "tag_deleted",
  target: tagTarget,
  run: async ({ tx, now, changed, labelled }, { tagId }) => {
    const { name } = await lockTag(tx, tagId);
    labelled(name);
    changed({ name }, { name: null });
    const opensApps = await lockAppsOf(tx, tagId);
    const deleted = await tx.tags.remove(tagId);
    if (opensApps) await endLostAccess(tx, {}, now);
    return { tagId, deleted };
  },
});
