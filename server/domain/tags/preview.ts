import { and, eq, inArray, not, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { factors, signIns } from "@/db/tenant/sign-ins";
import { tags, userTags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { notFound } from "@/server/kernel/errors";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation";
import type { ReadTx } from "@/server/kernel/store";
import { PREVIEW_DAYS, refusedWithTag } from "../access-rules/preview";
import { strictest, tagsHeld } from "../sign-in/admission";
import { EXACT_UP_TO } from "../sign-in/only-way";
import { SelectedIds } from "../users/bulk.schema";
import { getPerson } from "../users/people";
import { tagPolicyNames, type TagPolicy } from "./policies.schema";
import { TaggingInput, TaggingManyPreview, TaggingPreview, TagPolicyPreview } from "./preview.schema";
import { TagPolicyInput } from "./tags.schema";

/** Whether a policy's value takes something away: what is required, and what is not allowed. */
const restricts = (policy: TagPolicy, value: boolean | undefined) => value === policy.startsWith("require");

const hasTag = (tagId: number) =>
  sql`exists (select 1 from ${userTags} held
    where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id and held.tag_id = ${tagId}::bigint)`;

/** Whom another tag than this restricts in the same way. */
const restrictedOtherwise = (tagId: number, policy: TagPolicy, value: boolean) =>
  sql`exists (select 1 from ${userTags} held join ${tags} other on other.tenant_id = held.tenant_id and other.id = held.tag_id
    where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id and held.tag_id <> ${tagId}::bigint
      and (other.policies->>${policy}::text)::boolean = ${value}::boolean)`;

const withoutSecondFactor = sql`not exists (select 1 from ${factors} own
  where own.tenant_id = ${users}.tenant_id and own.user_id = ${users}.id and own.verified_at is not null and own.kind <> 'recovery_codes')`;

const cameByLink = (since: Date) =>
  sql`exists (select 1 from ${signIns} past
    where past.tenant_id = ${users}.tenant_id and past.user_id = ${users}.id and past.at >= ${since.toISOString()}::timestamptz
      and past.method = 'MagicLink' and past.outcome in ('succeeded', 'stepped_up'))`;

/** Who of those whom a policy restricts notices at the next sign-in; of the others' policies nothing tells. */
const noticing = (policy: TagPolicy, since: Date): SQL | null =>
  policy === "requireMfa" ? withoutSecondFactor : policy === "allowMagicLink" ? cameByLink(since) : null;

const daysBefore = (now: Date) => new Date(now.getTime() - PREVIEW_DAYS * 86_400_000);

export const previewTagPolicy = query({
  capability: "ManageRelationshipTags",
  summary: "Count whom a policy of a tag would take something from",
  description: `Counted up to ${EXACT_UP_TO}; one more means that there are more. A policy that is set so already takes nothing.`,
  input: TagPolicyInput.extend({ tagId: Id }),
  output: TagPolicyPreview,
  run: async ({ tx, now }, { tagId, policyKey, value }) => {
    const tag = await tx.tags.get(tagId);
    if (!tag) throw notFound("tag");
    if (!restricts(policyKey, value) || tag.policies[policyKey] === value) return { people: 0, hit: null };
    return countRestricted(tx, { tagId, policy: policyKey, value, among: hasTag(tagId) }, now);
  },
});

/** Whom of these a policy restricts whom no other tag restricts so already. */
async function countRestricted(
  tx: Pick<ReadTx, "users">,
  { tagId, policy, value, among }: { tagId: number; policy: TagPolicy; value: boolean; among: SQL },
  now: Date,
): Promise<TagPolicyPreview> {
  const restricted = and(
    ...[eq(users.kind, "person"), eq(users.status, "active"), among],
    not(restrictedOtherwise(tagId, policy, value)),
  );
  const notices = noticing(policy, daysBefore(now));
  const [people, hit] = await Promise.all([
    tx.users.count(restricted, EXACT_UP_TO + 1),
    notices && tx.users.count(and(restricted, notices), EXACT_UP_TO + 1),
  ]);
  return { people, hit };
}

export const previewTagging = query({
  capability: "ManageRelationshipTags",
  summary: "Tell what somebody would lose by a tag",
  description:
    "By its policies, beside those of the tags that they have, and by the access rules that name it.",
  input: TaggingInput,
  output: TaggingPreview,
  run: async ({ tx, now }, { userId, tagId }) => {
    await getPerson(tx, userId);
    const tag = await tx.tags.get(tagId);
    if (!tag) throw notFound("tag");
    const held = await tagsHeld(tx, userId);
    const before = strictest(held.map(({ policies }) => policies));
    const { signIns: looked, refused } = await refusedWithTag(tx, { userIds: [userId], tagId }, now);
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
  capability: "ManageRelationshipTags",
  summary: "Tell what many people would lose by a tag",
  description:
    "By its policies, beside those of the tags that they have, and by the access rules that name it. Whoever has it loses nothing.",
  input: z.strictObject({ userIds: SelectedIds, tagId: Id }),
  output: TaggingManyPreview,
  run: async ({ tx, now }, { userIds, tagId }) => {
    const tag = await tx.tags.get(tagId);
    if (!tag) throw notFound("tag");
    const among = and(inArray(users.id, userIds), not(hasTag(tagId)))!;
    const counted = await Promise.all(
      tagPolicyNames
        .filter((policy) => restricts(policy, tag.policies[policy]))
        .map(async (policy) => ({
          policy,
          ...(await countRestricted(tx, { tagId, policy, value: tag.policies[policy]!, among }, now)),
        })),
    );
    const { refused } = await refusedWithTag(tx, { userIds, tagId }, now);
    return { policies: counted.filter(({ people }) => people > 0), days: PREVIEW_DAYS, refused };
  },
});
