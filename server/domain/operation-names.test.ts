import { expect, it } from "vitest";
import type { Operation } from "../kernel/operation/operation";

const modules = import.meta.glob<Record<string, unknown>>(
  ["./**/*.ts", "../platform/**/*.ts", "!../**/*.test.ts"],
  { eager: true },
);

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "run" in value && "capability" in value && "kind" in value;

const operations = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Operation] => isOperation(entry[1]));

it("gives every operation the name of its constant, and all names are different", () => {
  expect(operations.length).toBeGreaterThan(300);
  expect(operations.filter(([name, operation]) => operation.name !== name).map(([name]) => name)).toEqual([]);
  const byName = new Map<string, Set<Operation>>();
  for (const [name, operation] of operations)
    byName.set(name, (byName.get(name) ?? new Set()).add(operation));
  expect([...byName].filter(([, same]) => same.size > 1).map(([name]) => name)).toEqual([]);
});
