import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { consoleScene, facts, PASSWORD, refused, type ConsoleScene } from "@/server/testing/console-scene";
import { databaseKinds } from "@/server/testing/stores";
import { HASHES_REFUSED } from "./sign-in/uniform-work";

describe.each(databaseKinds)("the console's sign-in on %s", (kind) => {
  let scene: ConsoleScene;
  beforeAll(async () => void (scene = await consoleScene(kind)));
  afterAll(() => scene.world.close());

  it("signs an owner in, with a session in the tenant, and records it", async () => {
    const { world, auth, acme, globex, signedIn, cookie, read, actionsOf } = scene;
    const userId = await world.administrator(acme.tenantId, "Ada@Acme.example", PASSWORD);
    const token = await signedIn(" ada@acme.EXAMPLE ");
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const session = await read(token);
    expect(session).toMatchObject({
      email: "Ada@Acme.example",
      platformAdministrator: false,
      memberships: [{ ...acme, role: "owner", userId, tenantName: `Tenant ${acme.slug}` }],
    });
    const actor = await auth.consoleActor(cookie(token), acme.slug, facts);
    expect(actor).toMatchObject({
      scope: "tenant",
      tenantId: acme.tenantId,
      channel: "console",
      subject: { kind: "user", userId, email: "Ada@Acme.example" },
    });
    expect(actor!.capabilities.has("ManageCredentials")).toBe(true);
    expect(await auth.consoleActor(cookie(token), globex.slug, facts)).toBeNull();
    expect(await auth.consoleActor(cookie(token), null, facts)).toBeNull();
    expect(await auth.consoleActor(null, acme.slug, facts)).toBeNull();
    expect(await actionsOf(acme.tenantId, userId)).toEqual(["account.signed_in"]);
    const stored = JSON.stringify(await world.database.sql`select * from console_sessions`);
    expect(stored).not.toContain(token);
  });

  it("opens every tenant whose password matches, and the platform", async () => {
    const { world, auth, acme, globex, signedIn, cookie, read } = scene;
    const email = "several@x.example";
    await world.administrator(acme.tenantId, email, PASSWORD, "admin");
    const inGlobex = await world.administrator(globex.tenantId, email, "another password entirely");
    await world.platformAdministrator(email, PASSWORD);
    const both = await read(await signedIn(email));
    expect(both).toMatchObject({
      platformAdministrator: true,
      memberships: [{ slug: acme.slug, role: "admin" }],
    });
    const one = await signedIn(email, "another password entirely");
    expect(await read(one)).toMatchObject({
      platformAdministrator: false,
      memberships: [{ slug: globex.slug, userId: inGlobex }],
    });
    // The password is right for one account. It counts as wrong on the other accounts of the address.
    const [row] = await world.database.sql<
      { failed_sign_ins: number }[]
    >`select failed_sign_ins from platform_administrators where email = ${email}`;
    expect(row!.failed_sign_ins).toBe(1);
    const platform = await auth.consoleActor(cookie(await signedIn(email)), null, facts);
    expect(platform).toMatchObject({
      scope: "platform",
      channel: "console",
      subject: { email, sessionId: null },
    });
    const log = await world.database.sql<
      { action: string }[]
    >`select action from platform_audit_events where user_email = ${email}`;
    expect(log.map(({ action }) => action)).toContain("account.signed_in");
  });

  it("gives the same answer, with the same work, to unknown, wrong, suspended, locked and ordinary accounts", async () => {
    const { world, acme, signIn } = scene;
    const { sql } = world.database;
    const make = (name: string) => world.administrator(acme.tenantId, `${name}@same.example`, PASSWORD);
    await make("wrong");
    const suspended = await make("suspended");
    await sql`update users set status = 'suspended' where tenant_id = ${acme.tenantId} and id = ${suspended}`;
    const locked = await make("locked");
    await sql`update users set locked_indefinitely = true where tenant_id = ${acme.tenantId} and id = ${locked}`;
    const ordinary = await make("ordinary");
    await sql`delete from administrators where tenant_id = ${acme.tenantId} and user_id = ${ordinary}`;
    const stopped = await world.tenant();
    await world.administrator(stopped.tenantId, "stopped@same.example", PASSWORD);
    await sql`update tenants set status = 'suspended' where id = ${stopped.tenantId}`;

    const verify = vi.spyOn(world.ports.passwords, "verify");
    for (const [name, password] of [
      ["unknown", PASSWORD],
      ["wrong", "wrong"],
      ["suspended", PASSWORD],
      ["locked", PASSWORD],
      ["ordinary", PASSWORD],
      ["stopped", PASSWORD],
    ] as const) {
      verify.mockClear();
      expect(await signIn(`${name}@same.example`, password), name).toEqual(refused);
      expect(verify, name).toHaveBeenCalledTimes(HASHES_REFUSED.console);
    }
    verify.mockRestore();
    for (const email of ["", "\0", "%", "x".repeat(5_000), "' or 1=1 --"])
      expect(await signIn(email)).toEqual(refused);
    expect(await signIn("wrong@same.example", "x".repeat(100_000))).toEqual(refused);
  });

  it("locks temporarily after too many wrong passwords, without a notice on the page", async () => {
    const { world, auth, other, acme, from, signIn, signedIn, actionsOf } = scene;
    world.set({ lockAfterFailures: 3, lockMinutes: 5 });
    const userId = await world.administrator(acme.tenantId, "locked-out@acme.example", PASSWORD);
    for (let count = 0; count < 2; count += 1)
      expect(await signIn("locked-out@acme.example", "wrong")).toEqual(refused);
    // A correct password resets the count.
    await signedIn("locked-out@acme.example");
    for (let count = 0; count < 3; count += 1)
      expect(await signIn("locked-out@acme.example", "wrong", from(), count % 2 ? auth : other)).toEqual(
        refused,
      );
    expect(await signIn("locked-out@acme.example")).toEqual(refused);
    expect(await actionsOf(acme.tenantId, userId)).toEqual([
      "account.sign_in_failed",
      "account.sign_in_failed",
      "account.signed_in",
      "account.sign_in_failed",
      "account.sign_in_failed",
      "account.sign_in_failed",
      "account.user_locked",
    ]);
    world.pass(5 * 60_000 + 1_000);
    await signedIn("locked-out@acme.example");
    world.pass(-5 * 60_000 - 1_000);

    await world.platformAdministrator("platform-locked@x.example", PASSWORD);
    for (let count = 0; count < 3; count += 1)
      expect(await signIn("platform-locked@x.example", "wrong")).toEqual(refused);
    expect(await signIn("platform-locked@x.example")).toEqual(refused);
    world.set({ lockAfterFailures: 10, lockMinutes: 15 });
  });

  it("limits one address, on one account and on all together", async () => {
    const { signIn } = scene;
    const ip = "198.51.100.7";
    for (let count = 0; count < 20; count += 1)
      expect(await signIn("guessed@x.example", `guess ${count}`, ip)).toEqual(refused);
    expect(await signIn("guessed@x.example", PASSWORD, ip)).toEqual({ outcome: "throttled" });
    expect(await signIn("someone-else@x.example", PASSWORD, ip)).toEqual(refused);
    // Concurrent attempts do not exceed the limit.
    const burst = await Promise.all(
      Array.from({ length: 30 }, () => signIn("burst@x.example", "guess", "198.51.100.8")),
    );
    expect(burst.filter(({ outcome }) => outcome === "throttled")).toHaveLength(10);
  });

  it("refuses if the password changed or the person was locked during the check of the password", async () => {
    const { world, acme, signIn } = scene;
    const { passwords } = world.ports;
    const changes = [
      (userId: number) =>
        world.database
          .sql`update users set password_hash = 'other' where tenant_id = ${acme.tenantId} and id = ${userId}`,
      (userId: number) =>
        world.database
          .sql`update users set status = 'suspended' where tenant_id = ${acme.tenantId} and id = ${userId}`,
      (userId: number) =>
        world.database
          .sql`update users set locked_indefinitely = true where tenant_id = ${acme.tenantId} and id = ${userId}`,
    ];
    for (const [index, change] of changes.entries()) {
      const userId = await world.administrator(acme.tenantId, `race${index}@acme.example`, PASSWORD);
      const verify = vi.spyOn(passwords, "verify").mockImplementationOnce(async () => {
        await change(userId);
        return true;
      });
      expect(await signIn(`race${index}@acme.example`)).toEqual(refused);
      verify.mockRestore();
      const [row] = await world.database.sql<
        { count: string }[]
      >`select count(*) from sessions where tenant_id = ${acme.tenantId} and user_id = ${userId}`;
      expect(Number(row!.count)).toBe(0);
    }
  });
});
