import * as z from "zod";
import { Id, Instant, oneOf, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { plainWords } from "@/server/kernel/strings/plain-words";
import { definitions, registry, requestFields, ruleTypes, type RuleType } from "./rule-types.schema";
import { Countries, EffectField } from "./values.schema";

export { definitions, isRuleType, ruleTypes, type Definition, type RuleType } from "./rule-types.schema";

export const CountryRestriction = z
  .strictObject({
    mode: oneOf("disabled", "allow", "deny"),
    countries: Countries(0).default([]),
  })
  .superRefine(({ mode, countries }, context) => {
    if (mode !== "disabled" && countries.length === 0)
      context.addIssue({
        code: "custom",
        path: ["countries"],
        message: must("no_countries_for_mode", { mode }),
      });
  });
export type CountryRestriction = z.output<typeof CountryRestriction>;

/**
 * Types that limit the sessions or devices of a user. These types have no app scope, because sessions and devices belong to
 * users and not to apps.
 */
export const limits: readonly RuleType[] = ruleTypes.filter((type) => registry[type].role === "limit");

export const RuleScope = oneOf("user", "tag", "app", "org");
type Scope = z.output<typeof RuleScope>;

/** For each scope, the field with the id of the rule's subject. Null for the organization. */
export const scopeField: Record<Scope, "userId" | "tagId" | "appId" | null> = {
  user: "userId",
  tag: "tagId",
  app: "appId",
  org: null,
};

/** Treats null as absent, because some clients send null for every field without a value. */
const SubjectId = Id.nullish().transform((id) => id ?? undefined);

const common = {
  scope: RuleScope,
  type: z.enum(ruleTypes).default("country"),
  userId: SubjectId.describe("For scope user."),
  tagId: SubjectId.describe("For scope tag."),
  appId: SubjectId.describe("For scope app."),
  reason: z.string().trim().max(500).nullish(),
  expiresAt: Instant.nullish(),
};

/**
 * Type-specific fields of all types. The refinement below refuses a field that the rule's type does not have. The error names
 * the field.
 */
const specific = {
  effect: EffectField.optional().describe(
    ruleTypes.filter((type) => registry[type].role === "either").join(", "),
  ),
  ...requestFields,
};

const specificNames = Object.keys(specific) as (keyof typeof specific)[];

export const NewAccessRule = z.strictObject({ ...common, ...specific }).superRefine((rule, context) => {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  const wanted = scopeField[rule.scope];
  for (const field of ["userId", "tagId", "appId"] as const) {
    if (field === wanted && rule[field] === undefined)
      refuse(field, must("required_for_scope", { scope: rule.scope }));
    if (field !== wanted && rule[field] !== undefined)
      refuse(field, must("not_for_scope", { scope: rule.scope }));
  }
  if (rule.scope === "app" && limits.includes(rule.type))
    refuse("scope", must("app_scope_of_limit", { type: rule.type }));
  const result = definitions[rule.type].safeParse(definitionOf(rule), { error: plainWords });
  for (const issue of result.error?.issues ?? []) {
    if (issue.code === "unrecognized_keys")
      for (const field of issue.keys) refuse(field, must("not_for_type", { type: rule.type }));
    else context.addIssue({ code: "custom", path: issue.path, message: issue.message });
  }
});
export type NewAccessRule = z.output<typeof NewAccessRule>;

/** Returns the type-specific fields of a rule as the request contains them. */
export function definitionOf(rule: Partial<Record<keyof typeof specific, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    specificNames.filter((name) => rule[name] !== undefined).map((name) => [name, rule[name]]),
  );
}

const listed = {
  id: Id,
  scope: RuleScope,
  // A newer version of Castellan may have stored a type that is missing in this version. The list must contain these rules too.
  type: z.enum(ruleTypes).or(z.string()),
  userId: Id.optional(),
  tagId: Id.optional(),
  appId: Id.optional(),
  reason: z.string().nullable(),
  expiresAt: z.string().nullable(),
};

/** A rule in a list, with the fields of all rules and the fields of the rule's type. */
export const AccessRule = z.looseObject(listed);
export type AccessRule = z.output<typeof AccessRule>;

/**
 * A rule in the console's list. `definition` contains the type-specific fields. `about` is the name of the rule's user, tag or
 * app.
 */
export const NamedAccessRule = z.object({
  ...listed,
  definition: z.record(z.string(), z.unknown()),
  about: z.string().nullable(),
  createdAt: Timestamp,
});
export type NamedAccessRule = z.output<typeof NamedAccessRule>;

/** The rules that apply to one user, as sentences. */
export const RulesOfPerson = z.object({
  restriction: z.object({ mode: z.enum(["disabled", "allow", "deny"]), countries: z.array(z.string()) }),
  rules: z.array(
    z.object({
      ruleId: Id,
      scope: RuleScope,
      /** The tag of the rule; null for a rule without a tag. */
      tagName: z.string().nullable(),
      words: z.string(),
      reason: z.string().nullable(),
      expiresAt: z.string().nullable(),
    }),
  ),
});
export type RulesOfPerson = z.output<typeof RulesOfPerson>;
