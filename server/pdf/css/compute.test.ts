import { expect, it } from "vitest";
import { createComputer } from "./compute";
import { initial } from "./style";

const computer = createComputer({
  pageWidth: 794,
  pageHeight: 1123,
  faces: new Set(),
  properties: [
    { name: "--own", inherits: false, initial: "1px" },
    { name: "--all", inherits: true, initial: "2px" },
  ],
});
const declaring = (property: string, value: string) => ({
  declarations: [{ property, value, important: false }],
  signature: `${property} ${value}`,
});

it("variables are not copied for elements that declare none", () => {
  const root = computer.styleOf(declaring("--own", "3px"), { style: initial, variables: new Map() }, true);
  const [one, other] = ["10px", "20px"].map((width) => computer.styleOf(declaring("width", width), root));
  const inner = computer.styleOf(declaring("width", "5px"), one!);
  expect([...one!.variables].sort()).toEqual([
    ["--all", "2px"],
    ["--own", "1px"],
  ]);
  expect(other!.variables).toBe(one!.variables);
  expect(inner.variables).toBe(one!.variables);
});
