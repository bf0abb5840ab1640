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

it("a keyword copies only the part of a field that its property sets", () => {
  const root = { style: initial, variables: new Map<string, string>() };
  const outer = computer.styleOf(
    {
      declarations: [
        { property: "outline-width", value: "7px", important: false },
        { property: "outline-color", value: "red", important: false },
        { property: "margin-left", value: "5px", important: false },
        { property: "margin-top", value: "6px", important: false },
      ],
      signature: "outer",
    },
    root,
  );
  const outline = computer.styleOf(declaring("outline-color", "inherit"), outer).style.outline;
  expect([outline.width, outline.color.red]).toEqual([3, 255]);
  expect(computer.styleOf(declaring("margin-left", "inherit"), outer).style.margin).toEqual([0, 0, 0, 5]);
});
