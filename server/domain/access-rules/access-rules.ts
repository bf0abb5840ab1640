import { and, asc, eq, getTableColumns, gt, isNull, or, sql } from "drizzle-orm";
import * as z from "zod";
import { accessRules } from "@/db/tenant/access-rules";
import { apps } from "@/db/tenant/apps";
import { tags } from "@/db/tenant/tags";
import { users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx, Row } from "@/server/kernel/operation/store";
import {
  AccessRule,
  CountryRestriction,
  definitionOf,
  definitions,
  NamedAccessRule,
  NewAccessRule,
} from "./access-rules.schema";
import { guardAdministrator } from "../users/administrator-guard";
import { changeSetting, readSetting, setting, settingTarget } from "../settings/tenant-settings";
import { appRefusals } from "../app-access/may-open";
import { defineRefusals } from "@/server/kernel/texts/define";

const accessRuleRefusals = defineRefusals("access_rule", {
  not_found: { status: 404, text: "There is no such rule." },
  expiry_past: { status: 400, text: "expiresAt: must be in the future.", field: "expiresAt" },
  /** The rule is about an administrator (kernel/operation/person-changes.ts). */
  change_reserved: {
    status: 403,
    text: "userId: only an owner, or a credential with ManageTenantAdmins, can make or delete a rule about an administrator.",
    field: "userId",
  },
});

const tagRefusals = defineRefusals("tag", {
  /** A field of the input names a tag that does not exist. */
  unknown: { status: 400, text: "tagId: there is no such tag.", field: "tagId" },
});

const userRefusals = defineRefusals("user", {
  /** A field of the input names a user who does not exist. */
  unknown: { status: 400, text: "userId: there is no such user.", field: "userId" },
});

/** Countries from which the organization allows or denies sign-ins. */
export const geoRestriction = setting(
  "geo-restriction",
  z.object({ mode: z.enum(["disabled", "allow", "deny"]), countries: z.array(z.string()) }),
  { mode: "disabled", countries: [] },
);

export const getGeoRestriction = query({
  name: "getGeoRestriction",
  rest: "GET /geo-restriction",
  console: "accessRules.restriction",
  capability: "ManageAccessRules",
  summary: "Get the country restriction",
  input: z.strictObject({}),
  output: geoRestriction.schema,
  run: ({ tx }) => readSetting(tx, geoRestriction),
});

export const setGeoRestriction = command({
  name: "setGeoRestriction",
  rest: "PUT /geo-restriction",
  console: "accessRules.setRestriction",
  capability: "ManageAccessRules",
  summary: "Set the country restriction",
  description:
    "allow: only sign-ins from these countries; deny: no sign-ins from these. An address with an unknown " +
    "country, for example a private one, is not restricted. The restriction may also exclude your own " +
    "administrators: the console warns.",
  input: CountryRestriction,
  output: geoRestriction.schema,
  event: "geo_restriction_changed",
  target: () => settingTarget(geoRestriction),
  run: async ({ tx, now, changed }, input) => {
    const { before, after } = await changeSetting(tx, geoRestriction, input, now);
    changed(before, after);
    return after;
  },
});

