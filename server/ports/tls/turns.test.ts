import { expect, it } from "vitest";
import { createTurns } from "./turns";

const busy = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

it("starvation: costly steps of one organization do not delay each step of another", async () => {
  const inTurn = createTurns();
  const ran: string[] = [];
  for (let at = 0; at < 5; at++)
    inTurn("costly", () => {
      busy(50);
      ran.push("costly");
    });
  // Four steps, each of which starts after the previous one, as in an exchange.
  const followed = new Promise<void>((resolve) => {
    const follow = (left: number) => {
      ran.push("other");
      if (left === 0) return resolve();
      setTimeout(() => inTurn("other", () => follow(left - 1)), 5);
    };
    inTurn("other", () => follow(3));
  });
  await followed;
  expect(ran.filter((by) => by === "costly").length).toBeLessThan(3);
  await expect.poll(() => ran.length, { timeout: 5_000 }).toBe(9);
});

it("runs the steps of one owner in their order, and owners in turns", async () => {
  const inTurn = createTurns();
  const ran: string[] = [];
  for (const step of ["a1", "a2", "a3", "b1", "b2"]) inTurn(step[0]!, () => void ran.push(step));
  await expect.poll(() => ran.length).toBe(5);
  expect(ran).toEqual(["a1", "b1", "a2", "b2", "a3"]);
});
