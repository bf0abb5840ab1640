import { readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textIn } from "@/server/kernel/texts/text";
import { NewAccessRule } from "./access-rules.schema";
import { registry, ruleTypes } from "./rule-types.schema";
import { denial } from "./rule-type.schema";
import { demand, effectOf, fromStored, isLimit, sentenceOf } from "./rules";
import { anonymizer } from "./types/anonymizer.schema";

const about = { id: 7, scope: "org" as const, userId: null, tagId: null, appId: null, expiresAt: null };

describe.each(ruleTypes)("the access-rule type %s", (type) => {
  const { schema, fields, role, generate } = registry[type];
  /** Some valid definitions of the type, in stored form. */
  const made = fc.sample(generate(fc) as fc.Arbitrary<object>, 50).flatMap((definition) => {
    const { data } = schema.safeParse(definition);
    return data === undefined ? [] : [{ ...data }];
  });

  it("generates definitions that its schema accepts and that a request can send", () => {
    expect(made.length).toBeGreaterThan(10);
    for (const definition of made)
      expect(NewAccessRule.safeParse({ scope: "org", type, ...definition }).error).toBeUndefined();
  });

  it("describes exactly its own fields for the API", () => {
    const own = Object.keys(schema.shape).filter((name) => name !== "effect");
    expect(Object.keys(fields)).toEqual(own);
    expect("effect" in schema.shape).toBe(role === "either");
  });

  it("states its demand and, unless it is a limit, its refusal", () => {
    for (const definition of made) {
      const rule = fromStored({ ...about, type, definition });
      expect(textIn("en", demand(rule))).toMatch(/^[A-Z].*[^.]$/);
      expect(isLimit(rule)).toBe(effectOf(rule) === null);
      if (isLimit(rule)) expect(() => sentenceOf(rule)).toThrow();
      else expect(textIn("en", sentenceOf(rule).text("x"))).toMatch(/^[A-Z].*\.$/);
    }
  });
});

it("includes every module of types/ except the one for unknown types", () => {
  const files = readdirSync(new URL("./types", import.meta.url)).map((name) => name.split(".")[0]!);
  expect(files.filter((name) => name !== "unknown").sort()).toEqual([...ruleTypes].sort());
});

it("does not compile with a type that lacks a part", () => {
  const { schema, fields, description, demand, matches, sentence, missing, foreseeable, compileDenials } =
    anonymizer;
  const parts = { schema, fields, description, demand, matches, sentence, missing, foreseeable };
  const generate = anonymizer.generate;
  // @ts-expect-error: compileDenials is required, so this must not compile.
  denial({ ...parts, generate });
  // @ts-expect-error: generate is required, so this must not compile.
  denial({ ...parts, compileDenials });
  expect(denial({ ...parts, compileDenials, generate }).role).toBe("deny");
});

it("matches the list in docs/access-rules.md", () => {
  const rows = Array.from(
    readFileSync("docs/access-rules.md", "utf8").matchAll(/^\| `([a-z]+)` +\| (.+?) +\| (.+?) +\|$/gm),
    ([, type, effect, description]) => [type, effect, description],
  );
  const effects = { either: "allow or deny", allow: "an allowance", deny: "a denial", limit: "a limit" };
  expect(rows).toEqual(
    ruleTypes.map((type) => [type, effects[registry[type].role], registry[type].description]),
  );
});

it("gives each field to one type only, so that a request's fields form one list", () => {
  const names = ruleTypes.flatMap((type) => Object.keys(registry[type].fields));
  expect(new Set(names).size).toBe(names.length);
});
