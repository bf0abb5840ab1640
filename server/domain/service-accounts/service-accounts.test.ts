import { describe, expect, it } from "vitest";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { aCredential, anApp, aRole, aServiceAccount, aUser } from "@/server/testing/factories";
import { refusal } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { grantRole } from "../roles/grants";
import {
  createServiceAccount,
  listServiceAccounts,
  reactivateServiceAccount,
  removeServiceAccount,
  suspendServiceAccount,
} from "./service-accounts";

describe.each(databaseKinds)("service accounts on %s", (kind) => {
  const { test, another, refused } = operationsOn(kind);

  it("creates, lists, suspends and reactivates an account, each once", async () => {
    const t = another();
    await aUser(test, t);
    const account = await test.run(t, createServiceAccount, { name: "Robot" });
    expect(account).toMatchObject({ name: "Robot", status: "active" });
    const { userId } = account;
    for (const _twice of [1, 2])
      expect(await test.run(t, suspendServiceAccount, { userId })).toEqual({ userId, status: "suspended" });
    expect(await test.run(t, listServiceAccounts, {})).toEqual([{ ...account, status: "suspended" }]);
    for (const _twice of [1, 2])
      expect(await test.run(t, reactivateServiceAccount, { userId })).toEqual({ userId, status: "active" });
    const recorded = (await test.events(t)).map(({ action, target, targetLabel, changes }) => [
      action,
      target,
      targetLabel,
      changes,
    ]);
    const ref = `user:${userId}`;
    expect(recorded).toEqual([
      ["management_api.service_account_created", ref, "Robot", { name: { from: null, to: "Robot" } }],
      [
        "management_api.service_account_suspended",
        ref,
        "Robot",
        { status: { from: "active", to: "suspended" } },
      ],
      [
        "management_api.service_account_reactivated",
        ref,
        "Robot",
        { status: { from: "suspended", to: "active" } },
      ],
    ]);
    for (const name of [undefined, "", 5])
      await refused(t, createServiceAccount, { name }).toMatchObject(refusal(400, "name"));
  });

  it("unlinks apps, revokes credentials and removes grants when an account is deleted", async () => {
    const t = another();
    const { id: userId } = await aServiceAccount(test, t, { name: "Robot" });
    const other = await aServiceAccount(test, t);
    const apps = [
      await anApp(test, t, { serviceAccountId: userId }),
      await anApp(test, t, { serviceAccountId: userId }),
    ];
    const kept = await anApp(test, t, { serviceAccountId: other.id });
    const earlier = new Date("2026-01-01T00:00:00Z");
    const [live, dead, others] = [
      await aCredential(test, t, { serviceAccountId: userId }),
      await aCredential(test, t, { serviceAccountId: userId, revokedAt: earlier }),
      await aCredential(test, t, { serviceAccountId: other.id }),
    ];
    await test.run(t, grantRole, { userId, roleId: (await aRole(test, t)).id });
    expect(await test.run(t, removeServiceAccount, { userId })).toEqual({
      userId,
      removed: true,
      appsUnlinked: 2,
    });
    await test.write(t, async (tx) => {
      for (const { id } of apps) expect(await tx.apps.get(id)).toMatchObject({ serviceAccountId: null });
      expect(await tx.apps.get(kept.id)).toMatchObject({ serviceAccountId: other.id });
      expect(await tx.credentials.get(live.id)).toMatchObject({
        serviceAccountId: null,
        revokedAt: test.clock.now,
      });
      expect(await tx.credentials.get(dead.id)).toMatchObject({ serviceAccountId: null, revokedAt: earlier });
      expect(await tx.credentials.get(others.id)).toMatchObject({
        serviceAccountId: other.id,
        revokedAt: null,
      });
      expect(await tx.roleGrants.count()).toBe(0);
      expect(await tx.users.get(userId)).toBeUndefined();
    });
    expect((await test.events(t)).at(-1)).toMatchObject({
      action: "management_api.service_account_removed",
      target: `user:${userId}`,
      targetLabel: "Robot",
    });
  });

  it("returns 404 for people and for another tenant's accounts", async () => {
    const [mine, theirs] = [another(), another()];
    const foreign = await aServiceAccount(test, theirs);
    const person = await aUser(test, mine);
    for (const userId of [foreign.id, person.id, 999_999]) {
      for (const operation of [
        suspendServiceAccount,
        reactivateServiceAccount,
        removeServiceAccount,
      ] as Operation<AnyObject>[]) {
        await refused(mine, operation, { userId }).toMatchObject(refusal(404));
      }
    }
    expect(await test.run(mine, listServiceAccounts, {})).toEqual([]);
    expect(await test.run(theirs, listServiceAccounts, {})).toHaveLength(1);
  });
});
