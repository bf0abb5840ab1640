import { expect, it } from "vitest";
import { turnsOfLoop } from "@/server/testing/work";
import { atMostBeside } from "./beside";

it("runs all work, at most the given number at once, also if some of it fails", async () => {
  const inTurn = atMostBeside(3);
  let [now, most] = [0, 0];
  const work = (fails: boolean) => async () => {
    most = Math.max(most, (now += 1));
    await turnsOfLoop(1);
    now -= 1;
    if (fails) throw new Error("failed");
    return 1;
  };
  const done = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => inTurn(work(at % 3 === 0))));
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(13);
  expect([now, most]).toEqual([0, 3]);
});
