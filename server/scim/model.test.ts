import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { ENTERPRISE, scimWorld, type Resource, type ScimWorld } from "@/server/testing/scim";
import { composed } from "../kernel/strings/composed";

/*
 * A model of a user from the provider's view: a record to which each PATCH is applied in the simplest way.
 * After each PATCH, the resource must equal the model.
 */

interface Model {
  displayName: string | undefined;
  givenName: string | undefined;
  familyName: string | undefined;
  active: boolean;
  title: string | undefined;
  department: string | undefined;
  work: string;
}

const word = fc
  .string({ minLength: 1, maxLength: 20, unit: "grapheme" })
  .filter((text) => text.trim() === text && !/\p{Cc}/u.test(text) && text.isWellFormed());
const op = (name: "add" | "replace") =>
  fc.constantFrom(name, name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1));

type Step = { operation: object; apply: (model: Model) => void };
const set = (value: fc.Arbitrary<unknown>, path: string, apply: (model: Model, value: never) => void) =>
  fc.tuple(op("replace"), value, fc.boolean()).map(([name, chosen, whole]): Step => ({
    operation: whole ? { op: name, value: { [path]: chosen } } : { op: name, path, value: chosen },
    apply: (model) => apply(model, (typeof chosen === "string" ? composed(chosen) : chosen) as never),
  }));
const truth = fc.constantFrom(true, false, "True", "False", "true", "FALSE");

const step: fc.Arbitrary<Step> = fc.oneof(
  // These display names never equal the joined parts of the name. They therefore stay unchanged when the parts change.
  set(
    word.map((text) => `Called ${text}`),
    "displayName",
    (model, value: string) => void (model.displayName = value),
  ),
  set(word, "name.givenName", (model, value: string) => void (model.givenName = value)),
  set(word, "name.familyName", (model, value: string) => void (model.familyName = value)),
  set(truth, "active", (model, value: boolean | string) => void (model.active = /true/i.test(String(value)))),
  set(word, "title", (model, value: string) => void (model.title = value)),
  set(word, `${ENTERPRISE}:department`, (model, value: string) => void (model.department = value)),
  set(
    fc.integer({ min: 0, max: 99 }).map((n) => `work${n}@model.example`),
    'emails[type eq "work"].value',
    (model, value: string) => void (model.work = value),
  ),
  fc.constant<Step>({
    operation: { op: "remove", path: "title" },
    apply: (model) => void (model.title = undefined),
  }),
  fc.constantFrom("displayName", "name.givenName", "name.familyName", "name").map((path): Step => ({
    operation: { op: "remove", path },
    apply: (model) =>
      void Object.assign(model, {
        ...(path === "displayName" && { displayName: undefined }),
        ...(["name", "name.givenName"].includes(path) && { givenName: undefined }),
        ...(["name", "name.familyName"].includes(path) && { familyName: undefined }),
      }),
  })),
  fc.constant<Step>({
    operation: { op: "Remove", path: `${ENTERPRISE}:department` },
    apply: (model) => void (model.department = undefined),
  }),
);

const seen = (user: Resource): Model => {
  const name = (user["name"] ?? {}) as { givenName?: string; familyName?: string };
  const emails = user["emails"] as { type: string; value: string }[];
  return {
    displayName: user["displayName"] as string | undefined,
    givenName: name.givenName,
    familyName: name.familyName,
    active: user.active,
    title: user["title"] as string | undefined,
    department: (user[ENTERPRISE] as { department?: string } | undefined)?.department,
    work: emails.find(({ type }) => type === "work")!.value,
  };
};

describe.each(databaseKinds)("PATCH requests of a provider on %s", (kind) => {
  let world: ScimWorld;
  beforeAll(async () => {
    world = await scimWorld(kind);
  }, 120_000);
  afterAll(() => world.close());

  it("are applied, and their result is read back", { timeout: 120_000 }, async () => {
    const requests = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(requests, async (list) => {
        // The display name differs from the joined parts of the name, so it stays unchanged when the parts change.
        const user = await world.create({ displayName: "Boss", title: "Clerk" });
        const model = seen(user);
        for (const steps of list) {
          const answer = await world.patch(user.id, ...steps.map(({ operation }) => operation));
          expect(answer.status, JSON.stringify(answer.body)).toBe(200);
          for (const { apply } of steps) apply(model);
          expect(seen(answer.body)).toEqual(model);
          const read = await world.send<Resource>("GET", `/Users/${user.id}`);
          expect(read.body).toEqual(answer.body);
        }
      }),
      { numRuns: 40 },
    );
  });
});
