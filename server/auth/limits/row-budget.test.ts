import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRowBudget } from "./row-budget";

const later = () => Date.now() + 60_000;

describe("the budget of rows of anonymous requests", () => {
  it("evicts the oldest row of the same network for a new row, and no row of other networks", () => {
    const budget = createRowBudget({ perClient: 3, perTenant: 100 });
    const add = (key: string, ip: string) => budget.add({ key, ip, tenantId: 1, expiresAt: later() });
    expect(add("other", "198.51.100.1")).toEqual([]);
    expect(["a", "b", "c", "d", "e"].map((key) => add(key, "192.0.2.1"))).toEqual([[], [], [], ["a"], ["b"]]);
    budget.settle("c");
    expect(add("f", "192.0.2.1")).toEqual([]);
    // The second call stores the same row again.
    expect(add("f", "192.0.2.1")).toEqual([]);
    expect(budget.size()).toBe(4);
  });

  it("does not count expired rows", () => {
    const budget = createRowBudget({ perClient: 1, perTenant: 100 });
    const add = (key: string, expiresAt: number) =>
      budget.add({ key, ip: "192.0.2.1", tenantId: 1, expiresAt });
    expect(add("old", Date.now() - 1)).toEqual([]);
    expect(add("new", later())).toEqual([]);
    expect(budget.size()).toBe(1);
  });

  it("never exceeds its limits, from any addresses", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), fc.nat(2), fc.nat(300)), {
          maxLength: 300,
        }),
        (requests) => {
          const budget = createRowBudget({ perClient: 5, perTenant: 20 });
          const live = new Map<string, number>();
          for (const [ip, tenantId, key] of requests) {
            const evicted = budget.add({ key: `${key}`, ip, tenantId, expiresAt: later() });
            if (!live.has(`${key}`)) live.set(`${key}`, tenantId);
            for (const gone of evicted) live.delete(gone);
          }
          expect(live.size).toBe(budget.size());
          for (const tenant of [0, 1, 2])
            expect([...live.values()].filter((id) => id === tenant).length).toBeLessThanOrEqual(20);
        },
      ),
    );
  });
});
