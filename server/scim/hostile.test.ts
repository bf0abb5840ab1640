import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnservableFilter } from "../domain/provisioning/comparisons";
import { conditionOf } from "../domain/provisioning/conditions";
import { userAttributes } from "../domain/provisioning/filterable";
import { membersAfter, type MemberIntent } from "../domain/provisioning/groups.schema";
import { ScimError } from "./errors";
import { parseFilter } from "./filter";
import { operationsOf, patched } from "./patch";
import type { Json } from "./attributes";

/** Runs work on hostile input: it must succeed or throw a refusal. */
function survives(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ScimError) && !(error instanceof UnservableFilter)) throw error;
  }
}

const words = fc.constantFrom(
  ...[
    "userName",
    "eq",
    "and",
    "or",
    "not",
    "(",
    ")",
    "[",
    "]",
    '"x"',
    "pr",
    "co",
    "true",
    "null",
    "emails",
    ".",
    ":",
  ],
  ...[
    "__proto__",
    "constructor",
    "urn:ietf:params:scim:schemas:core:2.0:User:userName",
    "'",
    "%",
    "\\",
    '"',
    "\n\n\n\n",
  ],
);

/** Conditions, operators, and texts that look like operators. */
const conditions = fc.constantFrom(
  ...['type eq "work"', 'value ew "\\\\"', "primary pr", "and", "or", "__proto__", "constructor", "not"],
);

describe("hostile filters and patches", () => {
  it("parse to a condition or a refusal, without a crash", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 30 }).map((list) => list.join(" ")),
    );
    for (const operator of ["__proto__", "constructor", "toString"])
      survives(() => conditionOf(parseFilter(`userName pr ${operator} userName co null`), userAttributes));
    fc.assert(
      fc.property(texts, (text) => survives(() => conditionOf(parseFilter(text), userAttributes))),
      { numRuns: 2_000 },
    );
    survives(() => parseFilter("(".repeat(3_000)));
    survives(() => parseFilter(`${"not (".repeat(500)}active pr${")".repeat(500)}`));
  });

  it("patch to a resource or a refusal, without access to a prototype", () => {
    const path = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 8 }).map((list) => list.join("")),
      fc.array(words, { maxLength: 12 }).map((list) => list.join(" ")),
      fc.array(conditions, { minLength: 1, maxLength: 5 }).map((list) => `emails[${list.join(" ")}].value`),
      fc.constantFrom(
        "__proto__.polluted",
        "constructor.prototype.polluted",
        'emails[type eq "x"].__proto__',
        "name.__proto__",
      ),
    );
    const operation = fc.record({
      op: fc.constantFrom("add", "remove", "replace", "ADD"),
      path,
      value: fc.jsonValue(),
    });
    for (const operator of ["__proto__", "constructor", "toString"]) {
      const named = {
        op: "replace",
        path: `emails[type eq "work" ${operator} value eq "b"].value`,
        value: "c",
      };
      expect(() => patched({ emails: [{ value: "b" }] }, operationsOf({ Operations: [named] }))).toThrow(
        ScimError,
      );
    }
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 5 }), (Operations) => {
        const resource: Json = {
          userName: "a@b.example",
          name: { givenName: "A" },
          emails: [{ value: "a@b.example" }],
        };
        const before = structuredClone(resource);
        survives(() => patched(resource, operationsOf({ Operations })));
        expect(resource).toEqual(before);
        expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it("accept a text in a path that ends in a backslash", () => {
    const path = 'emails[value eq "b\\\\" and type eq "work"].display';
    const chosen = { value: "b\\", type: "work" };
    const resource = { emails: [chosen, { value: "b", type: "work" }] };
    expect(
      patched(resource, operationsOf({ Operations: [{ op: "add", path, value: "c" }] }))["emails"],
    ).toEqual([{ ...chosen, display: "c" }, resource.emails[1]]);
  });

  it("leave the members that the last change determines", () => {
    const ids = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });
    const intent = fc.record({
      kind: fc.constantFrom("add", "remove", "replace"),
      userIds: ids,
    }) as fc.Arbitrary<MemberIntent>;
    fc.assert(
      fc.property(ids, fc.array(intent, { minLength: 1, maxLength: 6 }), (start, intents) => {
        const members = membersAfter(new Set(start), intents);
        const last = intents.at(-1)!;
        for (const id of last.userIds) expect(members.has(id)).toBe(last.kind !== "remove");
        if (last.kind === "replace") expect(members).toEqual(new Set(last.userIds));
      }),
    );
  });
});
