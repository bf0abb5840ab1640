import { describe, expect, it } from "vitest";
import { hashSecret } from "@/server/kernel/http/client-id";
import { anApp, aRole } from "@/server/testing/factories";
import { refusal, tenantActor } from "@/server/testing/operations";
import { operationsOn } from "@/server/testing/operations-on";
import { databaseKinds } from "@/server/testing/stores";
import { listRoleGovernance, setRoleGoverned } from "./governance";
import { createScimToken, listScimTokens, revokeScimToken } from "./scim-tokens";

describe.each(databaseKinds)("SCIM tokens on %s", (kind) => {
  const { test, another } = operationsOn(kind);
  const make = (t: number, input: object = {}) => test.run(t, createScimToken, { name: "Entra", ...input });

  it("show a token once and store only its digest", async () => {
    const t = another();
    const { tokenId, token } = await make(t);
    expect(token).toMatch(/^scim_[A-Za-z0-9_-]{43}$/);
    const row = await test.write(t, (tx) => tx.scimTokens.get(tokenId));
    expect(row).toMatchObject({ tokenHash: hashSecret(token), expiresAt: null, revokedAt: null });
    const [list, events] = [await test.run(t, listScimTokens, {}), await test.events(t)];
    expect(list).toMatchObject([{ tokenId, name: "Entra", status: "active", lastUsedAt: null }]);
    expect(events).toMatchObject([
      {
        action: "management_api.scim_token_created",
        target: `scim_token:${tokenId}`,
        targetLabel: "Entra",
      },
    ]);
    for (const text of [JSON.stringify(list), JSON.stringify(events)]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(row!.tokenHash);
    }
  });

  it("distinguish expired from revoked, and are revoked once", async () => {
    const t = another();
    const soon = new Date(test.clock.now.getTime() + 1).toISOString();
    const [first, second] = [await make(t, { expiresAt: soon }), await make(t)];
    await test.run(t, revokeScimToken, { tokenId: second.tokenId });
    await test.run(t, revokeScimToken, { tokenId: second.tokenId });
    expect(await test.run(t, listScimTokens, {})).toMatchObject([
      { tokenId: first.tokenId, status: "active", expiresAt: soon },
      { tokenId: second.tokenId, status: "revoked" },
    ]);
    const before = test.clock.now;
    test.clock.now = new Date(soon);
    expect((await test.run(t, listScimTokens, {}))[0]).toMatchObject({ status: "expired" });
    test.clock.now = before;
    const revoked = (await test.events(t)).filter(({ action }) => action.endsWith("scim_token_revoked"));
    expect(revoked).toMatchObject([{ target: `scim_token:${second.tokenId}`, targetLabel: "Entra" }]);
  });

  it("are refused for actors without their capabilities, with an invalid name, and with an end in the past", async () => {
    const t = another();
    const clerk = tenantActor(t, { capabilities: ["ManageCredentials", "ManageUsers"] });
    await expect(test.run(clerk, createScimToken, { name: "x" })).rejects.toMatchObject(refusal(403));
    const now = test.clock.now.toISOString();
    await expect(make(t, { expiresAt: now })).rejects.toMatchObject(refusal(400, "expiresAt"));
    await expect(make(t, { name: " " })).rejects.toMatchObject(refusal(400, "name"));
    const theirs = await make(another());
    await expect(test.run(t, revokeScimToken, { tokenId: theirs.tokenId })).rejects.toMatchObject(
      refusal(404),
    );
    expect(await test.run(t, listScimTokens, {})).toEqual([]);
  });

  it("can govern roles of the organization, but not roles of apps or of other organizations (404)", async () => {
    const [t, theirs] = [another(), another()];
    const [role, foreign] = [await aRole(test, t, { name: "Staff" }), await aRole(test, theirs)];
    const app = await anApp(test, t);
    const appRole = await aRole(test, t, { appId: app.id });
    for (const roleId of [appRole.id, foreign.id])
      await expect(test.run(t, setRoleGoverned, { roleId, governed: true })).rejects.toMatchObject(
        refusal(404),
      );
    await test.run(t, setRoleGoverned, { roleId: role.id, governed: true });
    await test.run(t, setRoleGoverned, { roleId: role.id, governed: true });
    expect(await test.run(t, listRoleGovernance, {})).toEqual([
      { roleId: role.id, name: "Staff", description: null, governed: true, externalId: null },
    ]);
    expect(await test.events(t)).toMatchObject([
      {
        action: "management_api.role_updated",
        target: `role:${role.id}`,
        targetLabel: "Staff",
        changes: { governed: { from: false, to: true } },
      },
    ]);
  });
});
