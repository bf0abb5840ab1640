import { expect, it } from "vitest";
import { currentOf, parted } from "./conflicts";

it("asks only about fields in which something was typed", () => {
  const loaded = { name: "Old", email: "old@example.com", note: "" };
  const typed = { name: "Mine", email: "old@example.com", note: null };
  expect(parted({ name: "Theirs", email: "their@example.com", note: "n" }, loaded, typed)).toEqual({
    untouched: { email: "their@example.com", note: "n" },
    contested: { name: "Theirs" },
  });
});

it("knows a conflict from every other refusal", () => {
  expect(currentOf({ data: { code: "CONFLICT", current: { name: "x" } } })).toEqual({ name: "x" });
  expect(currentOf({ data: { code: "CONFLICT", current: null } })).toBeNull();
  expect(currentOf({ data: { code: "BAD_REQUEST" } })).toBeNull();
  expect(currentOf(new Error("no network"))).toBeNull();
});
