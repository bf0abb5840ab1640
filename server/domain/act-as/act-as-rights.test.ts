import { describe, expect, it } from "vitest";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { Operation } from "@/server/kernel/operation/operation";
import { aSession, aUser } from "@/server/testing/factories";
import { refusal, tenantActor } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";

/*
 * An administrator who acts as a user gets no additional rights. The test runs every operation that users have on their own
 * account. The actor is an administrator who acts as the user.
 */

const modules = import.meta.glob<Record<string, unknown>>(["../**/*.ts", "!../**/*.test.ts"], {
  eager: true,
});

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "capability" in value && "run" in value;

const answers = ["decideActAsRequest", "endActAsOfMe"];
const own = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Operation] => isOperation(entry[1]))
  .filter(([name, { capability }]) => capability === "ManageOwnAccount" || answers.includes(name));

/** The account-page operations that are permitted to an administrator who acts as the user. */
const allowed = new Set([
  "listOwnFactors",
  "getOwnPhone",
  "listOwnSessions",
  "getOwnProfile",
  "listOwnDevices",
  "listOwnApps",
  "listLaunchableApps",
  "listOwnSignIns",
  "getOwnNotifications",
  "updateOwnProfile",
  // This operation only ends the session in which the administrator acts as the user.
  "endActAsOfMe",
]);
/** These operations fail, because the preceding operation (beginOwnPasskey) was refused. */
const neverBegun = new Set(["addOwnPasskey"]);

const code = "123456";
const inputs: Record<string, object> = {
  removeOwnFactor: { factorId: 1 },
  addOwnTotp: { sealed: "x", code, label: null },
  addOwnPasskey: { response: {}, label: null, sealed: "x" },
  askOwnCodeFactor: { kind: "email" },
  addOwnCodeFactor: { kind: "email", code },
  requestOwnEmailChange: { email: "mine@evil.example" },
  requestOwnPhone: { phone: "+49 170 1234567" },
  confirmOwnPhone: { code },
  changeOwnPassword: { currentPassword: "one", newPassword: "a long and uncommon one" },
  endOwnSession: { sessionId: 1 },
  forgetOwnDevice: { deviceId: 1 },
  withdrawOwnApp: { appId: 1 },
  updateOwnNotifications: { channels: [] },
  decideActAsRequest: { requestId: 1, approve: true },
};

describe.each(databaseKinds)("acting as a user on %s", (kind) => {
  const { test, another } = operationsOn(kind);

  async function acting(): Promise<{ actor: TenantActor; userId: number }> {
    const t = another();
    const administrator = await aUser(test, t);
    await test.write(t, (tx) => tx.administrators.insert({ userId: administrator.id, role: "owner" }));
    const person = await aUser(test, t);
    const now = test.clock.now;
    const session = await aSession(test, t, person.id, { actorUserId: administrator.id, createdAt: now });
    const base = tenantActor(t, {
      capabilities: ["ManageOwnAccount"],
      channel: "account",
      as: { userId: person.id, email: person.email!, sessionId: session.id },
    });
    const by = { userId: administrator.id, email: administrator.email!, label: "Olga" };
    return {
      actor: { ...base, subject: { ...base.subject, actedBy: by } as TenantActor["subject"] },
      userId: person.id,
    };
  }

  it("covers every operation of one's own account", () => {
    const names = own.map(([name]) => name);
    expect(names.length).toBeGreaterThan(25);
    expect([...allowed, ...Object.keys(inputs)].filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(own.filter(([name]) => !allowed.has(name)))(
    "attack: an administrator who acts as a person runs %s",
    async (name, operation) => {
      const { actor, userId } = await acting();
      const before = await test.write(actor.tenantId, (tx) => tx.users.get(userId));
      await expect(test.run(actor, operation, inputs[name] ?? {})).rejects.toMatchObject(
        refusal(neverBegun.has(name) ? 400 : 403),
      );
      expect(await test.write(actor.tenantId, (tx) => tx.users.get(userId))).toEqual(before);
      expect(await test.write(actor.tenantId, (tx) => tx.factors.list({}))).toEqual([]);
      expect(await test.write(actor.tenantId, (tx) => tx.messages.list({}))).toEqual([]);
    },
  );

  it("attack: an administrator who acts as one user begins to act as another user", async () => {
    const { actor } = await acting();
    const { actingPerson } = await import("./eligibility");
    expect(() => actingPerson(actor)).toThrow(/Only an administrator/);
  });
});
