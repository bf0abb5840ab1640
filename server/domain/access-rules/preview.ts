import { setImmediate } from "node:timers/promises";
import { and, desc, eq, gte, inArray } from "drizzle-orm";
import * as z from "zod";
import { signIns } from "@/db/tenant/sign-ins";
import { userTags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { CodedText } from "@/server/kernel/texts/define";
import type { Words } from "@/server/kernel/texts/text";
import { readSetting } from "../settings/tenant-settings";
import { geoRestriction, rulesInForce } from "./access-rules";
import {
  definitionOf,
  definitions,
  type CountryRestriction,
  type NewAccessRule,
} from "./access-rules.schema";
import { signInMethods } from "../sign-in-methods/sign-in-methods.schema";
import { decide, toDecidable, type Facts, type Refusal, type Rule } from "./decide";
import { PREVIEW_DAYS } from "./preview-days.schema";
import { Draft, DraftPreview } from "./preview.schema";
import { fromStored } from "./rules";

/** Maximum number of sign-ins that a preview reads. The preview reads the newest sign-ins. */
const MOST = 10_000;
const EXAMPLES = 10;

/** Returns the newest successful sign-ins with their users. If `userIds` is given, returns only the sign-ins of these users. */
const recentSignIns = (tx: Pick<ReadTx, "select">, since: Date, limit: number, userIds?: number[]) =>
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
      userIds && inArray(signIns.userId, userIds),
      inArray(signIns.outcome, ["succeeded", "stepped_up"]),
      inArray(signIns.method, [...signInMethods]),
    ),
    orderBy: [desc(signIns.at), desc(signIns.id)],
    limit,
  });

type SignIn = Awaited<ReturnType<typeof recentSignIns>>[number];

/** Returns the tags of these users. Omits a tag if no rule is about the tag. */
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
  at,
  ip,
  country,
  region,
  userId,
  tagIds,
  appId,
  method: method as Facts["method"],
  // The table of sign-ins does not store if the address was an anonymizer.
  anonymizer: null,
});

const open: CountryRestriction = { mode: "disabled", countries: [] };

/** The present rules, the present country restriction, and the draft. */
interface Plan {
  rules: readonly Rule[];
  restriction: CountryRestriction;
  rule: Rule | null;
  draftRestriction: CountryRestriction | null;
}

/**
 * Returns the refusal that the draft adds to a sign-in. Returns null if the draft allows the sign-in or if the present rules
 * already refuse the sign-in.
 */
function refusalBy({ rules, restriction, rule, draftRestriction }: Plan, facts: Facts): Refusal | null {
  const added = rule === null ? [] : [rule];
  // Checks the draft alone first, because this check is faster. A draft that refuses the sign-in together with other rules also
  // refuses the sign-in alone.
  const [alone] = decide(added, draftRestriction ?? open, facts).refusals;
  if (!alone || !decide(rules, restriction, facts).allow) return null;
  return decide([...rules, ...added], draftRestriction ?? restriction, facts).allow ? null : alone;
}

/** Converts the rule of a draft to the form that `decide` reads. */
function ruleOf(draft: NewAccessRule): Rule {
  const { scope, type, userId, tagId, appId, expiresAt } = draft;
  return toDecidable({
    id: 0,
    scope,
    type,
    userId: userId ?? null,
    tagId: tagId ?? null,
    appId: appId ?? null,
    expiresAt: expiresAt ? new Date(expiresAt) : null,
    definition: z.parse(definitions[type], definitionOf(draft)),
  });
}

interface Refused extends Pick<SignIn, "userId" | "name" | "email"> {
  signIns: number;
  last: Date;
  why: CodedText;
}

/**
 * SLICE: number of sign-ins that the preview decides between two pauses for other requests. LONGEST_MS: maximum duration of the
 * preview, in milliseconds.
 */
const SLICE = 250;
const LONGEST_MS = 3_000;

/**
 * Counts the refused sign-ins of each user. The users are in the order of their newest refused sign-ins. Stops when all
 * sign-ins are read or after `LONGEST_MS`.
 */
