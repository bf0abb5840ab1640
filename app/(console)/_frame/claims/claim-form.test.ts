import { describe, expect, it } from "vitest";
import { claimPresets } from "@/server/domain/app-claims/presets.schema";
import { ownSourceOf, type ClaimSource } from "@/server/domain/app-claims/claims.schema";
import { claimForm, fieldsOfSource, ruleOf, valuesOf, type ClaimFormValues } from "./claim-form";
import type { ClaimRule } from "./claim-rule";

const sources: ClaimSource[] = [
  { kind: "user", field: "givenName" },
  { kind: "custom_field", fieldName: "department" },
  { kind: "roles", of: "app" },
  { kind: "tags" },
  { kind: "session", value: "amr" },
  { kind: "constant", value: "text" },
  { kind: "constant", value: 1.5 },
  { kind: "constant", value: true },
  { kind: "constant", value: false },
  { kind: "constant", value: ["one", "two"] },
  { kind: "expression", expression: 'user.email + "!"' },
];
const ofApp = sources.map((source): ClaimRule => ({ claim: "x", source, condition: null, in: ["userinfo"] }));
const presets: ClaimRule[] = Object.values(claimPresets).flatMap(({ rules }) => [...rules]);

describe("the form of a claim", () => {
  it.each([...ofApp, ...presets])("keeps the rule %j of an app", (rule) => {
    const values = valuesOf(rule);
    expect(claimForm(true).safeParse(values).error).toBeUndefined();
    expect(ruleOf(values, true)).toEqual(rule);
  });

  it("keeps the rule of an API, without places", () => {
    const rule: ClaimRule = { claim: "x", source: { kind: "tags" }, condition: '"a" in tags' };
    expect(claimForm(false).safeParse(valuesOf(rule)).error).toBeUndefined();
    expect(ruleOf(valuesOf(rule), false)).toEqual(rule);
  });

  it("fills in the source of a claim that can have only one", () => {
    const source = fieldsOfSource(ownSourceOf("app_roles")!);
    const values = { ...valuesOf(null), claim: "app_roles" };
    expect(claimForm(true).safeParse({ ...values, ...source }).error).toBeUndefined();
  });

  it.each<[keyof ClaimFormValues, Partial<ClaimFormValues>]>([
    ["claim", { claim: "1 claim" }],
    ["claim", { claim: "aud" }],
    ["kind", { claim: "roles", kind: "tags" }],
    ["fieldName", { kind: "custom_field", fieldName: "" }],
    ["fieldName", { kind: "custom_field", fieldName: "a b" }],
    ["constant", { kind: "constant", constantType: "number", constant: "" }],
    ["constant", { kind: "constant", constantType: "number", constant: "one" }],
    ["constant", { kind: "constant", constantType: "text", constant: "x".repeat(1_001) }],
    ["expression", { kind: "expression" }],
    ["condition", { condition: "x".repeat(501) }],
    ["in", { in: [] }],
  ])("shows an error at the field %s", (field, values) => {
    const { error } = claimForm(true).safeParse({ ...valuesOf(null), claim: "team", ...values });
    expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});
