import { describe, expect, it } from "vitest";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import { createLog } from "../../ports/log";
import { noFederation } from "../../testing/sign-in";
import { subjectsByPassword } from "./password";
import type { Place } from "./places";
import type { StepDeps } from "./visit";

const PASSWORD = "correct horse battery staple 9";

/** Administrators of several tenants with the same address and password, whose hashes have an outdated cost. */
const candidates = [1, 2, 3].map((tenantId) => ({
  tenantId,
  userId: 10 + tenantId,
  email: "ann@acme.example",
  name: null,
  phone: null,
  suspended: false,
  lockedUntil: null,
  lockedIndefinitely: false,
  lockCause: null,
  failures: 0,
  passwordHash: `old ${tenantId}`,
}));

describe("a password that several accounts share", () => {
  it("is rehashed for one account after the other, and proves them all", async () => {
    const underway = { now: 0, most: 0 };
    const hash = async () => {
      underway.most = Math.max(underway.most, (underway.now += 1));
      await new Promise((done) => setImmediate(done));
      underway.now -= 1;
      return "new";
    };
    const kept: [number, unknown][] = [];
    const tenant = (tenantId: number) => ({
      write: (work: (tx: unknown) => Promise<unknown>) =>
        work({
          users: {
            lock: () => Promise.resolve(candidates.find((each) => each.tenantId === tenantId)),
            update: (_id: number, change: unknown) => Promise.resolve(void kept.push([tenantId, change])),
          },
        }),
    });
    const deps = {
      stores: { tenant } as unknown as Stores,
      ports: {
        clock: () => new Date("2026-03-14T09:26:53Z"),
        passwords: { hash, verify: () => Promise.resolve(true), isOutdated: () => true },
        settings: () => Promise.resolve({ passwordPolicy: { minLength: 12 } }),
      } as unknown as Ports,
      count: () => Promise.reject(new Error("no other account has the address")),
      failed: () => Promise.reject(new Error("the password was right")),
      lockout: { isOpen: () => Promise.resolve(true) },
      countedPasswords: { uncounted: () => Promise.resolve([]), record: () => Promise.resolve() },
      federation: noFederation,
      log: createLog("silent"),
    } as unknown as StepDeps;
    const place = { tenantId: null, app: null, find: () => Promise.resolve(candidates) } as unknown as Place;
    const signs = { ip: null, userAgent: null, requestId: null, deviceHash: "" };
    const proved = await subjectsByPassword(deps, place, "ann@acme.example", PASSWORD, signs);
    expect(proved.map(({ userId }) => userId)).toEqual([11, 12, 13]);
    expect(kept).toEqual([1, 2, 3].map((tenantId) => [tenantId, { passwordHash: "new" }]));
    expect(underway.most).toBe(1);
  });
});
