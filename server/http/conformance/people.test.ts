import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import {
  anId,
  conformance,
  refused,
  timestamp,
  type Call,
  type Conformance,
} from "@/server/testing/conformance";

describe.each(databaseKinds)("people, by the document, on %s", (kind) => {
  let at: Conformance;
  beforeAll(async () => void (at = await conformance(kind)), 120_000);
  afterAll(() => at.server.close());
  let numbered = 0;
  const newUser = async () => {
    const email = `person${(numbered += 1)}@conformance.example`;
    const { body } = await at.as("ManageUsers")<{ userId: number }>("POST", "/users", {
      email,
      name: "A Person",
    });
    return { userId: body.userId, email };
  };

  describe("user sessions", () => {
    it("lists a user's sessions as an array", async () => {
      const { status, body } = await at.as("ReadSessions")<unknown[]>(
        "GET",
        `/users/${at.fixtures.userWithSessions}/sessions`,
      );
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThanOrEqual(3);
      for (const session of body) {
        expect(session).toEqual({
          sessionId: anId,
          ip: expect.any(String) as string,
          createdAt: timestamp,
          expiresAt: timestamp,
          revokedAt: null,
          isTrusted: expect.any(Boolean) as boolean,
        });
      }
      expect(await at.as("ReadSessions")("GET", "/users/999999/sessions")).toMatchObject(refused(404));
    });

    it("revokes one, then all", async () => {
      const read = at.as("ReadSessions");
      const manage = at.as("ManageSessions");
      const userId = at.fixtures.userWithSessions;
      const before = (await read<{ sessionId: number }[]>("GET", `/users/${userId}/sessions`)).body;
      const { sessionId } = before[0]!;
      for (const _twice of [1, 2]) {
        expect(await manage("DELETE", `/users/${userId}/sessions/${sessionId}`)).toMatchObject({
          status: 200,
          body: { userId, sessionId, revoked: true },
        });
      }
      const another = at.fixtures.secondUserWithSessions;
      expect(await manage("DELETE", `/users/${another}/sessions/${sessionId}`)).toMatchObject(refused(404));
      expect(await manage("DELETE", `/users/${userId}/sessions/999999`)).toMatchObject(refused(404));
      expect(await manage("DELETE", `/users/${userId}/sessions`)).toMatchObject({
        status: 200,
        body: { userId, revokedCount: before.length - 1 },
      });
      const after = (await read<{ revokedAt: string | null }[]>("GET", `/users/${userId}/sessions`)).body;
      expect(after.every(({ revokedAt }) => revokedAt !== null)).toBe(true);
      expect((await manage("DELETE", `/users/${userId}/sessions`)).body).toMatchObject({ revokedCount: 0 });
    });
  });

  it("names the field of an address that is already used", async () => {
    const { email } = await newUser();
    expect(await at.as("ManageUsers")("POST", "/users", { email: email.toUpperCase() })).toMatchObject(
      refused(400, /^email: /),
    );
  });

  describe("tenant administrators", () => {
    const admins = (): Call => at.as("ManageTenantAdmins");

    it("lists, adds, changes and removes", async () => {
      const { userId, email } = await newUser();
      const added = await admins()("POST", "/admins", { userId });
      expect(added).toMatchObject({ status: 201, body: { userId, role: "admin" } });
      const { body: list } = await admins()<unknown[]>("GET", "/admins");
      expect(list).toContainEqual({ userId, email, name: "A Person", role: "admin", grantedAt: timestamp });
      expect(await admins()("POST", "/admins", { userId, role: "owner" })).toMatchObject({
        status: 201,
        body: { userId, role: "owner" },
      });
      expect(await admins()("DELETE", `/admins/${userId}`)).toMatchObject(refused(400, /owner/i));
      const other = await newUser();
      await admins()("POST", "/admins", { userId: other.userId, role: "admin" });
      expect(await admins()("DELETE", `/admins/${other.userId}`)).toMatchObject({
        status: 200,
        body: { userId: other.userId, revoked: true },
      });
      expect(await admins()("DELETE", `/admins/${other.userId}`)).toMatchObject(refused(404));
    });

    it("keeps the last active one and does not count suspended ones", async () => {
      const globex = at.server.seed.tenants[1];
      const call = (method: string, path: string, body?: unknown) =>
        at.server.call<{ userId: number }>(globex.credential, method, `/api/v1${path}`, body);
      const { userId } = (await call("POST", "/users", { email: "second@globex.example", name: "Second" }))
        .body;
      await call("POST", "/admins", { userId });
      await call("POST", "/admins", { userId: globex.owner.userId, role: "admin" });
      expect(await call("DELETE", `/users/${userId}`)).toMatchObject({ status: 200 });
      expect(await call("DELETE", `/admins/${globex.owner.userId}`)).toMatchObject(refused(400, /last/));
      await call("POST", `/users/${userId}/reactivate`);
      await call("POST", "/admins", { userId: globex.owner.userId, role: "owner" });
      expect(await call("DELETE", `/admins/${userId}`)).toMatchObject({ status: 200 });
    });

    it("keeps owners, and the last administrator", async () => {
      const globex = at.server.seed.tenants[1];
      expect(
        await at.server.call(globex.credential, "DELETE", `/api/v1/admins/${globex.owner.userId}`),
      ).toMatchObject(refused(400));
      expect(await admins()("POST", "/admins", { userId: 999_999 })).toMatchObject({ status: 404 });
      expect(
        await admins()("POST", "/admins", { userId: (await newUser()).userId, role: "king" }),
      ).toMatchObject(refused(400, /role/));
      expect(await admins()("POST", "/admins", {})).toMatchObject(refused(400, /userId/));
    });
  });

  describe("invitations", () => {
    const invitations = (): Call => at.as("ManageInvitations");

    it("invites once, lists and revokes", async () => {
      const email = "Guest@Conformance.example";
      const created = await invitations()("POST", "/invitations", { email, name: "A Guest" });
      expect(created).toMatchObject({
        status: 201,
        body: { email, userKind: "end_user", token: expect.stringMatching(/.{20,}/) as string },
      });
      expect(Object.keys(created.body).sort()).toEqual(["email", "token", "userKind"]);
      expect(await invitations()("POST", "/invitations", { email: email.toLowerCase() })).toMatchObject(
        refused(400),
      );
      const { body: list } = await invitations()<{ invitationId: number; email: string }[]>(
        "GET",
        "/invitations",
      );
      const item = list.find((invitation) => invitation.email === email)!;
      expect(item).toEqual({
        invitationId: anId,
        email,
        name: "A Guest",
        userKind: "end_user",
        expiresAt: timestamp,
        acceptedAt: null,
        revokedAt: null,
        createdAt: timestamp,
      });
      const { invitationId: id } = item;
      expect(await invitations()("DELETE", `/invitations/${id}`)).toMatchObject({
        status: 200,
        body: { id, revoked: true },
      });
      const pending = (await invitations()<{ invitationId: number }[]>("GET", "/invitations")).body;
      expect(pending.map(({ invitationId }) => invitationId)).not.toContain(id);
      const all = await invitations()<{ invitationId: number; revokedAt: string | null }[]>(
        "GET",
        "/invitations?includeCompleted=true",
      );
      expect(all.body.find(({ invitationId }) => invitationId === id)!.revokedAt).not.toBeNull();
      expect(all.body.map(({ invitationId }) => invitationId)).toContain(at.fixtures.acceptedInvitationId);
      expect((await invitations()("POST", "/invitations", { email })).status).toBe(201);
    });

    it("expires after seven days", async () => {
      await invitations()("POST", "/invitations", { email: "seven@conformance.example" });
      const { body } = await invitations()<{ email: string; createdAt: string; expiresAt: string }[]>(
        "GET",
        "/invitations",
      );
      const item = body.find(({ email }) => email === "seven@conformance.example")!;
      expect(Date.parse(item.expiresAt) - Date.parse(item.createdAt)).toBe(7 * 24 * 3_600_000);
    });

    it.each([
      [{}, /email/],
      [{ email: "nobody" }, /email/],
      [{ email: "a@b.example", userKind: "robot" }, /userKind/],
      [{ email: "a@b.example", colour: "red" }, /colour/],
      [{ email: "olivia.hart@acme.example" }, /./],
    ])("refuses %j", async (body, naming) => {
      expect(await invitations()("POST", "/invitations", body)).toMatchObject(refused(400, naming));
    });

    it("finds only its own invitations", async () => {
      expect(await invitations()("DELETE", "/invitations/999999")).toMatchObject(refused(404));
      expect(await invitations()("GET", "/invitations?includeCompleted=perhaps")).toMatchObject(
        refused(400, /includeCompleted/),
      );
    });
  });

  describe("service accounts", () => {
    const accounts = (): Call => at.as("ManageServiceAccounts");

    it("creates, lists, suspends and deletes", async () => {
      const created = await accounts()<{ userId: number }>("POST", "/service-accounts", { name: "Robot" });
      expect(created).toMatchObject({
        status: 201,
        body: { userId: anId, name: "Robot", status: "active", createdAt: timestamp },
      });
      const { userId } = created.body;
      const { body: list } = await accounts()<unknown[]>("GET", "/service-accounts");
      expect(list).toContainEqual(created.body);
      expect(await accounts()("POST", `/service-accounts/${userId}/suspend`)).toMatchObject({
        status: 200,
        body: { userId, status: "suspended" },
      });
      expect(await accounts()("DELETE", `/service-accounts/${userId}`)).toMatchObject({
        status: 200,
        body: { userId, removed: true, appsUnlinked: 0 },
      });
      expect(await accounts()("DELETE", `/service-accounts/${userId}`)).toMatchObject(refused(404));
      expect(await accounts()("POST", "/service-accounts", {})).toMatchObject(refused(400, /name/));
    });

    it("unlinks the apps of a deleted one", async () => {
      const { userId, appIds } = at.fixtures.serviceAccountWithApps;
      expect(await accounts()("DELETE", `/service-accounts/${userId}`)).toMatchObject({
        body: { userId, removed: true, appsUnlinked: appIds.length },
      });
      expect((await at.as("RegisterApps")("GET", `/apps/${appIds[0]!}`)).status).toBe(200);
    });
  });
});