async function lookAt(found: readonly SignIn[], refusalOf: (signIn: SignIn) => Refusal | null) {
  const began = performance.now();
  const seen = new Set<number>();
  const refused = new Map<number, Refused>();
  let looked = 0;
  for (const signIn of found) {
    if (looked > 0 && looked % SLICE === 0) {
      if (performance.now() - began > LONGEST_MS) break;
      await setImmediate();
    }
    looked++;
    const { userId, name, email, at } = signIn;
    seen.add(userId);
    const refusal = refusalOf(signIn);
    if (refusal === null) continue;
    const before = refused.get(userId);
    if (before) before.signIns++;
    else refused.set(userId, { userId, name, email, signIns: 1, last: at, why: refusal.why });
  }
  return { looked, seen, refused };
}

/**
 * Counts the recent sign-ins of these users that the present rules allow and the rules of the tag would refuse. Returns the
 * reason for the newest of these refusals. Ignores users who already have the tag.
 */
export async function refusedWithTag(
  tx: Pick<ReadTx, "select" | "accessRules" | "tenantSettings" | "userTags">,
  { userIds, tagId }: { userIds: number[]; tagId: number },
  { now, words }: { now: Date; words: Words },
): Promise<{ signIns: number; refused: { signIns: number; people: number; why: string } | null }> {
  const rules = (await rulesInForce(tx, now)).map(fromStored);
  if (!rules.some((rule) => rule.tagId === tagId)) return { signIns: 0, refused: null };
  const since = new Date(now.getTime() - PREVIEW_DAYS * 86_400_000);
  const [found, restriction] = await Promise.all([
    recentSignIns(tx, since, MOST, userIds),
    readSetting(tx, geoRestriction),
  ]);
  const tags = await tagsByPerson(tx, rules, new Set(found.map(({ userId }) => userId)));
  const { looked, refused } = await lookAt(found, (signIn) => {
    const worn = tags.get(signIn.userId) ?? [];
    if (worn.includes(tagId) || !decide(rules, restriction, factsOf(signIn, worn)).allow) return null;
    return decide(rules, restriction, factsOf(signIn, [...worn, tagId])).refusals[0] ?? null;
  });
  const people = [...refused.values()];
  // The first entry of the map is the user with the newest refused sign-in.
  const [latest] = people;
  return {
    signIns: looked,
    refused: latest
      ? {
          signIns: people.reduce((sum, { signIns: count }) => sum + count, 0),
          people: people.length,
          why: words(latest.why),
        }
      : null,
  };
}

export const previewAccessDraft = query({
  name: "previewAccessDraft",
  console: { at: "accessRules.preview", inBody: true },
  cost: "heavy",
  capability: "ManageAccessRules",
  summary: "Preview whom a rule or restriction would have refused",
  description:
    `Reads the newest ${MOST} successful sign-ins of ${PREVIEW_DAYS} days and returns those that the present ` +
    "rules allow and the draft would refuse. A draft about VPNs or a limit refuses none: sign-ins do not " +
    "store the use of a VPN, and limits refuse nothing.",
  input: Draft,
  output: DraftPreview,
  run: async ({ tx, actor, now, words }, { rule, restriction }) => {
    const since = new Date(now.getTime() - PREVIEW_DAYS * 86_400_000);
    const caller = actor.subject.kind === "user" ? actor.subject.userId : null;
    const [found, rows, present, role] = await Promise.all([
      recentSignIns(tx, since, MOST + 1),
      rulesInForce(tx, now),
      readSetting(tx, geoRestriction),
      caller === null ? null : tx.administratorRoleOf(caller),
    ]);
    const plan: Plan = {
      rules: rows.map(fromStored),
      restriction: present,
      rule: rule ? ruleOf(rule) : null,
      draftRestriction: restriction ?? null,
    };
    const tags = await tagsByPerson(
      tx,
      [...plan.rules, ...(plan.rule ? [plan.rule] : [])],
      new Set(found.map(({ userId }) => userId)),
    );
    const { looked, seen, refused } = await lookAt(found.slice(0, MOST), (signIn) =>
      refusalBy(plan, factsOf(signIn, tags.get(signIn.userId) ?? [])),
    );
    const people = [...refused.values()].sort((one, other) => other.signIns - one.signIns);
    return {
      days: PREVIEW_DAYS,
      signIns: looked,
      people: seen.size,
      complete: looked === found.length,
      refused: { signIns: people.reduce((sum, { signIns: count }) => sum + count, 0), people: people.length },
      refusesYou: caller !== null && refused.has(caller),
      youAreExempt: role === "owner",
      examples: people
        .slice(0, EXAMPLES)
        .map(({ last, why, ...person }) => ({ ...person, why: words(why), lastAt: last.toISOString() })),
    };
  },
});
