import { describe, expect, it } from "vitest";
import type { AppError } from "../errors";
import { refuseOverwriting } from "./changes";

const current = (before: object, after: object, basedOn: Record<string, unknown>) => {
  try {
    refuseOverwriting(before, after, basedOn);
    return null;
  } catch (error) {
    expect(error).toMatchObject({ status: 409, error: "conflict" });
    return (error as AppError).details.current;
  }
};

describe("a change of a record that another user has changed meanwhile", () => {
  it("is refused with the current values (409)", () => {
    expect(current({ name: "Theirs", email: "e" }, { name: "Mine" }, { name: "Old", email: "x" })).toEqual({
      name: "Theirs",
    });
    expect(current({ uris: ["a", "b"] }, { uris: ["a", "c"] }, { uris: ["a"] })).toEqual({
      uris: ["a", "b"],
    });
    expect(
      current(
        { tokenSeconds: 600, tokenKept: true },
        { tokenSeconds: 900, tokenKept: false },
        { tokenSeconds: 300, tokenKept: false },
      ),
    ).toEqual({ tokenSeconds: 600, tokenKept: true });
    expect(current({ name: null }, { name: "Mine" }, { name: "Old" })).toEqual({ name: null });
  });

  it.each([
    ["of another field", { name: "Old", email: "theirs" }, { name: "Mine" }, { name: "Old", email: "old" }],
    ["to the same", { name: "Both" }, { name: "Both" }, { name: "Old" }],
    ["that the form did not show", { name: "Theirs" }, { name: "Mine" }, {}],
    ["that says nothing of it", { name: "Theirs" }, { name: undefined }, { name: "Old" }],
    ["of nothing, spelled otherwise", { name: null }, { name: "Mine" }, { name: "" }],
    ["of a date", { at: new Date("2026-01-01T00:00:00Z") }, { at: null }, { at: "2026-01-01T00:00:00.000Z" }],
    ["with keys in another order", { x: { a: 1, b: null, c: 2 } }, { x: {} }, { x: { c: 2, a: 1 } }],
    ["of a secret that was not there", { token: null }, { token: "mine" }, { token: "old" }],
    ["of a secret that goes", { token: "theirs" }, { token: null }, { token: "old" }],
    ["of a secret", { secretHash: "theirs" }, { secretHash: "mine" }, { secretHash: "old" }],
  ])("is not refused %s", (_words, before, after, basedOn) => {
    expect(current(before, after, basedOn)).toBeNull();
  });
});
