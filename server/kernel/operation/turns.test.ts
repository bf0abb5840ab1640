import { expect, it } from "vitest";
import { tenantActor } from "@/server/testing/operations";
import { turnsOfLoop } from "@/server/testing/work";
import { createCommandTurns } from "./turns";

const user = (tenantId: number, userId: number) =>
  tenantActor(tenantId, { as: { userId, email: `user${userId}@example.com` } });

it("starvation: many commands of one user do not delay another user, another organization or a credential", async () => {
  const inTurn = createCommandTurns();
  const done: string[] = [];
  const run = (name: string, actor: ReturnType<typeof user>) =>
    inTurn(actor, async () => {
      await turnsOfLoop(5);
      done.push(name);
    });
  const flood = Array.from({ length: 20 }, () => run("flood", user(1, 1)));
  await Promise.all([
    run("second user", user(1, 2)),
    run("other tenant", user(2, 1)),
    run("client", tenantActor(1)),
  ]);
  expect(done.filter((name) => name === "flood").length).toBeLessThan(5);
  await Promise.all(flood);
  expect(done).toHaveLength(23);
});

it("starvation: requests of one client wait without connections, beside commands of users", async () => {
  const inTurn = createCommandTurns();
  let running = 0;
  let most = 0;
  const flood = Array.from({ length: 30 }, () =>
    inTurn(tenantActor(1), async () => {
      most = Math.max(most, ++running);
      await turnsOfLoop(2);
      running -= 1;
    }),
  );
  let waited = 0;
  void Promise.all(flood).then(() => (waited = -1));
  await inTurn(user(1, 1), () => Promise.resolve());
  expect(waited).toBe(0);
  await Promise.all(flood);
  expect(most).toBe(4);
});

it("runs one command of a user at a time, also after one that failed", async () => {
  const inTurn = createCommandTurns();
  let [running, most] = [0, 0];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) =>
      inTurn(user(1, 1), async () => {
        most = Math.max(most, ++running);
        await turnsOfLoop(2);
        running -= 1;
        if (index === 1) throw new Error("refused");
      }),
    ),
  );
  expect(most).toBe(1);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});

it("refuses a command without a place (503)", async () => {
  const inTurn = createCommandTurns();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 520 }, () => inTurn(user(1, 1), () => turnsOfLoop(1))),
  );
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { status: 503 } });
});

it("starvation: a serial database gets one command of an organization at a time", async () => {
  const inTurn = createCommandTurns(true);
  let running = 0;
  let most = 0;
  const run = (actor: ReturnType<typeof user>) =>
    inTurn(actor, async () => {
      most = Math.max(most, ++running);
      await turnsOfLoop(2);
      running -= 1;
    });
  await Promise.all([1, 2, 3, 4].flatMap((id) => [run(user(1, id)), run(tenantActor(1))]));
  expect(most).toBe(1);
});
