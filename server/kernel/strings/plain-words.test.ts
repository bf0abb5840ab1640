import { expect, it } from "vitest";
import * as z from "zod";
import { validated } from "../operation/execute";
import { Id } from "../fields";
import { must } from "./must";
import { plainWords } from "./plain-words";

const input = z.strictObject({
  name: z.string(),
  roleId: Id,
  ratio: z.number(),
  on: z.boolean(),
  tags: z.array(z.string().max(3)).max(2),
  place: z.object({ country: z.string().length(2) }),
  mode: z.enum(["a", "b"]),
  kind: z.literal("c"),
  least: z.number().min(2),
  most: z.number().max(2),
  below: z.number().lt(2),
  word: z.string().min(3),
  even: z.number().multipleOf(2),
  list: z.array(z.string()).min(1),
  address: z.email(),
  site: z.url(),
  at: z.iso.datetime(),
  code: z.string().regex(/^x/),
  either: z.union([z.number(), z.boolean()]),
});
const good = {
  name: "n",
  roleId: 1,
  ratio: 0.5,
  on: true,
  tags: ["x"],
  place: { country: "DE" },
  mode: "a",
  kind: "c",
  least: 2,
  most: 2,
  below: 1,
  word: "abc",
  even: 2,
  list: ["x"],
  address: "a@b.example",
  site: "https://b.example",
  at: "2026-03-14T09:26:53Z",
  code: "xy",
  either: 1,
};

it.each([
  [{ name: undefined }, "name: must be given."],
  [{ name: 5 }, "name: must be a text."],
  [{ name: null }, "name: must be a text."],
  [{ roleId: undefined }, "roleId: must be given."],
  [{ roleId: "1" }, "roleId: must be a whole number."],
  [{ roleId: 1.5 }, "roleId: must be a whole number."],
  [{ roleId: 0 }, "roleId: must be greater than 0."],
  [{ roleId: 2 ** 60 }, "roleId: must be at most 9007199254740991."],
  [{ ratio: "x" }, "ratio: must be a number."],
  [{ on: "yes" }, "on: must be true or false."],
  [{ tags: "x" }, "tags: must be a list."],
  [{ tags: ["x", "y", "z"] }, "tags: must have at most 2 items."],
  [{ tags: ["long"] }, "tags.0: must have at most 3 characters."],
  [{ place: "DE" }, "place: must be an object."],
  [{ place: { country: "D" } }, "place.country: must have 2 characters."],
  [{ mode: "c" }, "mode: must be one of a, b."],
  [{ kind: "d" }, "kind: can only be c."],
  [{ least: 1 }, "least: must be at least 2."],
  [{ most: 3 }, "most: must be at most 2."],
  [{ below: 2 }, "below: must be less than 2."],
  [{ word: "ab" }, "word: must have at least 3 characters."],
  [{ even: 3 }, "even: must be a multiple of 2."],
  [{ list: [] }, "list: must not be empty."],
  [{ address: "x" }, "address: must be an e-mail address."],
  [{ site: "x" }, "site: must be a URL."],
  [{ at: "x" }, "at: must be a timestamp like 2026-03-14T09:26:53Z."],
  [{ code: "y" }, "code: is not valid."],
  [{ either: "x" }, "either: is not valid."],
])("%j: %s", (wrong, said) => {
  expect(() => validated(input, { ...good, ...wrong })).toThrow(expect.objectContaining({ message: said }));
});

it("keeps a schema's own message", () => {
  expect(z.string(must("not_url")).safeParse(5, { error: plainWords }).error?.issues[0]?.message).toBe(
    must("not_url"),
  );
});
