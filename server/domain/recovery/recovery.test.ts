import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sessions } from "@/db/tenant/sessions";
import { changeOwnPassword } from "@/server/domain/account/account";
import { suspendUser } from "@/server/domain/users/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { aSession, aUser } from "@/server/testing/factories";
import { refusal, tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { requestEmailVerification, verifyEmail } from "./email-verification";
import { requestPasswordReset, resetPassword } from "./password-reset";

const NEW = "a new and long phrase";

describe.each(databaseKinds)("recovery on %s", (kind) => {
  let test: TestOperations;
  let tenant = 500;
  const start = new Date("2026-03-14T09:26:53.000Z");
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  beforeEach(() => {
    tenant += 1;
    test.clock.now = start;
  });

  /** An actor who is not signed in. */
  const visitor = (): TenantActor => ({ ...tenantActor(tenant, { capabilities: [] }), channel: "account" });
  const messages = () => test.stores.tenant(tenant).read((tx) => tx.messages.list({}));
  const person = () =>
    aUser(test, tenant, { email: "Ada@Example.com", passwordHash: "plain:old", passwordChangedAt: start });
  const get = (id: number) => test.stores.tenant(tenant).read((tx) => tx.users.get(id));
  /** The tokens of the mailed links, oldest first. The test's vault does not encrypt. */
  const tokens = async () => {
    const rows = (await messages()).sort((one, other) => one.id - other.id);
    return rows.flatMap(({ dataSealed }) => /token=([\w-]+)/.exec(dataSealed ?? "")?.[1] ?? []);
  };
  const ask = (email: string) => test.run(visitor(), requestPasswordReset, { email });
  const reset = (token: string, password = NEW) => test.run(visitor(), resetPassword, { token, password });

  it("ends a lock that a stranger's guesses caused, and no other lock", async () => {
    const until = new Date(+start + 30 * 60_000);
    const { id } = await person();
    const lock = (values: object) => test.write(tenant, (tx) => tx.users.update(id, values));
    const guesses = { lockedUntil: until, lockCause: "guesses", lockReason: "Too many failed sign-ins" };
    const resetByMail = async () => {
      await ask("ada@example.com");
      await reset((await tokens()).at(-1)!);
    };
    await lock(guesses);
    await resetByMail();
    expect(await get(id)).toMatchObject({ lockedUntil: null, lockCause: null, lockReason: null });
    const event = (await test.events(tenant)).find(({ action }) => action === "account.password_reset");
    expect(event!.changes).toMatchObject({ lockedUntil: { from: until.toISOString(), to: null } });
    for (const firm of [
      { lockedUntil: until, lockCause: null, lockReason: "Left the company" },
      { lockedUntil: null, lockedIndefinitely: true, lockCause: null, lockReason: "Left the company" },
    ]) {
      await lock(firm);
      await resetByMail();
      expect(await get(id)).toMatchObject(firm);
    }
  });

  it("mails a link by which a user chooses a new password, once", async () => {
    const { id } = await person();
    expect(await ask(" ada@example.COM ")).toEqual({});
    const [message] = await messages();
    expect(message).toMatchObject({ recipient: "Ada@Example.com", template: "password_reset" });
    expect(message?.dataSealed).toContain(`https://castellan.example/recover/tenant${tenant}?token=`);
    const [token] = await tokens();
    await reset(token!);
    expect(await get(id)).toMatchObject({ passwordHash: `plain:${NEW}`, emailVerifiedAt: start });
    await expect(reset(token!)).rejects.toMatchObject(refusal(400, "token"));
    const templatesSent = (await messages()).map(({ template }) => template);
    expect(templatesSent.sort()).toEqual(["password_changed", "password_reset"]);
    const events = await test.events(tenant);
    expect(events.map(({ action }) => action)).toEqual([
      "account.password_reset_requested",
      "account.password_reset",
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
    expect(JSON.stringify(events)).not.toContain(NEW);
  });

  it("ends every session, and every other link", async () => {
    const { id } = await person();
    await test.write(tenant, (tx) =>
      tx.sessions.insert({ userId: id, expiresAt: new Date(+start + 3_600_000) }),
    );
    await ask("ada@example.com");
    await ask("ada@example.com");
    const [first, second] = await tokens();
    expect(await reset(second!)).toEqual({ userId: id, sessionsEnded: 1 });
    const [session] = await test.stores
      .tenant(tenant)
      .read((tx) => tx.sessions.list({ where: eq(sessions.userId, id) }));
    expect(session?.revokedAt).toEqual(start);
    await expect(reset(first!)).rejects.toMatchObject(refusal(400, "token"));
  });

  it("lets one of two simultaneous uses of a link succeed", async () => {
    await person();
    await ask("ada@example.com");
    const [token] = await tokens();
    const outcomes = await Promise.allSettled([reset(token!), reset(token!, "another long phrase")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("answers the same for an unknown address, and mails and records nothing", async () => {
    const { id } = await person();
    await aUser(test, tenant, { kind: "service_account", name: "robot" });
    expect(await ask("nobody@example.com")).toEqual({});
    await test.run(tenant, suspendUser, { userId: id });
    expect(await ask("ada@example.com")).toEqual({});
    expect(await messages()).toEqual([]);
    expect((await test.events(tenant)).map(({ action }) => action)).toEqual([
      "management_api.user_suspended",
    ]);
  });

  it("keeps the link valid after a refused password, and refuses it after half an hour", async () => {
    await person();
    await ask("ada@example.com");
    const [token] = await tokens();
    for (const bad of ["short", "password1234", "ada@example.com-xyz"])
      await expect(reset(token!, bad)).rejects.toMatchObject(refusal(400, "password"));
    test.clock.now = new Date(+start + 30 * 60_000);
    await expect(reset(token!)).rejects.toMatchObject(refusal(400, "token"));
    test.clock.now = new Date(+start + 29 * 60_000);
    await reset(token!);
  });

  it("refuses a link of a former address, of a suspended user, and of another organization", async () => {
    const { id } = await person();
    await ask("ada@example.com");
    const [token] = await tokens();
    await test.write(tenant, (tx) => tx.users.update(id, { email: "new@example.com" }));
    await expect(reset(token!)).rejects.toMatchObject(refusal(400, "token"));
    await test.write(tenant, (tx) => tx.users.update(id, { email: "Ada@Example.com", status: "suspended" }));
    await expect(reset(token!)).rejects.toMatchObject(refusal(400, "token"));
    await test.write(tenant, (tx) => tx.users.update(id, { status: "active" }));
    tenant += 1;
    await expect(reset(token!)).rejects.toMatchObject(refusal(400, "token"));
    tenant -= 1;
    await reset(token!);
  });

  it("refuses a link from before a change of the password", async () => {
    const { id } = await person();
    await ask("ada@example.com");
    const [token] = await tokens();
    const { id: sessionId } = await aSession(test, tenant, id);
    const self = tenantActor(tenant, { as: { userId: id, email: "ada@example.com", sessionId } });
    await test.run(self, changeOwnPassword, { currentPassword: "old", newPassword: NEW });
    await expect(reset(token!, "yet another phrase")).rejects.toMatchObject(refusal(400, "token"));
  });

  it("sends no verification mail for an administrator who acts as the user", async () => {
    const { id } = await person();
    const self = tenantActor(tenant, { as: { userId: id, email: "ada@example.com" } });
    const actedBy = { userId: 99, email: "admin@example.com", label: "Admin" };
    const acting = { ...self, subject: { ...self.subject, actedBy } } as typeof self;
    await expect(test.run(acting, requestEmailVerification, {})).rejects.toMatchObject(refusal(403));
    expect(await tokens()).toEqual([]);
  });

  it("verifies an address by a link, which is valid for that address only", async () => {
    const { id } = await person();
    const { id: sessionId } = await aSession(test, tenant, id);
    const self = tenantActor(tenant, { as: { userId: id, email: "ada@example.com", sessionId } });
    expect(await test.run(self, requestEmailVerification, {})).toEqual({ userId: id, sent: true });
    const [token] = await tokens();
    // A verification link cannot set a password.
    await expect(reset(token!)).rejects.toMatchObject(refusal(400, "token"));
    await test.write(tenant, (tx) => tx.users.update(id, { email: "new@example.com" }));
    const verify = () => test.run(visitor(), verifyEmail, { token });
    await expect(verify()).rejects.toMatchObject(refusal(400, "token"));
    await test.write(tenant, (tx) => tx.users.update(id, { email: "Ada@Example.com" }));
    expect(await verify()).toEqual({ userId: id });
    expect(await get(id)).toMatchObject({ emailVerifiedAt: start });
    expect(await test.run(self, requestEmailVerification, {})).toEqual({ userId: id, sent: false });
    await expect(verify()).rejects.toMatchObject(refusal(400, "token"));
  });
});
