import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userTags } from "@/db/tenant/tags";
import { administrators } from "@/db/tenant/users";
import type { Capability } from "@/server/kernel/capabilities";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { WriteTx } from "@/server/kernel/operation/store";
import { aCredential, anApp, anAuthorization, aTag, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { acceptInvitation } from "./accept";
import { createInvitation, listInvitations, revokeInvitation } from "./invitations";
import { findOpenInvitation } from "./join";
import { updateInvitationSettings } from "./settings";

const DAY = 86_400_000;

describe.each(databaseKinds)("invitations on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  const invite = (t: number, input: object = {}) =>
    test.run(t, createInvitation, { email: "guest@example.com", ...input });
  const accept = (t: number, token: string, name: string | null = "Guest") =>
    test.write(t, async (tx) => {
      const given = { token, proof: null, name, passwordHash: "plain:secret" };
      const { user, invitationId } = await acceptInvitation(tx, given, test.clock.now);
      return { userId: user.id, invitationId };
    });

  it("keep one pending invitation for each address, also for two simultaneous requests", async () => {
    const t = ++tenant;
    const outcomes = await Promise.allSettled([invite(t), invite(t, { email: "GUEST@example.com" })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(invite(t)).rejects.toMatchObject(refusal(400, "email"));
  });

  it("free the address when they expire, after the configured days", async () => {
    const t = ++tenant;
    const start = test.clock.now;
    await test.run(t, updateInvitationSettings, { validDays: 2 });
    await invite(t);
    test.clock.now = new Date(start.getTime() + 2 * DAY);
    expect(await test.run(t, listInvitations, {})).toEqual([]);
    await invite(t);
    expect(await test.run(t, listInvitations, { includeCompleted: true })).toHaveLength(2);
    test.clock.now = start;
  });

  it("record the target by id, and never the token", async () => {
    const t = ++tenant;
    const { token } = await invite(t);
    const { invitationId } = (await test.run(t, listInvitations, {}))[0]!;
    const events = await test.events(t);
    expect(events[0]).toMatchObject({
      action: "management_api.invitation_created",
      target: `invitation:${invitationId}`,
      targetLabel: "guest@example.com",
    });
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it("are refused with a password if the account was created in the meantime", async () => {
    const t = ++tenant;
    const { token } = await invite(t);
    const given = { token, proof: null, name: "Guest", passwordHash: "plain:secret" };
    const asShown = (isMember: boolean) =>
      test.write(t, (tx) => acceptInvitation(tx, { ...given, isMember }, test.clock.now));
    const { id } = await aUser(test, t, { email: "guest@example.com" });
    await expect(asShown(false)).rejects.toMatchObject(refusal(400, "token"));
    expect((await asShown(true)).user.id).toBe(id);
  });

  it("create the user when accepted, once, with the tags for invited users", async () => {
    const t = ++tenant;
    const tag = await aTag(test, t, { isDefaultForInvites: true });
    await aTag(test, t);
    const { token } = await invite(t, { userKind: "tenant_admin" });
    const { userId, invitationId } = await accept(t, token);
    const [user, admins, tags] = await test.write(t, async (tx) => [
      await tx.users.get(userId),
      await tx.administrators.list(),
      await tx.userTags.list({ where: eq(userTags.userId, userId) }),
    ]);
    expect(user).toMatchObject({
      email: "guest@example.com",
      name: "Guest",
      emailVerifiedAt: null,
    });
    expect(admins).toMatchObject([{ userId, role: "admin" }]);
    expect(tags.map(({ tagId }) => tagId)).toEqual([tag.id]);
    await expect(accept(t, token)).rejects.toMatchObject(refusal(400, "token"));
    await expect(test.run(t, revokeInvitation, { invitationId })).rejects.toMatchObject(refusal(400));
    await expect(invite(t)).rejects.toMatchObject(refusal(400, "email"));
  });

  it.each([
    ["has proved it", { passwordHash: "plain:mine", emailVerifiedAt: new Date("2026-01-01T00:00:00Z") }],
    ["has not used it", { passwordHash: null, emailVerifiedAt: null }],
  ])("make the user who has the address and %s an administrator", async (_how, held) => {
    const t = ++tenant;
    const known = await aUser(test, t, { email: "guest@example.com", name: "Grete", ...held });
    const { token } = await invite(t, { userKind: "tenant_admin" });
    expect(await accept(t, token)).toMatchObject({ userId: known.id });
    const user = (await test.write(t, (tx) => tx.users.get(known.id)))!;
    // The address stays unproved, because the token alone does not prove access to the mailbox.
    expect(user).toMatchObject({ ...held, name: "Grete" });
  });

  it("attack: somebody moves their own account to the address of an invited administrator", async () => {
    const t = ++tenant;
    const { token } = await invite(t, { userKind: "tenant_admin" });
    const planted = await aUser(test, t, { email: "guest@example.com", passwordHash: "plain:theirs" });
    await expect(accept(t, token)).rejects.toMatchObject(refusal(400, "account"));
    const held = await test.write(t, (tx) => tx.administrators.list({}));
    expect(held.filter(({ userId }) => userId === planted.id)).toEqual([]);
  });

  it("attack: a user who accepts to administer keeps the tokens of an app that admits no administrators", async () => {
    const t = ++tenant;
    const held = { email: "guest@example.com", emailVerifiedAt: test.clock.now };
    const { id: userId } = await aUser(test, t, held);
    const { id: appId } = await anApp(test, t, { allowTenantAdminSignIn: false });
    const { id } = await anAuthorization(test, t, { userId, appId });
    const { token } = await invite(t, { userKind: "tenant_admin" });
    expect(await accept(t, token)).toMatchObject({ userId });
    const { revokedAt } = (await test.write(t, (tx) => tx.appAuthorizations.get(id)))!;
    expect(revokedAt).toEqual(test.clock.now);
  });

  describe("attack: an inviter who lost the right to appoint comes back through an invitation", () => {
    const asOwner = async (t: number) => {
      const { id: userId } = await aUser(test, t, { email: "owner@example.com" });
      await test.write(t, (tx) => tx.administrators.insert({ userId, role: "owner" }));
      const as = { userId, email: "owner@example.com" };
      const input = { email: "guest@example.com", userKind: "tenant_admin" };
      const { token } = await test.run(tenantActor(t, { as }), createInvitation, input);
      return { userId, token };
    };
    const isShown = (t: number, token: string) =>
      test.write(t, async (tx) => (await findOpenInvitation(tx, token, test.clock.now)) !== null);
    const where = (userId: number) => eq(administrators.userId, userId);

    it.each([
      [
        "a removed owner",
        (tx: WriteTx, userId: number): Promise<unknown> => tx.administrators.removeWhere(where(userId)),
      ],
      [
        "an owner who became an admin",
        (tx: WriteTx, userId: number): Promise<unknown> =>
          tx.administrators.updateWhere(where(userId), { role: "admin" }),
      ],
      [
        "a suspended owner",
        (tx: WriteTx, userId: number): Promise<unknown> => tx.users.update(userId, { status: "suspended" }),
      ],
      [
        "a locked owner",
        (tx: WriteTx, userId: number): Promise<unknown> =>
          tx.users.update(userId, { lockedIndefinitely: true }),
      ],
    ])("refuses the invitation of %s", async (_who, lose) => {
      const t = ++tenant;
      const { userId, token } = await asOwner(t);
      expect(await isShown(t, token)).toBe(true);
      await test.write(t, (tx) => lose(tx, userId));
      expect(await isShown(t, token)).toBe(false);
      await expect(accept(t, token)).rejects.toMatchObject(refusal(400, "token"));
    });

    it.each([
      ["a revoked credential", { revokedAt: new Date("2026-01-01T00:00:00Z") }],
      ["a credential that lost ManageTenantAdmins", { capabilities: ["ManageInvitations"] }],
    ])("refuses the invitation of %s", async (_which, lost) => {
      const t = ++tenant;
      const capabilities = ["ManageInvitations", "ManageTenantAdmins"] satisfies Capability[];
      const { id: userId } = await aUser(test, t, { kind: "service_account" });
      const { id, clientId } = await aCredential(test, t, { capabilities, serviceAccountId: userId });
      const by: TenantActor = {
        ...tenantActor(t, { capabilities }),
        subject: { kind: "credential", label: "inviter", clientId, userId },
      };
      const input = { email: "guest@example.com", userKind: "tenant_admin" };
      const { token } = await test.run(by, createInvitation, input);
      expect(await isShown(t, token)).toBe(true);
      await test.write(t, (tx) => tx.credentials.update(id, lost));
      expect(await isShown(t, token)).toBe(false);
      await expect(accept(t, token)).rejects.toMatchObject(refusal(400, "token"));
    });

    it("does not end the invitations of users that a removed owner sent", async () => {
      const t = ++tenant;
      const { userId } = await asOwner(t);
      const by = tenantActor(t, { as: { userId, email: "owner@example.com" } });
      const { token } = await test.run(by, createInvitation, { email: "person@example.com" });
      await test.write(t, (tx) => tx.administrators.removeWhere(where(userId)));
      expect(await isShown(t, token)).toBe(true);
      await accept(t, token);
    });
  });

  it("are refused when revoked or expired, and for another tenant", async () => {
    const t = ++tenant;
    const { token } = await invite(t);
    await expect(accept(++tenant, token)).rejects.toMatchObject(refusal(400));
    const { invitationId } = (await test.run(t, listInvitations, {}))[0]!;
    for (const _twice of [1, 2])
      expect(await test.run(t, revokeInvitation, { invitationId })).toEqual({
        id: invitationId,
        revoked: true,
      });
    await expect(accept(t, token)).rejects.toMatchObject(refusal(400));
  });
});
