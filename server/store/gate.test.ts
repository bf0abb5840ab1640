import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Cost } from "../kernel/operation/store";
import { createGate, GateFull, placesOf, type Leave } from "./gate";
import { DatabaseAway } from "./sockets";

const patienceMs = { interactive: 40, heavy: 40, job: 40 };

/** Opens a gate of 16 connections. `began` contains the started transactions in their order. */
function openGate(isUp = () => true) {
  const gate = createGate({ connections: 16, isUp, patienceMs });
  const began: string[] = [];
  const leaves: Leave[] = [];
  const enter = (tenantId: number | null, cost: Cost = "interactive") => {
    const entered = gate.enter(tenantId, cost);
    const note = (leave: Leave) => {
      began.push(`${tenantId} ${cost}`);
      leaves.push(leave);
    };
    if (!(entered instanceof Promise)) note(entered);
    else void entered.then(note, () => {});
    return entered;
  };
  return { gate, enter, began, leaves };
}

const isFree = (entered: Leave | Promise<Leave>) => !(entered instanceof Promise);
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the gate of a pool", () => {
  // Only `setTimeout`: the order of promises stays real.
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => vi.useRealTimers());

  it("gives a free place without a promise", () => {
    expect(isFree(openGate().enter(1))).toBe(true);
  });

  it("starvation: one organization gets at most a third of the connections", () => {
    const { enter } = openGate();
    const free = Array.from({ length: 16 }, () => enter(1)).filter(isFree);
    expect(free).toHaveLength(6);
    expect(isFree(enter(2))).toBe(true);
  });

  it("starvation: organizations together leave a quarter of the connections, and the platform never waits", () => {
    const { enter } = openGate();
    const free = Array.from({ length: 32 }, (_, tenantId) => enter(tenantId)).filter(isFree);
    expect(free).toHaveLength(12);
    expect(isFree(enter(null))).toBe(true);
    expect(isFree(enter(null, "heavy"))).toBe(true);
  });

  it("starvation: heavy reads have two connections, and one organization one of them", () => {
    const { enter } = openGate();
    expect([1, 1, 2, 3].map((tenantId) => isFree(enter(tenantId, "heavy")))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(isFree(enter(1))).toBe(true);
  });

  it("begins waiting transactions by turns of their organizations", async () => {
    const { enter, began, leaves } = openGate();
    for (let tenantId = 10; tenantId < 22; tenantId++) void enter(tenantId);
    began.splice(0);
    for (const tenantId of [1, 1, 1, 2, 3]) void enter(tenantId);
    for (const leave of leaves.splice(0)) leave();
    await settled();
    expect(began).toEqual([
      "1 interactive",
      "2 interactive",
      "3 interactive",
      "1 interactive",
      "1 interactive",
    ]);
  });

  it("begins interactive transactions before jobs, and jobs before heavy reads", async () => {
    const { enter, began, leaves } = openGate();
    for (let tenantId = 10; tenantId < 22; tenantId++) void enter(tenantId);
    began.splice(0);
    void enter(1, "heavy");
    void enter(2, "job");
    void enter(3);
    for (const leave of leaves.splice(0)) leave();
    await settled();
    expect(began).toEqual(["3 interactive", "2 job", "1 heavy"]);
  });

  it("counts a place once if it is given back twice", () => {
    const { enter, leaves } = openGate();
    for (let count = 0; count < 6; count++) void enter(1);
    leaves[0]!();
    leaves[0]!();
    expect([enter(1), enter(1)].map(isFree)).toEqual([true, false]);
  });

  it("refuses a transaction that waited for too long, and one more than 500 waiting ones", async () => {
    const { gate } = openGate();
    for (let count = 0; count < 6; count++) void gate.enter(1, "interactive");
    const waiting = Array.from({ length: 500 }, async () => gate.enter(1, "interactive"));
    expect(() => gate.enter(1, "interactive")).toThrow(GateFull);
    expect(isFree(gate.enter(2, "interactive"))).toBe(true);
    const ended = Promise.allSettled(waiting);
    await vi.advanceTimersByTimeAsync(patienceMs.interactive);
    const outcomes = await ended;
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "GATE_FULL" } });
    expect(gate.enter(1, "interactive")).toBeInstanceOf(Promise);
  });

  it("refuses all transactions while the database does not answer", async () => {
    let isUp = true;
    const { gate, leaves, enter } = openGate(() => isUp);
    for (let count = 0; count < 6; count++) void enter(1);
    const waiting = gate.enter(1, "interactive");
    isUp = false;
    gate.giveUp();
    await expect(waiting).rejects.toBeInstanceOf(DatabaseAway);
    expect(() => gate.enter(null, "interactive")).toThrow(DatabaseAway);
    isUp = true;
    leaves[0]!();
    expect(isFree(gate.enter(1, "interactive"))).toBe(true);
  });

  it.each([1, 2, 3, 4, 8, 16, 500])("has a place of each kind with %i connections", (connections) => {
    const { together, ofOne } = placesOf(connections);
    for (const places of [together, ofOne].flatMap(({ all, heavy, job }) => [all, heavy, job])) {
      expect(places).toBeGreaterThanOrEqual(1);
      expect(places).toBeLessThanOrEqual(connections);
    }
  });
});
