import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createUnsaved, guardLeaving } from "./leave-guard";

const HERE = "https://id.example/acme/apps/3";
const confirm = vi.fn<(question: string) => boolean>();
let page: EventTarget;
let release: (() => void)[] = [];

beforeEach(() => {
  page = Object.assign(new EventTarget(), { location: new URL(HERE), confirm });
  vi.stubGlobal("window", page);
  confirm.mockReset();
});
afterEach(() => {
  for (const one of release) one();
  release = [];
  vi.unstubAllGlobals();
});

const guard = (dirty: boolean) => release.push(guardLeaving({ isDirty: () => dirty, question: "Leave?" }));

/** Whether a click on this link is followed. */
function follow(href: string, { click = {}, target = "", download = false } = {}) {
  const link = { href, target, hasAttribute: (name: string) => name === "download" && download };
  const event = new Event("click", { cancelable: true });
  Object.defineProperty(event, "target", { value: { closest: () => link } });
  page.dispatchEvent(Object.assign(event, { button: 0, ...click }));
  return !event.defaultPrevented;
}

const unload = () => page.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("asks before a link leads away from what was typed, and does as it is told", () => {
  guard(true);
  guard(true);
  confirm.mockReturnValueOnce(false);
  expect(follow("/acme/apps/3/roles")).toBe(false);
  confirm.mockReturnValueOnce(true);
  expect(follow("/acme/apps/3/roles")).toBe(true);
  // Once, however many forms the page has.
  expect(confirm.mock.calls).toEqual([["Leave?"], ["Leave?"]]);
  expect(unload()).toBe(false);
});

it("asks nothing where nothing is lost", () => {
  guard(true);
  expect(follow("/acme/apps/3?tab=two#there")).toBe(true);
  expect(follow("/acme/users", { target: "_blank" })).toBe(true);
  // A document of its own: the browser itself asks before this one is left.
  expect(follow("/account/acme", { target: "_self" })).toBe(true);
  expect(follow("/acme/users", { download: true })).toBe(true);
  expect(follow("/acme/users", { click: { ctrlKey: true } })).toBe(true);
  expect(follow("/acme/users", { click: { button: 1 } })).toBe(true);
  release.pop()!();
  guard(false);
  expect(follow("/acme/users")).toBe(true);
  expect(unload()).toBe(true);
  release.pop()!();
  expect(follow("/acme/users")).toBe(true);
  expect(confirm).not.toHaveBeenCalled();
});

it("sees what was typed since it was saved, and no difference in fields that only came later", () => {
  const form = createUnsaved();
  expect(form.isDirty({ name: "Portal" })).toBe(false);
  form.settle({ name: "Portal", uris: [] });
  expect(form.isDirty({ name: "Portal", uris: [], note: "", open: false, role: undefined })).toBe(false);
  expect(form.isDirty({ name: "", uris: [] })).toBe(true);
  expect(form.isDirty({ name: "Portal", uris: ["https://a.example"] })).toBe(true);
  form.settle({ name: "Portal 2", uris: [] });
  expect(form.isDirty({ name: "Portal 2", uris: [] })).toBe(false);
  expect(form.isDirty({ name: "Portal", uris: [] })).toBe(true);
});

it("asks about what is typed while the form is sent, not about what is sent", () => {
  const form = createUnsaved();
  form.settle({ name: "Portal" });
  form.sending({ name: "Portal 2" });
  expect(form.isDirty({ name: "Portal 2" })).toBe(false);
  expect(form.isDirty({ name: "Portal 2 and more" })).toBe(true);
  form.settle({ name: "Portal 2" });
  form.sending(null);
  expect(form.isDirty({ name: "Portal 2" })).toBe(false);
  expect(form.isDirty({ name: "Portal 2 and more" })).toBe(true);
});

it("asks about what was sent where it was refused", () => {
  const form = createUnsaved();
  form.settle({ name: "Portal" });
  form.sending({ name: "Portal 2" });
  form.sending(null);
  expect(form.isDirty({ name: "Portal 2" })).toBe(true);
});

it("asks nothing about fields that took over what the server has", () => {
  const form = createUnsaved();
  form.settle({ name: "Portal", note: "old", uris: ["https://a.example"] });
  form.settleFields({ note: "theirs" });
  expect(form.isDirty({ name: "Portal", note: "theirs", uris: ["https://a.example"] })).toBe(false);
  expect(form.isDirty({ name: "Mine", note: "theirs", uris: ["https://a.example"] })).toBe(true);
  form.settleFields({ uris: [] });
  expect(form.isDirty({ name: "Portal", note: "theirs", uris: [] })).toBe(false);
});
