import { and, desc, eq, gte, inArray } from "drizzle-orm";
import { z } from "zod";
import { signIns } from "@/db/tenant/sign-ins";
import { userTags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { query } from "@/server/kernel/operation";
import type { ReadTx } from "@/server/kernel/store";
import { readSetting } from "../settings/tenant-settings";
import { geoRestriction, rulesInForce } from "./access-rules";
import {
  definitionOf,
  definitions,
  signInMethods,
  type CountryRestriction,
  type NewAccessRule,
} from "./access-rules.schema";
import { decide, toDecidable, type Facts, type Refusal, type Rule } from "./decide";
import { Draft, DraftPreview } from "./preview.schema";

const DAYS = 30;
/** How many sign-ins are looked at: the newest. */
const MOST = 10_000;
const EXAMPLES = 10;

/** The newest sign-ins that let somebody in, with who it was. */
const recentSignIns = (tx: Pick<ReadTx, "select">, since: Date, limit: number) =>
  tx.select({
    fields: {
      userId: users.id,
      name: users.name,
      email: users.email,
      at: signIns.at,
      ip: signIns.ip,
      country: signIns.country,
      region: signIns.region,
      method: signIns.method,
      appId: signIns.appId,
    },
    from: signIns,
    join: [{ table: users, on: eq(users.id, signIns.userId) }],
    where: and(
      gte(signIns.at, since),
      inArray(signIns.outcome, ["succeeded", "stepped_up"]),
      inArray(signIns.method, [...signInMethods]),
    ),
    orderBy: [desc(signIns.at), desc(signIns.id)],
    limit,
  });

type SignIn = Awaited<ReturnType<typeof recentSignIns>>[number];

/** Of the tags that some rule is about: who of these people has which. */
async function tagsByPerson(
  tx: Pick<ReadTx, "userTags">,
  rules: readonly Rule[],
  people: ReadonlySet<number>,
) {
  const wanted = [...new Set(rules.flatMap(({ tagId }) => tagId ?? []))];
  const where = and(inArray(userTags.tagId, wanted), inArray(userTags.userId, [...people]));
  const rows = wanted.length === 0 || people.size === 0 ? [] : await tx.userTags.list({ where });
  const found = new Map<number, number[]>();
  for (const { userId, tagId } of rows) found.set(userId, [...(found.get(userId) ?? []), tagId]);
  return found;
}

const factsOf = ({ at, ip, country, region, method, userId, appId }: SignIn, tagIds: number[]): Facts => ({
  ...{ at, ip, country, region, userId, tagIds, appId },
  method: method as Facts["method"],
  // Not kept with the sign-in.
  anonymizer: null,
});

const open: CountryRestriction = { mode: "disabled", countries: [] };

/** What is in force, and what would be added to it. */
interface Plan {
  rules: readonly Rule[];
  restriction: CountryRestriction;
  rule: Rule | null;
  draftRestriction: CountryRestriction | null;
}

/** Why the draft would refuse a sign-in that what is in force lets in; null where it would not. */
function refusalBy({ rules, restriction, rule, draftRestriction }: Plan, facts: Facts): Refusal | null {
  const added = rule === null ? [] : [rule];
  // What the draft would not refuse by itself, it does not refuse beside others.
  const [alone] = decide(added, draftRestriction ?? open, facts).refusals;
  if (!alone || !decide(rules, restriction, facts).allow) return null;
  return decide([...rules, ...added], draftRestriction ?? restriction, facts).allow ? null : alone;
}

/** A draft as a rule that can be decided on. */
function ruleOf(draft: NewAccessRule): Rule {
  const { scope, type, userId, tagId, appId, expiresAt } = draft;
  return toDecidable({
    id: 0,
    ...{ scope, type, userId: userId ?? null, tagId: tagId ?? null, appId: appId ?? null },
    expiresAt: expiresAt ? new Date(expiresAt) : null,
    definition: z.parse(definitions[type], definitionOf(draft)),
  });
}

interface Refused extends Pick<SignIn, "userId" | "name" | "email"> {
  signIns: number;
  last: Date;
  why: string;
}

export const previewAccessDraft = query({
  capability: "ManageAccessRules",
  summary: "Tell whom a draft of a rule or country restriction would have refused",
  description:
    `Of the newest ${MOST} successful sign-ins of ${DAYS} days, those that what is in force now lets in and would not with ` +
    "the draft. Whether an address is a VPN's is not kept with a sign-in, and limits refuse nothing: such drafts refuse none.",
  input: Draft,
  output: DraftPreview,
  run: async ({ tx, actor, now }, { rule, restriction }) => {
    const since = new Date(now.getTime() - DAYS * 86_400_000);
    const [found, rows, present] = await Promise.all([
      recentSignIns(tx, since, MOST + 1),
      rulesInForce(tx, now),
      readSetting(tx, geoRestriction),
    ]);
    const plan: Plan = {
      rules: rows.map(toDecidable),
      restriction: present,
      rule: rule ? ruleOf(rule) : null,
      draftRestriction: restriction ?? null,
    };
    const looked = found.slice(0, MOST);
    const everybody = new Set(looked.map(({ userId }) => userId));
    const tags = await tagsByPerson(tx, [...plan.rules, ...(plan.rule ? [plan.rule] : [])], everybody);
    const refused = new Map<number, Refused>();
    for (const signIn of looked) {
      const refusal = refusalBy(plan, factsOf(signIn, tags.get(signIn.userId) ?? []));
      if (refusal === null) continue;
      const { userId, name, email, at } = signIn;
      const before = refused.get(userId);
      if (before) before.signIns++;
      else refused.set(userId, { userId, name, email, signIns: 1, last: at, why: refusal.why });
    }
    const people = [...refused.values()].sort((one, other) => other.signIns - one.signIns);
    return {
      days: DAYS,
      signIns: looked.length,
      people: everybody.size,
      complete: found.length <= MOST,
      refused: { signIns: people.reduce((sum, { signIns: count }) => sum + count, 0), people: people.length },
      refusesYou: actor.subject.kind === "user" && refused.has(actor.subject.userId),
      examples: people
        .slice(0, EXAMPLES)
        .map(({ last, ...person }) => ({ ...person, lastAt: last.toISOString() })),
    };
  },
});
