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
  /** Some random valid definitions of the type, in the form that the database stores. */
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
  const { compileDenials, generate, words, ...others } = anonymizer;
  // @ts-expect-error `compileDenials` is required.
  denial({ ...others, words, generate });
  // @ts-expect-error `generate` is required.
  denial({ ...others, words, compileDenials });
  // @ts-expect-error `words` is required.
  denial({ ...others, compileDenials, generate });
  expect(denial({ ...others, words, compileDenials, generate }).role).toBe("deny");
});

/** Generates the table of docs/access-rules.md. `npx vitest run rule-types -u` writes the table. */
it("docs/access-rules.md lists every type", async () => {
  const effects = { either: "allow or deny", allow: "an allowance", deny: "a denial", limit: "a limit" };
  const rows = [
    ["type", "effect", "holds or meets when"],
    ...ruleTypes.map((type) => {
      const { role, description } = registry[type];
      return [`\`${type}\``, effects[role], description];
    }),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  const page = readFileSync("docs/access-rules.md", "utf8");
  // Matches the first table of the page. The lines of a table begin with a vertical bar.
  const generated = page.replace(/^\|.*\n(\|.*\n)*/m, () => `${lines.join("\n")}\n`);
  await expect(generated).toMatchFileSnapshot("../../../docs/access-rules.md");
});

it("gives each field to one type only, so that a request's fields form one list", () => {
  const names = ruleTypes.flatMap((type) => Object.keys(registry[type].fields));
  expect(new Set(names).size).toBe(names.length);
});
