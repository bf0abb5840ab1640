import { afterEach, expect, it, vi } from "vitest";
import { turnsOfLoop } from "@/server/testing/work";
import { createTurns } from "./turns";

afterEach(() => void vi.useRealTimers());

it("starvation: costly steps of one organization do not delay each step of another", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const inTurn = createTurns();
  const ran: string[] = [];
  for (let at = 0; at < 5; at++)
    inTurn("costly", () => {
      vi.advanceTimersByTime(50);
      ran.push("costly");
    });
  // Four steps, each of which starts after the previous one, as in an exchange.
  const follow = async (left: number) => {
    ran.push("other");
    await turnsOfLoop(2);
    vi.advanceTimersByTime(5);
    if (left > 0) inTurn("other", () => void follow(left - 1));
  };
  inTurn("other", () => void follow(3));
  await turnsOfLoop(30);
  expect(ran.filter((by) => by === "other")).toHaveLength(4);
  expect(ran.filter((by) => by === "costly").length).toBeLessThan(3);
  // Each costly step is followed by a rest of three times its duration.
  for (let rest = 0; rest < 5; rest++) {
    vi.advanceTimersByTime(150);
    await turnsOfLoop(3);
  }
  expect(ran).toHaveLength(9);
});

it("runs the steps of one owner in their order, and owners in turns", async () => {
  const inTurn = createTurns();
  const ran: string[] = [];
  for (const step of ["a1", "a2", "a3", "b1", "b2"]) inTurn(step[0]!, () => void ran.push(step));
  await expect.poll(() => ran.length).toBe(5);
  expect(ran).toEqual(["a1", "b1", "a2", "b2", "a3"]);
});
