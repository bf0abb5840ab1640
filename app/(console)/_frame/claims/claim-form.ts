import * as z from "zod";
import {
  ApiClaimRule,
  AppClaimRule,
  claimPlaces,
  userValues,
  type ClaimSource,
} from "@/server/domain/app-claims/claims.schema";
import { must } from "@/server/kernel/strings/must";
import { plainWords } from "@/server/kernel/strings/plain-words";
import type { ClaimRule } from "./claim-rule";

const kinds = ["user", "custom_field", "roles", "tags", "session", "constant", "expression"] as const;

/** Fields of the form. Those of the other kinds of sources keep their values, but are not sent. */
const Fields = z.strictObject({
  claim: z.string(),
  kind: z.enum(kinds),
  userField: z.enum(userValues),
  fieldName: z.string(),
  rolesOf: z.enum(["organization", "app", "both"]),
  sessionValue: z.enum(["acr", "amr", "auth_time"]),
  constantType: z.enum(["text", "number", "true", "false", "list"]),
  constant: z.string().optional(),
  expression: z.string().optional(),
  condition: z.string().nullable(),
  in: z.array(z.enum(claimPlaces)),
});
export type ClaimFormValues = z.input<typeof Fields>;

const newClaim: ClaimFormValues = {
  claim: "",
  kind: "user",
  userField: "email",
  fieldName: "",
  rolesOf: "both",
  sessionValue: "acr",
  constantType: "text",
  constant: "",
  expression: "",
  condition: "",
  in: ["id_token", "userinfo"],
};

/** Returns the fields of the form for a source. */
export function fieldsOfSource(source: ClaimSource): Partial<ClaimFormValues> {
  const { kind } = source;
  switch (kind) {
    case "user":
      return { kind, userField: source.field };
    case "custom_field":
      return { kind, fieldName: source.fieldName };
    case "roles":
      return { kind, rolesOf: source.of };
    case "tags":
      return { kind };
    case "session":
      return { kind, sessionValue: source.value };
    case "constant":
      return { kind, ...fieldsOfConstant(source.value) };
    case "expression":
      return { kind, expression: source.expression };
    default:
      return {};
  }
}

function fieldsOfConstant(value: string | number | boolean | string[]): Partial<ClaimFormValues> {
  if (Array.isArray(value)) return { constantType: "list", constant: value.join("\n") };
  if (typeof value === "boolean") return { constantType: value ? "true" : "false" };
  return { constantType: typeof value === "number" ? "number" : "text", constant: String(value) };
}

/** Returns the values of the form for a rule, or for a new one. */
export const valuesOf = (rule: ClaimRule | null): ClaimFormValues =>
  rule === null
    ? newClaim
    : {
        ...newClaim,
        claim: rule.claim,
        ...fieldsOfSource(rule.source),
        condition: rule.condition ?? "",
        in: rule.in ?? [],
      };

function constantOf({ constantType, constant = "" }: ClaimFormValues) {
  switch (constantType) {
    case "text":
      return constant;
    case "number":
      return constant.trim() === "" ? Number.NaN : Number(constant);
    case "list":
      return constant
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    default:
      return constantType === "true";
  }
}

function sourceOf(values: ClaimFormValues): ClaimSource {
  const { kind } = values;
  switch (kind) {
    case "user":
      return { kind, field: values.userField };
    case "custom_field":
      return { kind, fieldName: values.fieldName };
    case "roles":
      return { kind, of: values.rolesOf };
    case "tags":
      return { kind };
    case "session":
      return { kind, value: values.sessionValue };
    case "constant":
      return { kind, value: constantOf(values) };
    case "expression":
      return { kind, expression: values.expression ?? "" };
  }
}

/** Returns the rule from the values of the form. Only the rule of an app has places. */
export const ruleOf = (values: ClaimFormValues, hasPlaces: boolean): ClaimRule => ({
  claim: values.claim.trim(),
  source: sourceOf(values),
  condition: values.condition?.trim() || null,
  ...(hasPlaces && { in: values.in }),
});

/** Returns the field of the form for a part of a rule: `["source", "field"]` is in the field `userField`. */
export function fieldOf(
  [part, inSource]: readonly PropertyKey[],
  { kind }: Pick<ClaimFormValues, "kind">,
): keyof ClaimFormValues {
  if (part !== "source") return part === "condition" || part === "in" ? part : "claim";
  switch (inSource) {
    case "field":
      return "userField";
    case "of":
      return "rolesOf";
    case "value":
      return kind === "session" ? "sessionValue" : "constant";
    case "fieldName":
    case "expression":
      return inSource;
    default:
      return "kind";
  }
}

/** Returns the schema of the form. It refuses what the operation refuses, at the corresponding field. */
export const claimForm = (hasPlaces: boolean) =>
  Fields.superRefine((values, context) => {
    const refuse = (field: keyof ClaimFormValues, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (values.kind === "custom_field" && values.fieldName.trim() === "")
      return refuse("fieldName", must("required"));
    if (values.kind === "constant" && Number.isNaN(constantOf(values)))
      return refuse("constant", must("not_a_number"));
    const rule = hasPlaces ? AppClaimRule : ApiClaimRule;
    const { error } = rule.safeParse(ruleOf(values, hasPlaces), { error: plainWords });
    for (const { path, message } of error?.issues ?? []) refuse(fieldOf(path, values), message);
  });
