import { expect, it, vi } from "vitest";
import { wordOf } from "./word-table";

it("says a word only when it is asked for it", () => {
  const [active, denied] = [vi.fn(() => "aktiv"), vi.fn(() => "abgelehnt")];
  expect(wordOf({ active, denied }, "active")).toBe("aktiv");
  expect(denied).not.toHaveBeenCalled();
});

it.each(["gone", "constructor", "toString", "__proto__", ""])("has no words for %j", (code) =>
  expect(wordOf({ active: () => "aktiv" }, code)).toBeUndefined(),
);
