import { and, eq, not, sql, type SQL } from "drizzle-orm";
import { factors, signIns } from "@/db/tenant/sign-ins";
import { tags, userTags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { notFound } from "@/server/kernel/errors";
import { Id } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation";
import { refusedWithTag } from "../access-rules/preview";
import { PREVIEW_DAYS } from "../access-rules/preview.schema";
import { EXACT_UP_TO } from "../counts.schema";
import { strictest, tagsHeld } from "../sign-in/admission";
import { getPerson } from "../users/people";
import { tagPolicyNames, type TagPolicy } from "./policies.schema";
import { TaggingInput, TaggingPreview, TagPolicyPreview } from "./preview.schema";
import { TagPolicyChoice } from "./tags.schema";

/** The value with which a policy takes something away: what is required, and what is not allowed. */
const restricting = (policy: TagPolicy) => policy.startsWith("require");
const restricts = (policy: TagPolicy, value: boolean | null | undefined) => value === restricting(policy);

const hasTag = (tagId: number) =>
  sql`exists (select 1 from ${userTags} held
    where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id and held.tag_id = ${tagId}::bigint)`;

/** Whom another tag than this restricts in the same way. */
const restrictedOtherwise = (tagId: number, policy: TagPolicy) =>
  sql`exists (select 1 from ${userTags} held join ${tags} other on other.tenant_id = held.tenant_id and other.id = held.tag_id
    where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id and held.tag_id <> ${tagId}::bigint
      and (other.policies->>${policy}::text)::boolean = ${restricting(policy)}::boolean)`;

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
  summary: "Count for whom a change of a tag's policy makes a difference",
  description:
    "Value null: the policy is not set any more. What the tag does not restrict already, it does not loosen.",
  input: TagPolicyChoice.extend({ tagId: Id }),
  output: TagPolicyPreview,
  run: async ({ tx, now }, { tagId, policyKey, value }) => {
    const tag = await tx.tags.get(tagId);
    if (!tag) throw notFound("tag");
    const [before, after] = [tag.policies[policyKey], value].map((each) => restricts(policyKey, each));
    const count = (where: SQL | undefined) => tx.users.count(where, EXACT_UP_TO + 1);
    const tagged = await count(hasTag(tagId));
    if (before === after) return { effect: null, people: 0, tagged, hit: null };
    const concerned = and(
      ...[eq(users.kind, "person"), eq(users.status, "active"), hasTag(tagId)],
      not(restrictedOtherwise(tagId, policyKey)),
    );
    const notices = after ? noticing(policyKey, daysBefore(now)) : null;
    const [people, hit] = await Promise.all([count(concerned), notices && count(and(concerned, notices))]);
    return { effect: after ? ("restricts" as const) : ("loosens" as const), people, tagged, hit };
  },
});

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
    const { signIns: looked, refused } = held.some((one) => one.tagId === tagId)
      ? { signIns: 0, refused: null }
      : await refusedWithTag(tx, { userId, tagId, worn: held.map((one) => one.tagId) }, now);
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
