import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unavailability } from "@/server/kernel/concurrency/unavailability";
import { textIn } from "@/server/kernel/texts/text";
import { evaluateClaims } from "./evaluate";
import { expressionProblem } from "./expressions";
import type { ClaimFacts } from "./facts";

const facts: ClaimFacts = {
  tenantId: 1,
  user: {
    email: "ann@shop.example",
    emailVerified: true,
    name: "Ann Shopper",
    givenName: "Ann",
    familyName: null,
    userName: null,
    phone: null,
    phoneVerified: null,
  },
  customFields: { department: "sales", level: 3, since: null },
  roles: ["Clerk", "Admin"],
  appRoles: [],
  tags: ["vip"],
  session: { acr: "2fa", amr: ["pwd", "otp", "mfa"], authTime: 1_800_000_000 },
};

const evaluated = (expression: string, of = facts) =>
  evaluateClaims([{ claim: "x", condition: null, source: { kind: "expression", expression } }], of);
const valueOf = (expression: string) => evaluated(expression).claims["x"];

describe("expressions of claims", () => {
  it.each([
    ['"Admin" in roles', true],
    ['roles.exists(name, name.startsWith("Adm")) && session.acr == "2fa"', true],
    ['roles.map(name, "shop:" + name.lowerAscii())', ["shop:clerk", "shop:admin"]],
    ['user.custom.department == "sales" ? "EU" : "US"', "EU"],
    ["user.custom.level > 2", true],
    ["user.familyName == null", true],
    ['{"principal_tags": {"Email": [user.email]}}', { principal_tags: { Email: ["ann@shop.example"] } }],
    ['user.email.matches("@shop[.]example$")', true],
    ["size(tags)", 1],
    ["has(user.custom.nothing)", false],
  ])("%s is %j", (expression, value) => {
    expect(expressionProblem(expression)).toBeNull();
    expect(valueOf(expression)).toEqual(value);
  });

  it.each([
    ["1 +", { kind: "syntax" }],
    ["usr.email", { kind: "name", name: "usr" }],
    ['user.email.replace("a", "b")', { kind: "name", name: "replace" }],
    ["[1].map(a, a).format()", { kind: "name", name: "format" }],
    ["google.protobuf.Any{}", { kind: "name" }],
    ['timestamp("2026-01-01T00:00:00Z")', { kind: "name", name: "timestamp" }],
    ["roles.all(a, roles.all(b, a == b))", { kind: "loops" }],
    ["roles.all(a, tags.map(b, b).size() > 0)", { kind: "loops" }],
    // A chain of loops would double a text at each step.
    ['["a"].map(a, a + a)', { kind: "growth" }],
    ['["a"].map(a, a + "b" + a)', { kind: "growth" }],
    // A search for a long text in a long text cannot be interrupted.
    ["user.name.contains(user.email)", { kind: "pattern" }],
    ["user.name.matches(user.email)", { kind: "pattern" }],
  ])("%s is refused", (expression, problem) => {
    expect(expressionProblem(expression)).toMatchObject(problem);
    expect(evaluated(expression)).toMatchObject({ claims: {}, problems: [{ claim: "x" }] });
  });

  it.each([
    ["user.custom.nothing", "not found"],
    ["user.custom.level.startsWith('a')", "startsWith"],
    ["9223372036854775807", "too large"],
    ["1 / 0", "zero"],
    ["{1: 2}", "texts"],
    ["b'abc'", "not a text"],
  ])("%s leaves the claim out", (expression, reason) => {
    const { claims, problems } = evaluated(expression);
    expect(claims).toEqual({});
    expect(textIn("en", problems[0]!.reason)).toContain(reason);
  });

  it("end with a 503 if they take too long, and then rest, for their organization only", () => {
    const roles = Array.from({ length: 500 }, (_, n) => `r${n}`);
    const search = '!user.custom.bio.matches("(a?){100}a{100}b")';
    const slow = `roles.all(r, ${Array(100).fill(search).join(" && ")})`;
    expect(expressionProblem(slow)).toBeNull();
    const thrownBy = (tenantId: number, expression: string) => {
      try {
        evaluated(expression, { ...facts, tenantId, roles, customFields: { bio: "a".repeat(1_000) } });
      } catch (error) {
        return unavailability(error)?.status;
      }
      return undefined;
    };
    expect(thrownBy(99, slow)).toBe(503);
    // The next evaluation works as before.
    expect(thrownBy(99, "1 + 1")).toBeUndefined();
    expect(thrownBy(99, slow)).toBe(503);
    expect(thrownBy(99, "1 + 1")).toBe(503);
    expect(valueOf("1 + 1")).toBe(2);
  });

  it("refuse users with more roles than expressions read", () => {
    const roles = Array.from({ length: 501 }, (_, n) => `r${n}`);
    expect(evaluated("size(roles)", { ...facts, roles }).problems).toHaveLength(1);
  });

  it("never throw anything but the end of the time, whatever they contain", () => {
    const word = fc.constantFrom(
      ..."user roles tags session custom email . [ ] ( ) { } , : ? && || ! == in + - 1 'a' \"b\" map exists all x size".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const expression = words.join(" ");
        const { claims, problems } = evaluated(expression);
        const found = expressionProblem(expression);
        if (found) expect(problems).toHaveLength(1);
        for (const value of Object.values(claims)) expect(() => JSON.stringify(value)).not.toThrow();
      }),
    );
  });
});

describe("rules of claims", () => {
  const constant = (claim: string, value: string, condition: string | null = null) =>
    ({ claim, condition, source: { kind: "constant", value } }) as const;

  it("are decided by the first that applies and has a value", () => {
    const rules = [
      constant("role", "Admin", '"Admin" in roles'),
      constant("role", "Viewer"),
      { claim: "team", condition: null, source: { kind: "custom_field", fieldName: "since" } } as const,
      { claim: "team", condition: null, source: { kind: "custom_field", fieldName: "department" } } as const,
    ];
    expect(evaluateClaims(rules, facts).claims).toEqual({ role: "Admin", team: "sales" });
    expect(evaluateClaims(rules, { ...facts, roles: [] }).claims).toEqual({ role: "Viewer", team: "sales" });
  });

  it("leave the claim out if one that comes first fails, and keep the others", () => {
    const rules = [
      constant("role", "none", "user.custom.blocked"),
      constant("role", "Admin"),
      constant("team", "sales"),
    ];
    expect(evaluateClaims(rules, facts)).toMatchObject({
      claims: { team: "sales" },
      problems: [{ claim: "role" }],
    });
  });

  it("leave the claim out if a stored source is of an unknown kind", () => {
    const stored = { claim: "role", condition: null, source: { kind: "oracle" } } as never;
    expect(evaluateClaims([stored, constant("role", "Admin")], facts).claims).toEqual({});
  });
});
