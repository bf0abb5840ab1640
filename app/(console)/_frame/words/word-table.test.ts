import { expect, it, vi } from "vitest";
import { wordOf } from "./word-table";

it("translates a word only on use", () => {
  const [active, denied] = [vi.fn(() => "aktiv"), vi.fn(() => "abgelehnt")];
  expect(wordOf({ active, denied }, "active")).toBe("aktiv");
  expect(denied).not.toHaveBeenCalled();
});

it.each(["gone", "constructor", "toString", "__proto__", ""])("returns undefined for %j", (code) =>
  expect(wordOf({ active: () => "aktiv" }, code)).toBeUndefined(),
);