const commonOf = (row: Row<typeof accessRules>) => ({
  id: row.id,
  scope: row.scope,
  type: row.type,
  ...(row.userId !== null && { userId: row.userId }),
  ...(row.tagId !== null && { tagId: row.tagId }),
  ...(row.appId !== null && { appId: row.appId }),
  reason: row.reason,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

const toRule = (row: Row<typeof accessRules>): AccessRule => ({ ...commonOf(row), ...row.definition });

const inForce = (now: Date) => or(isNull(accessRules.expiresAt), gt(accessRules.expiresAt, now));

/** Returns the rules that have not expired. The order is from the oldest to the newest rule. */
export const rulesInForce = (tx: Pick<ReadTx, "accessRules">, now: Date) =>
  tx.accessRules.list({ where: inForce(now), orderBy: [asc(accessRules.id)] });

export const listAccessRules = query({
  name: "listAccessRules",
  rest: "GET /geo-rules",
  capability: "ManageAccessRules",
  summary: "List access rules",
  description:
    "Lists the rules in force. With userId or appId, lists only the rules that name that user or app.",
  input: z.strictObject({ userId: Id.optional(), appId: Id.optional() }),
  output: z.array(AccessRule),
  run: async ({ tx, now }, { userId, appId }) => {
    const rows = await tx.accessRules.list({
      where: and(
        inForce(now),
        userId === undefined ? undefined : eq(accessRules.userId, userId),
        appId === undefined ? undefined : eq(accessRules.appId, appId),
      ),
      orderBy: [asc(accessRules.id)],
    });
    return rows.map(toRule);
  },
});

/** Lists the rules for the console, each with its creation time and the name of its user, tag or app. */
export const listNamedAccessRules = query({
  name: "listNamedAccessRules",
  console: { at: "accessRules.list", shows: ["GET /geo-rules"] },
  capability: "ManageAccessRules",
  summary: "List access rules with the names of their subjects",
  input: z.strictObject({}),
  output: z.array(NamedAccessRule),
  run: async ({ tx, now }) => {
    const rows = await tx.select({
      fields: {
        rule: getTableColumns(accessRules),
        // Uses one subquery for each rule, because PostgreSQL may read all users for a join.
        person: sql<string | null>`(select coalesce(named.name, named.email) from ${users} named
          where named.tenant_id = ${accessRules}.tenant_id and named.id = ${accessRules}.user_id)`,
        tag: tags.name,
        app: apps.name,
      },
      from: accessRules,
      join: [
        { table: tags, on: eq(tags.id, accessRules.tagId), optional: true },
        { table: apps, on: eq(apps.id, accessRules.appId), optional: true },
      ],
      where: inForce(now),
      orderBy: [asc(accessRules.id)],
    });
    return rows.map(({ rule, person, tag, app }) => ({
      ...commonOf(rule),
      definition: rule.definition,
      about: person ?? tag ?? app,
      createdAt: rule.createdAt.toISOString(),
    }));
  },
});

/**
 * Refuses a rule about an administrator if the actor may not manage administrators. A rule can lock the administrator out, as a
 * suspension does.
 */
const guardRuleOf = (
  tx: Pick<ReadTx, "administrators">,
  actor: TenantActor,
  userId: number | null | undefined,
): Promise<void> =>
  userId == null
    ? Promise.resolve()
    : guardAdministrator(tx, actor, "access", userId, accessRuleRefusals.change_reserved);

/** Returns the name of the rule's subject (user, tag or app). Refuses a rule whose subject does not exist. */
async function subjectName(
  tx: Pick<ReadTx, "users" | "tags" | "apps">,
  rule: NewAccessRule,
): Promise<string | null> {
  if (rule.userId !== undefined) {
    const user = await tx.users.get(rule.userId);
    if (user?.kind !== "person") throw userRefusals.unknown();
    return user.email;
  }
  if (rule.tagId !== undefined) {
    const tag = await tx.tags.get(rule.tagId);
    if (!tag) throw tagRefusals.unknown();
    return tag.name;
  }
  if (rule.appId !== undefined) {
    const app = await tx.apps.get(rule.appId);
    if (!app) throw appRefusals.unknown({ field: "appId" }, { field: "appId" });
    return app.name;
  }
  return null;
}

export const createAccessRule = command({
  name: "createAccessRule",
  rest: { at: "POST /geo-rules", status: 201 },
  console: "accessRules.create",
  capability: "ManageAccessRules",
  summary: "Create an access rule",
  description:
    "`scope` is the subject (user, tag or app with their id; org: everyone), `type` the fact that the rule " +
    "tests; the default is country. Each type has its own fields; fields of another type are refused. An " +
    "expired rule is neither enforced nor listed. For a rule about a user who is an administrator, the " +
    "capability ManageTenantAdmins is required in addition.",
  input: NewAccessRule,
  output: z.object({ id: Id }),
  event: "access_rule_created",
  touches: ["access"],
  target: (input, { id }) => ({ ref: `rule:${id}`, label: `${input.type}, ${input.scope}` }),
  run: async ({ tx, actor, now, changed, concerns }, rule) => {
    const expiresAt = rule.expiresAt ? new Date(rule.expiresAt) : null;
    // Refuses a past expiry if the actor is a user, because the date is probably a mistake. A program may copy expired rules.
    // Expired rules are neither enforced nor listed.
    if (actor.subject.kind === "user" && expiresAt !== null && expiresAt <= now)
      throw accessRuleRefusals.expiry_past();
    const about = await subjectName(tx, rule);
    await guardRuleOf(tx, actor, rule.userId);
    const { scope, type, userId, tagId, appId, reason } = rule;
    const definition = z.parse(definitions[type], definitionOf(rule)) as Record<string, unknown>;
    const [kind] = Object.entries({ user: userId, tag: tagId, app: appId }).filter(
      ([, id]) => id !== undefined,
    );
    if (kind) concerns(kind.join(":"));
    changed({}, { scope, type, about, ...definition, reason, expiresAt });
    const { id } = await tx.accessRules.insert({
      scope,
      type,
      definition,
      expiresAt,
      reason: reason ?? null,
      userId: userId ?? null,
      tagId: tagId ?? null,
      appId: appId ?? null,
    });
    return { id };
  },
});

export const deleteAccessRule = command({
  name: "deleteAccessRule",
  rest: { at: "DELETE /geo-rules/{ruleId}", status: 204 },
  console: "accessRules.remove",
  capability: "ManageAccessRules",
  summary: "Delete an access rule",
  input: z.strictObject({ ruleId: Id }),
  output: z.object({ ruleId: Id, deleted: z.boolean() }),
  event: "access_rule_deleted",
  touches: ["access"],
  target: ({ ruleId }) => ({ ref: `rule:${ruleId}` }),
  run: async ({ tx, actor, changed, labelled }, { ruleId }) => {
    const row = await tx.accessRules.lock(ruleId);
    if (!row) throw accessRuleRefusals.not_found();
    await guardRuleOf(tx, actor, row.userId);
    labelled(`${row.type}, ${row.scope}`);
    changed({ ...row.definition, scope: row.scope, type: row.type }, { scope: null, type: null });
    return { ruleId, deleted: await tx.accessRules.remove(ruleId) };
  },
});

/**
 * Returns the kinds of location data that this installation has. The rule form shows a warning for a rule
 * about missing data, because such a rule has no effect.
 */
export const getLocatingKnowledge = query({
  name: "getLocatingKnowledge",
  console: "accessRules.known",
  capability: "ManageAccessRules",
  summary: "Get which location data this installation has",
  input: z.strictObject({}),
  output: z.object({ regions: z.boolean(), anonymizers: z.boolean() }),
  prepare: ({ ports }) => Promise.resolve(ports.installation.locates),
  run: (_context, _input, locates) => Promise.resolve(locates),
});
