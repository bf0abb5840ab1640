import { expect, it } from "vitest";
import { notYetKept, viewsIn } from "./browser-views";

it("reads what a browser kept, and nothing else", () => {
  expect(viewsIn('[{"name":"a","query":"?x=1"},{"name":1},null]')).toEqual([{ name: "a", query: "?x=1" }]);
  for (const text of ["", "{", "{}", "null", "7"]) expect(viewsIn(text)).toEqual([]);
});

it("takes over what is not kept yet, and loses none of two that have one name", () => {
  const kept = [
    { name: "Same", query: "?a=1" },
    { name: "Other", query: "?a=1" },
    { name: "Other (2)", query: "?a=2" },
  ];
  const local = [
    { name: "Same", query: "?a=1" },
    { name: "Other", query: "?a=3" },
    { name: "Other", query: "?a=2" },
    { name: "New", query: "" },
  ];
  expect(notYetKept(local, kept)).toEqual([
    { name: "Other (3)", query: "?a=3" },
    { name: "New", query: "" },
  ]);
});

it("keeps a name that gets a number short enough", () => {
  const name = "x".repeat(60);
  const [view] = notYetKept([{ name, query: "?a" }], [{ name, query: "?b" }]);
  expect(view?.name).toBe(`${"x".repeat(55)} (2)`);
});
