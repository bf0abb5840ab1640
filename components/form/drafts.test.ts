import { beforeEach, expect, it } from "vitest";
import { keepDrafts, nameOfForm, takeDraft } from "./drafts";

const items = new Map<string, string>();
const store = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
};
const form = nameOfForm({ name: "", kind: "" });

beforeEach(() => items.clear());

it("returns a form's input once, on the page of the form", () => {
  keepDrafts([{ form, values: { name: "Shop", kind: "public" } }], "/acme/apps", 1_000, store);
  expect(takeDraft(form, "/acme/roles", 2_000, store)).toBeNull();
  expect(takeDraft(nameOfForm({ name: "" }), "/acme/apps", 2_000, store)).toBeNull();
  expect(takeDraft(form, "/acme/apps", 2_000, store)).toEqual({ name: "Shop", kind: "public" });
  expect(takeDraft(form, "/acme/apps", 2_000, store)).toBeNull();
});

it("stores a form's input once, also if it is stored again", () => {
  for (const name of ["Sh", "Shop"]) keepDrafts([{ form, values: { name } }], "/", 1_000, store);
  expect(takeDraft(form, "/", 2_000, store)).toEqual({ name: "Shop" });
  expect(takeDraft(form, "/", 2_000, store)).toBeNull();
});

it("stores no secrets", () => {
  keepDrafts([{ form, values: { name: "Ann", password: "x", clientSecret: "y" } }], "/", 1_000, store);
  expect([...items.values()].join()).not.toMatch(/password|Secret/);
});

it("discards input after ten minutes", () => {
  keepDrafts([{ form, values: { name: "Shop" } }], "/", 1_000, store);
  expect(takeDraft(form, "/", 700_000, store)).toBeNull();
});
