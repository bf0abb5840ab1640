import { and, eq, inArray, not, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { factors, signIns } from "@/db/tenant/sign-ins";
import { tags, userTags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { refusedWithTag } from "./preview";
import { PREVIEW_DAYS } from "./preview-days.schema";
import { EXACT_UP_TO } from "../counts/counts.schema";
import { secondFactorKinds } from "../sign-in-methods/factor-kinds.schema";
import { strictest, tagsHeld } from "../tags/policies";
import { SelectedIds } from "../users/bulk.schema";
import { getPerson } from "../users/people";
import { tagPolicyNames, type TagPolicy } from "../tags/policies.schema";
import {
  TaggingInput,
  TaggingManyPreview,
  TaggingPreview,
  TagPolicyPreview,
  type PolicyCounts,
} from "./tag-preview.schema";
import { TagPolicyChoice } from "../tags/tags.schema";
import { tagRefusals } from "../tags/tags";

/**
 * Returns the value of a policy that restricts users. The value is true for a policy that requires something, and false for a
 * policy that allows something.
 */
const restricting = (policy: TagPolicy) => policy.startsWith("require");
const restricts = (policy: TagPolicy, value: boolean | null | undefined) => value === restricting(policy);

const hasTag = (tagId: number) =>
  sql`exists (select 1 from ${userTags} held
    where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id and held.tag_id = ${tagId}::bigint)`;

/** Returns the SQL condition "another tag of the user restricts the user in the same way". */
const restrictedOtherwise = (tagId: number, policy: TagPolicy) =>
  sql`exists (select 1 from ${userTags} held join ${tags} other on other.tenant_id = held.tenant_id and other.id = held.tag_id
    where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id and held.tag_id <> ${tagId}::bigint
      and (other.policies->>${policy}::text)::boolean = ${restricting(policy)}::boolean)`;

const withoutSecondFactor = sql`not exists (select 1 from ${factors} own
  where own.tenant_id = ${users}.tenant_id and own.user_id = ${users}.id and own.verified_at is not null 
    and ${inArray(sql`own.kind`, secondFactorKinds)})`;

const cameByLink = (since: Date) =>
  sql`exists (select 1 from ${signIns} past
    where past.tenant_id = ${users}.tenant_id and past.user_id = ${users}.id and past.at >= ${since.toISOString()}::timestamptz
      and past.method = 'MagicLink' and past.outcome in ('succeeded', 'stepped_up'))`;

/**
 * Returns the condition for users who notice the policy at their next sign-in. Returns null if the stored data cannot show the
 * effect of the policy.
 */
const noticing = (policy: TagPolicy, since: Date): SQL | null =>
  policy === "requireMfa" ? withoutSecondFactor : policy === "allowMagicLink" ? cameByLink(since) : null;

const daysBefore = (now: Date) => new Date(now.getTime() - PREVIEW_DAYS * 86_400_000);

export const previewTagPolicy = query({
  name: "previewTagPolicy",
  console: "tags.previewPolicy",
  cost: "heavy",
  capability: "ManageRelationshipTags",
  summary: "Count the people whom a change of a tag's policy affects",
  description:
    "The value null removes the policy. A change loosens nothing if the tag does not restrict it already.",
  input: TagPolicyChoice.extend({ tagId: Id }),
  output: TagPolicyPreview,
  run: async ({ tx, now }, { tagId, policyKey, value }) => {
    const tag = await tx.tags.get(tagId);
    if (!tag) throw tagRefusals.not_found();
    const [before, after] = [tag.policies[policyKey], value].map((each) => restricts(policyKey, each));
    const tagged = await counted(tx, hasTag(tagId));
    if (before === after) return { effect: null, people: 0, tagged, hit: null };
    const { people, hit } = await countRestricted(tx, tagId, policyKey, hasTag(tagId), now);
    return after
      ? { effect: "restricts" as const, people, tagged, hit }
      : { effect: "loosens" as const, people, tagged, hit: null };
  },
});

const counted = (tx: Pick<ReadTx, "users">, where: SQL | undefined) => tx.users.count(where, EXACT_UP_TO + 1);

/**
 * Counts the users of `among` whom the tag's policy restricts or would restrict. Excludes users whom another tag restricts in
 * the same way.
 */
async function countRestricted(
  tx: Pick<ReadTx, "users">,
  tagId: number,
  policy: TagPolicy,
  among: SQL,
  now: Date,
): Promise<PolicyCounts> {
  const restricted = and(
    ...[eq(users.kind, "person"), eq(users.status, "active"), among],
    not(restrictedOtherwise(tagId, policy)),
  );
  const notices = noticing(policy, daysBefore(now));
  const [people, hit] = await Promise.all([
    counted(tx, restricted),
    notices && counted(tx, and(restricted, notices)),
  ]);
  return { people, hit };
}

export const previewTagging = query({
  name: "previewTagging",
  console: "tags.previewTagging",
  cost: "heavy",
  capability: "ManageRelationshipTags",
  summary: "Preview what a user loses by a tag",
  description:
    "Considers the policies of the tag, together with those of the user's other tags, and the access rules that name the tag.",
  input: TaggingInput,
  output: TaggingPreview,
  run: async ({ tx, now, words }, { userId, tagId }) => {
    await getPerson(tx, userId);
    const tag = await tx.tags.get(tagId);
    if (!tag) throw tagRefusals.not_found();
    const held = await tagsHeld(tx, userId);
    const before = strictest(held.map(({ policies }) => policies));
    const { signIns: looked, refused } = await refusedWithTag(
      tx,
      { userIds: [userId], tagId },
      { now, words },
    );
    return {
      policies: tagPolicyNames.filter(
        (name) => restricts(name, tag.policies[name]) && !restricts(name, before[name]),
      ),
      days: PREVIEW_DAYS,
      signIns: looked,
      refused,
    };
  },
});

export const previewTaggingMany = query({
  name: "previewTaggingMany",
  console: { at: "tags.previewTaggingMany", inBody: true },
  cost: "heavy",
  capability: "ManageRelationshipTags",
  summary: "Preview what many users lose by a tag",
  description:
    "Considers the policies of the tag, together with those of each user's other tags, and the access rules that name the tag. Users who have the tag already lose nothing.",
  input: z.strictObject({ userIds: SelectedIds, tagId: Id }),
  output: TaggingManyPreview,
  run: async ({ tx, now, words }, { userIds, tagId }) => {
    const tag = await tx.tags.get(tagId);
    if (!tag) throw tagRefusals.not_found();
    const among = and(inArray(users.id, userIds), not(hasTag(tagId)))!;
    const policies = await Promise.all(
      tagPolicyNames
        .filter((policy) => restricts(policy, tag.policies[policy]))
        .map(async (policy) => ({ policy, ...(await countRestricted(tx, tagId, policy, among, now)) })),
    );
    const { refused } = await refusedWithTag(tx, { userIds, tagId }, { now, words });
    return { policies: policies.filter(({ people }) => people > 0), days: PREVIEW_DAYS, refused };
  },
});
