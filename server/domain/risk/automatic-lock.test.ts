import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { getUser } from "../users/users";
import { listSecurityAlerts } from "./alerts";
import { lockByRisk } from "./automatic-lock";
import { recordSignIn } from "./record-sign-in";
import { getRiskPolicy, updateRiskPolicy } from "./risk-policy";
import { tierActedOn } from "./risk-policy.schema";

describe("step-up by risk", () => {
  it.each([
    ["high", "medium", "medium"],
    ["high", "high", "high"],
    ["high", "critical", "critical"],
    ["critical", "high", null],
    ["critical", "critical", "critical"],
    ["never", "critical", null],
    ["high", null, null],
  ] as const)("from %s: a %s sign-in counts as %s", (stepUpFrom, tier, counts) => {
    expect(tierActedOn(tier, { stepUpFrom })).toBe(counts);
  });
});

describe.each(databaseKinds)("locks by risk on %s", (kind) => {
  let world: TestOperations;
  let numbered = 0;
  beforeAll(async () => void (world = await testOperations(kind)));
  afterAll(() => world.close());

  async function scene(policy: object = { lockAfterCritical: 2 }) {
    const slug = `risky-${(numbered += 1)}`;
    const [row] = await world.database.sql<{ id: string }[]>`
      insert into tenants (slug) values (${slug}) returning id`;
    const tenantId = Number(row!.id);
    const user = await aUser(world, tenantId);
    await world.run(tenantId, updateRiskPolicy, policy);
    const now = new Date("2026-03-14T09:26:53.000Z");
    const seen = (outcome: "succeeded" | "refused" | "stepped_up", score: number, minutesAgo = 0) =>
      world.write(tenantId, (tx) =>
        recordSignIn(tx, {
          at: new Date(+now - minutesAgo * 60_000),
          userId: user.id,
          outcome,
          method: "password",
          score,
        }),
      );
    const lock = () => world.write(tenantId, (tx) => lockByRisk(tx, user, now));
    return { tenantId, user, now, seen, lock };
  }

  it("are off unless an organization enables them", async () => {
    const { tenantId, seen, lock } = await scene({ stepUpFrom: "high" });
    expect(await world.run(tenantId, getRiskPolicy, {})).toEqual({
      stepUpFrom: "high",
      lockAfterCritical: null,
      lockMinutes: 60,
    });
    for (let count = 0; count < 5; count++) await seen("refused", 100);
    expect(await lock()).toBeNull();
  });

  it("lock for the set time after the set number, and notify the user", async () => {
    const { tenantId, user, now, seen, lock } = await scene();
    await seen("stepped_up", 80);
    expect(await lock()).toBeNull();
    await seen("refused", 75);
    expect(await lock()).toMatchObject({ lockedUntil: new Date(+now + 3_600_000) });
    const after = await world.write(tenantId, (tx) => tx.users.get(user.id));
    expect(after).toMatchObject({
      lockedIndefinitely: false,
      lockReason: { code: "lock.critical_sign_ins", params: { count: 2 } },
    });
    const alerts = await world.run(tenantId, listSecurityAlerts, {});
    expect(alerts).toMatchObject([{ alertType: "account_locked_by_risk", affectedUserCount: 1 }]);
    expect(await world.run(tenantId, getUser, { userId: user.id })).toMatchObject({ status: "active" });
    const mails = await world.write(tenantId, (tx) => tx.messages.list());
    expect(mails).toMatchObject([
      { template: "account_locked", recipient: user.email, data: { cause: "risk" } },
    ]);
  });

  it("can lock without an end", async () => {
    const { seen, lock } = await scene({ lockAfterCritical: 1, lockMinutes: null });
    await seen("refused", 90);
    expect(await lock()).toMatchObject({ lockedUntil: null, lockedIndefinitely: true });
  });

  it("ignore sign-ins below critical, sign-ins older than a day, and those with a second factor", async () => {
    const { seen, lock } = await scene();
    await seen("refused", 100, 24 * 60 + 1);
    await seen("refused", 100, 30);
    await seen("succeeded", 80, 20);
    await seen("refused", 74, 10);
    await seen("refused", 75);
    expect(await lock()).toBeNull();
  });

  it("never lock an owner", async () => {
    const { tenantId, user, seen, lock } = await scene({ lockAfterCritical: 1 });
    await world.write(tenantId, (tx) => tx.administrators.insert({ userId: user.id, role: "owner" }));
    await seen("refused", 100);
    expect(await lock()).toBeNull();
  });
});
