import type { AnyTRPCProcedure } from "@trpc/server";
import { describe, expect, it } from "vitest";
import type { Mount } from "./init";
import { appRouter } from "./root";

/* Operations declare a name and a place in the console. These tests compare them. */

const procedures = Object.entries(
  // tRPC types the record by the router's shape, and the flat record of its procedures as unknown.
  appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>,
).map(([path, { _def: definition }]) => {
  const { operation } = definition.meta as Mount;
  return { path, type: definition.type, operation };
});

/** Words that have another form in the name of the operation, or that belong to the router. */
const otherForms: Record<string, string[]> = {
  remove: ["delete"],
  page: ["list"],
  app: ["totp"],
  set: ["update"],
  verify: ["verification"],
  known: ["knowledge"],
  people: ["tagged"],
  restrict: ["restricted"],
  installed: ["list"],
  way: ["only"],
  // `ofUser` names the user as the key of another resource, and `revokeAll` the plural.
  of: [],
  user: [],
  all: [],
};

/** Returns the words of a name in camel case, in the singular. */
const wordsOf = (name: string) =>
  (name.match(/[A-Z]?[a-z]+/g) ?? []).map((word) =>
    word.toLowerCase().replace(/ies$/, "y").replace(/s$/, ""),
  );

describe("procedures of the console", () => {
  it("have names whose words are in the name of their operation", () => {
    const differing = procedures.filter(({ path, operation }) => {
      const there = wordsOf(operation.name);
      return !wordsOf(path.split(".").at(-1)!).every((word) => {
        const forms = Object.hasOwn(otherForms, word) ? otherForms[word]! : null;
        return (
          there.includes(word) || (forms && (forms.length === 0 || forms.some((f) => there.includes(f))))
        );
      });
    });
    expect(differing.map(({ path, operation }) => `${path}: ${operation.name}`)).toEqual([]);
  });

  it("mount each operation once", () => {
    const names = procedures.map(({ operation }) => operation.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("are mutations for commands, and queries for queries unless the input is too long for a URL", () => {
    const differing = procedures.filter(
      ({ type, operation }) => (type === "query") !== (operation.kind === "query"),
    );
    expect(differing.map(({ path }) => path)).toEqual([
      "usersBulk.plan",
      "usersBulk.export",
      "accessRules.preview",
      "tags.previewTaggingMany",
    ]);
  });
});
