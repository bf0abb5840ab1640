import { expect, it } from "vitest";
import { currentOf, inFormFields, parted } from "./conflicts";

it("separates the changes of unedited fields from conflicts in edited fields", () => {
  const loaded = { name: "Old", email: "old@example.com", note: "" };
  const typed = { name: "Mine", email: "old@example.com", note: null };
  expect(parted({ name: "Theirs", email: "their@example.com", note: "n" }, loaded, typed)).toEqual({
    untouched: { email: "their@example.com", note: "n" },
    contested: { name: "Theirs" },
  });
});

it("compares a number or a boolean with its text", () => {
  const loaded = { floor: 7, remote: true, desk: 7, parking: false, room: 0 };
  const typed = { floor: "7.0", remote: "true", desk: "8", parking: "true", room: "" };
  const theirs = { floor: "9", remote: "false", desk: "9", parking: "", room: "1" };
  const { untouched, contested } = parted(theirs, loaded, typed);
  expect(untouched).toEqual({ floor: "9", remote: "false" });
  expect(contested).toEqual({ desk: "9", parking: "", room: "1" });
});

it("distinguishes a conflict from other refusals", () => {
  expect(currentOf({ data: { code: "CONFLICT", current: { name: "x" } } })).toEqual({ name: "x" });
  expect(currentOf({ data: { code: "CONFLICT", current: null } })).toBeNull();
  expect(currentOf({ data: { code: "BAD_REQUEST" } })).toBeNull();
  expect(currentOf(new Error("no network"))).toBeNull();
});

it("converts a conflict to the form's fields, and keeps other refusals unchanged", async () => {
  const joined = inFormFields(({ uris }) => ({ lines: (uris as string[]).join("\n") }));
  const conflict = Object.assign(new Error("changed"), {
    data: { code: "CONFLICT", current: { uris: ["a", "b"] } },
  });
  await expect(joined(conflict)).rejects.toMatchObject({
    message: "changed",
    data: { code: "CONFLICT", current: { lines: "a\nb" } },
  });
  const other = Object.assign(new Error("bad"), { data: { code: "BAD_REQUEST", field: "uris" } });
  await expect(joined(other)).rejects.toBe(other);
});
