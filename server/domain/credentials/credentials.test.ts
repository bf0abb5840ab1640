import { describe, expect, it } from "vitest";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import { hashSecret, parseClientId } from "@/server/kernel/http/client-id";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import { aCredential, aServiceAccount, aUser } from "@/server/testing/factories";
import { refusal, tenantActor } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
  updateCredentialCapabilities,
} from "./credentials";

describe.each(databaseKinds)("credentials on %s", (kind) => {
  const { test, another, refused } = operationsOn(kind);
  const owner = (t: number) => tenantActor(t, { as: { userId: 1, email: "owner@example.com" } });
  const admin = (t: number) =>
    tenantActor(t, {
      capabilities: [...administratorCapabilities.admin],
      as: { userId: 2, email: "admin@example.com" },
    });

  it("creates a credential with an account of its own and shows the secret once, never in the log or the list", async () => {
    const t = another();
    const made = await test.run(owner(t), createCredential, {
      name: "CI",
      capabilities: ["ManageRoles", "ManageUsers", "ManageRoles"],
    });
    expect(parseClientId(made.clientId)).toEqual({ tenantId: t });
    expect(made.clientSecret).toMatch(/^cs_[A-Za-z0-9_-]{43}$/);
    const row = await test.write(t, (tx) => tx.credentials.get(made.credentialId));
    expect(row).toMatchObject({
      secretHash: hashSecret(made.clientSecret),
      secretGeneration: 1,
      capabilities: ["ManageUsers", "ManageRoles"],
    });
    const list = await test.run(owner(t), listCredentials, {});
    expect(list).toMatchObject([
      {
        credentialId: made.credentialId,
        serviceAccount: { userId: row!.serviceAccountId, name: "CI", status: "active" },
        lastUsedAt: null,
        revokedAt: null,
      },
    ]);
    const events = await test.events(t);
    expect(events).toMatchObject([
      {
        action: "console.credential_created",
        target: `credential:${made.credentialId}`,
        targetLabel: "CI",
        userId: 1,
        userEmail: "owner@example.com",
      },
    ]);
    for (const text of [JSON.stringify(list), JSON.stringify(events)]) {
      expect(text).not.toContain(made.clientSecret);
      expect(text).not.toContain(row!.secretHash);
    }
  });

  it("acts as an existing service account, and not as a person or another tenant's account", async () => {
    const [t, theirs] = [another(), another()];
    const robot = await aServiceAccount(test, t);
    const input = { name: "CI", capabilities: ["ManageUsers"] };
    await test.run(owner(t), createCredential, { ...input, serviceAccountId: robot.id });
    expect(await test.write(t, (tx) => tx.users.count())).toBe(1);
    for (const { id } of [await aUser(test, t), await aServiceAccount(test, theirs)]) {
      await refused(owner(t), createCredential, { ...input, serviceAccountId: id }).toMatchObject(
        refusal(404),
      );
    }
  });

  it("refuses to grant or take over a capability that the actor lacks", async () => {
    const t = another();
    await refused(admin(t), createCredential, {
      name: "x",
      capabilities: ["ManageUsers", "ManageDataExport"],
    }).toMatchObject({
      ...refusal(400, "capabilities"),
      message: expect.stringContaining("ManageDataExport") as string,
    });
    const { id: credentialId } = await aCredential(test, t, { capabilities: ["ManageDataExport"] });
    await refused(admin(t), updateCredentialCapabilities, {
      credentialId,
      capabilities: ["ManageDataExport", "ManageMigration"],
    }).toMatchObject(refusal(400, "capabilities"));
    await refused(admin(t), rotateCredential, { credentialId }).toMatchObject(refusal(403));
    await test.run(admin(t), updateCredentialCapabilities, {
      credentialId,
      capabilities: ["ManageDataExport", "ManageUsers"],
    });
    expect((await test.events(t)).at(-1)).toMatchObject({
      action: "console.credential_capabilities_changed",
      changes: { capabilities: { from: ["ManageDataExport"], to: ["ManageUsers", "ManageDataExport"] } },
    });
  });

  it.each([
    [{ capabilities: [] }, "capabilities"],
    [{ capabilities: ["Everything"] }, "capabilities.0"],
    [{ capabilities: ["ManageCredentials"] }, "capabilities.0"],
    [{}, "capabilities"],
  ])("refuses %j", async (input, field) => {
    await refused(owner(1), createCredential, { name: "x", ...input }).toMatchObject(refusal(400, field));
  });

  it("rotates a credential until it is revoked, and revokes it once", async () => {
    const t = another();
    const { id: credentialId, clientId } = await aCredential(test, t, { name: "CI" });
    const rotated = await test.run(owner(t), rotateCredential, { credentialId });
    expect(rotated).toMatchObject({ credentialId, name: "CI", clientId });
    expect(await test.write(t, (tx) => tx.credentials.get(credentialId))).toMatchObject({
      secretGeneration: 2,
      secretHash: hashSecret(rotated.clientSecret),
      rotatedAt: test.clock.now,
    });
    for (const _twice of [1, 2])
      expect(await test.run(owner(t), revokeCredential, { credentialId })).toEqual({
        credentialId,
        revoked: true,
      });
    await refused(owner(t), rotateCredential, { credentialId }).toMatchObject(refusal(400));
    await refused(owner(t), updateCredentialCapabilities, {
      credentialId,
      capabilities: ["ManageUsers"],
    }).toMatchObject(refusal(400));
    expect(
      (await test.events(t)).map(({ action, targetLabel, changes }) => [
        action,
        targetLabel,
        Object.keys(changes!),
      ]),
    ).toEqual([
      ["console.credential_rotated", "CI", ["generation"]],
      ["console.credential_revoked", "CI", ["revokedAt"]],
    ]);
  });

  it("returns 404 for another tenant's credential, and refuses credentials as actors", async () => {
    const [mine, theirs] = [another(), another()];
    const { id: credentialId } = await aCredential(test, theirs);
    for (const [operation, input] of [
      [rotateCredential, { credentialId }],
      [revokeCredential, { credentialId }],
      [updateCredentialCapabilities, { credentialId, capabilities: ["ManageUsers"] }],
    ] as [Operation<AnyObject>, object][]) {
      await refused(owner(mine), operation, input).toMatchObject(refusal(404));
      await refused(
        tenantActor(theirs, { capabilities: ["ManageUsers", "ManageRoles"] }),
        operation,
        input,
      ).toMatchObject(refusal(403));
    }
    expect(await test.run(owner(mine), listCredentials, {})).toEqual([]);
  });
});
