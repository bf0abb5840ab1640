import { and, asc, eq, gt } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { tags, userTags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { Id, Limit } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { endLostAccess } from "../app-access/may-open";
import { getPerson, labelOf, userTarget } from "../users/people";
import { lockAppsOf, lockTag, toTag } from "./tags";
import { Tag, TaggedPerson } from "./tags.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const tagRefusals = defineRefusals("tag", {
  not_held: { status: 404, text: "There is no such tag of this user." },
});

const Pair = z.strictObject({ userId: Id, tagId: Id });
const PairAnswer = z.object({ userId: Id, tagId: Id });

export const tagUser = command({
  name: "tagUser",
  console: "tags.tagUser",
  capability: "ManageRelationshipTags",
  summary: "Give a user a tag",
  input: Pair,
  output: PairAnswer,
  event: "user_tagged",
  touches: ["grants"],
  target: userTarget,
  run: async ({ tx, changed, labelled, concerns, unchanged }, pair) => {
    const tag = await lockTag(tx, pair.tagId);
    labelled(labelOf(await getPerson(tx, pair.userId)));
    concerns(`tag:${tag.id}`);
    changed({ tag: null }, { tag: tag.name });
    if (!(await tx.userTags.insertIfAbsent(pair))) unchanged();
    return pair;
  },
});

export const untagUser = command({
  name: "untagUser",
  console: "tags.untagUser",
  capability: "ManageRelationshipTags",
  summary: "Remove a tag from a user",
  description: "If only this tag admitted the user to an app, its tokens for the user end at once.",
  input: Pair,
  output: PairAnswer,
  event: "user_untagged",
  touches: ["grants"],
  target: userTarget,
  run: async ({ tx, now, changed, labelled, concerns }, pair) => {
    const tag = await lockTag(tx, pair.tagId);
    labelled(labelOf(await getPerson(tx, pair.userId)));
    concerns(`tag:${tag.id}`);
    changed({ tag: tag.name }, { tag: null });
    const opensApps = await lockAppsOf(tx, pair.tagId);
    const worn = and(eq(userTags.userId, pair.userId), eq(userTags.tagId, pair.tagId))!;
    if ((await tx.userTags.removeWhere(worn)) === 0) throw tagRefusals.not_held();
    if (opensApps) await endLostAccess(tx, { userId: pair.userId }, now);
    return pair;
  },
});

export const listUserTags = query({
  name: "listUserTags",
  console: "tags.ofUser",
  capability: "ManageRelationshipTags",
  summary: "List the tags of a user",
  input: z.strictObject({ userId: Id }),
  output: z.array(Tag),
  run: async ({ tx }, { userId }) => {
    await getPerson(tx, userId);
    const rows = await tx.tags.list({ orderBy: [asc(inNameOrder(tags.nameKey))] });
    const worn = new Set(
      (await tx.userTags.list({ where: eq(userTags.userId, userId) })).map(({ tagId }) => tagId),
    );
    return rows.filter(({ id }) => worn.has(id)).map(toTag);
  },
});

export const listTagged = query({
  name: "listTagged",
  console: "tags.people",
  capability: "ManageRelationshipTags",
  summary: "List the users who have a tag",
  description: "In order of id; cursor is the nextCursor of the previous page.",
  input: z.strictObject({ tagId: Id, limit: Limit, cursor: z.int().min(0).default(0) }),
  output: z.object({
    users: z.array(TaggedPerson),
    nextCursor: Id.nullable(),
  }),
  run: async ({ tx }, { tagId, limit, cursor }) => {
    const rows = await tx.select({
      fields: { userId: users.id, email: users.email, name: users.name, taggedAt: userTags.taggedAt },
      from: userTags,
      join: [{ table: users, on: eq(users.id, userTags.userId) }],
      where: and(eq(userTags.tagId, tagId), gt(userTags.userId, cursor)),
      orderBy: [asc(userTags.userId)],
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      users: page.map((row) => ({ ...row, taggedAt: row.taggedAt.toISOString() })),
      nextCursor: rows.length > limit ? page.at(-1)!.userId : null,
    };
  },
});
