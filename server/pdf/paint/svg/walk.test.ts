import { expect, it } from "vitest";
import { costAgain, countPath, type Walk } from "./walk";

it("a bomb of repeated paths: their segments cost as much each time, and elements a fortieth", () => {
  const walk = { count: { nodes: 7, segments: 400 } } as Walk;
  const before = { ...walk.count };
  countPath({ length: 1_000 } as unknown[], walk);
  expect(costAgain(walk, before)).toBe(1_000 / 200);
  walk.count.nodes += 80;
  expect(costAgain(walk, before)).toBe(1_000 / 200 + 80 / 40);
});
