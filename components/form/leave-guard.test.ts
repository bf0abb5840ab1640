import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createUnsaved, guardLeaving, watchHistory } from "./leave-guard";

const HERE = "https://id.example/acme/apps/3";
const confirm = vi.fn<(question: string) => boolean>();
const go = vi.fn<(delta: number) => void>();
let page: EventTarget;
let navigation: EventTarget;
let release: (() => void)[] = [];

beforeEach(() => {
  navigation = new EventTarget();
  page = Object.assign(new EventTarget(), { location: new URL(HERE), confirm, navigation, history: { go } });
  vi.stubGlobal("window", page);
  watchHistory();
  confirm.mockReset();
  go.mockReset();
});
afterEach(() => {
  for (const one of release) one();
  release = [];
  vi.unstubAllGlobals();
});

const guard = (dirty: boolean) => release.push(guardLeaving({ isDirty: () => dirty, question: "Leave?" }));

/** Clicks a link. Returns true if the browser follows the link. */
function follow(href: string, { click = {}, target = "", download = false } = {}) {
  const link = { href, target, hasAttribute: (name: string) => name === "download" && download };
  const event = new Event("click", { cancelable: true });
  Object.defineProperty(event, "target", { value: { closest: () => link } });
  page.dispatchEvent(Object.assign(event, { button: 0, ...click }));
  return !event.defaultPrevented;
}

const unload = () => page.dispatchEvent(new Event("beforeunload", { cancelable: true }));

it("asks before a link leaves unsaved input, and follows the link only after a confirmation", () => {
  guard(true);
  guard(true);
  confirm.mockReturnValueOnce(false);
  expect(follow("/acme/apps/3/roles")).toBe(false);
  confirm.mockReturnValueOnce(true);
  expect(follow("/acme/apps/3/roles")).toBe(true);
  // Each click asks one question, although two forms have unsaved input.
  expect(confirm.mock.calls).toEqual([["Leave?"], ["Leave?"]]);
  expect(unload()).toBe(false);
});

it("does not ask if no input is lost", () => {
  guard(true);
  expect(follow("/acme/apps/3?tab=two#there")).toBe(true);
  expect(follow("/acme/users", { target: "_blank" })).toBe(true);
  // A link with a target loads another document. The browser then asks for a confirmation by the `beforeunload` event.
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

/** Navigates between two history entries. Returns true if the router receives the navigation. */
function traverse(from: [index: number, path: string], to: [index: number, path: string]) {
  const [before, after] = [from, to].map(([index, path]) => ({ index, url: new URL(path, HERE).href }));
  const heard = vi.fn();
  page.addEventListener("popstate", heard, { once: true });
  Object.assign(page, { location: new URL(after!.url) });
  Object.assign(navigation, { currentEntry: after });
  navigation.dispatchEvent(Object.assign(new Event("currententrychange"), { from: before }));
  page.dispatchEvent(new Event("popstate"));
  page.removeEventListener("popstate", heard);
  return heard.mock.calls.length > 0;
}

it("asks before Back or Forward leaves unsaved input, and restores the history entry", () => {
  guard(true);
  confirm.mockReturnValue(false);
  expect(traverse([5, "/acme/apps/3"], [3, "/acme/users"])).toBe(false);
  expect(go).toHaveBeenLastCalledWith(2);
  expect(traverse([3, "/acme/users"], [5, "/acme/apps/3"])).toBe(false);
  expect(traverse([5, "/acme/apps/3"], [6, "/acme/users"])).toBe(false);
  expect(go).toHaveBeenLastCalledWith(-1);
  expect(traverse([6, "/acme/users"], [5, "/acme/apps/3"])).toBe(false);
  expect(confirm).toHaveBeenCalledTimes(2);
  confirm.mockReturnValue(true);
  expect(traverse([5, "/acme/apps/3"], [4, "/acme/apps"])).toBe(true);
  expect(go).toHaveBeenCalledTimes(2);
});

it("does not interfere with Back and Forward if no input is lost", () => {
  guard(true);
  expect(traverse([5, "/acme/apps/3?tab=two"], [4, "/acme/apps/3"])).toBe(true);
  release.pop()!();
  guard(false);
  expect(traverse([5, "/acme/apps/3"], [4, "/acme/apps"])).toBe(true);
  expect(confirm).not.toHaveBeenCalled();
});

it("detects input since the last save, and ignores empty fields that were added later", () => {
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

it("asks about input during the submission, but not about submitted values", () => {
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

it("asks about submitted values after a refusal", () => {
  const form = createUnsaved();
  form.settle({ name: "Portal" });
  form.sending({ name: "Portal 2" });
  form.sending(null);
  expect(form.isDirty({ name: "Portal 2" })).toBe(true);
});

it("does not ask about fields that took over the server's values", () => {
  const form = createUnsaved();
  form.settle({ name: "Portal", note: "old", uris: ["https://a.example"] });
  form.settleFields({ note: "theirs" });
  expect(form.isDirty({ name: "Portal", note: "theirs", uris: ["https://a.example"] })).toBe(false);
  expect(form.isDirty({ name: "Mine", note: "theirs", uris: ["https://a.example"] })).toBe(true);
  form.settleFields({ uris: [] });
  expect(form.isDirty({ name: "Portal", note: "theirs", uris: [] })).toBe(false);
});
