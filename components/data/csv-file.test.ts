import { expect, it } from "vitest";
import { csvOf } from "./csv-file";

it("CSV injection (CWE-1236): makes formulas plain text, and quotes special characters", () => {
  expect(
    csvOf([
      ["name", "roles", "id"],
      ['Ann "A" B', "x,y", -4],
      ["=HYPERLINK(1)", "+1", null],
      ["@SUM", "line\nbreak", 1],
    ]),
  ).toBe('name,roles,id\r\n"Ann ""A"" B","x,y",-4\r\n\'=HYPERLINK(1),\'+1,\r\n\'@SUM,"line\nbreak",1\r\n');
});
