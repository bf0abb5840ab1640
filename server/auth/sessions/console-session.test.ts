import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleScene, facts, PASSWORD, type ConsoleScene } from "@/server/testing/console-scene";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("a session at the console on %s", (kind) => {
  let scene: ConsoleScene;
  beforeAll(async () => void (scene = await consoleScene(kind)));
  afterAll(() => scene.world.close());

  let people = 0;
  const person = async () => {
    const { world, other, acme, signedIn, read } = scene;
    const email = `p${(people += 1)}@session.example`;
    const userId = await world.administrator(acme.tenantId, email, PASSWORD);
    const token = await signedIn(email);
    expect(await read(token, other)).not.toBeNull();
    return { email, userId, token };
  };
  const expectEnded = async (token: string) => {
    for (const instance of [scene.auth, scene.other]) expect(await scene.read(token, instance)).toBeNull();
  };

  it("is not found with another token", async () => {
    const { read } = scene;
    for (const token of ["", "x", "x".repeat(43), "null", "../".repeat(20)])
      expect(await read(token)).toBeNull();
  });

  it("ends at sign-out, together with the tenant's own session, and its cookie stays invalid", async () => {
    const { world, auth, acme, actionsOf } = scene;
    const { token, userId } = await person();
    await auth.consoleSessions.revoke(token, facts);
    await expectEnded(token);
    const [row] = await world.database
      .sql`select revoked_at from sessions where tenant_id = ${acme.tenantId} and user_id = ${userId}`;
    expect(row!["revoked_at"]).not.toBeNull();
    await auth.consoleSessions.revoke(token, facts);
    expect(await actionsOf(acme.tenantId, userId)).toEqual(["account.signed_in", "account.signed_out"]);
  });

  it.each([
    [
      "its tenant's session is revoked (a new password, an administrator)",
      (tenantId: number, userId: number) =>
        scene.world.database
          .sql`update sessions set revoked_at = now() where tenant_id = ${tenantId} and user_id = ${userId}`,
    ],
    [
      "the person is suspended",
      (tenantId: number, userId: number) =>
        scene.world.database
          .sql`update users set status = 'suspended' where tenant_id = ${tenantId} and id = ${userId}`,
    ],
    [
      "an administrator has locked them",
      (tenantId: number, userId: number) =>
        scene.world.database
          .sql`update users set locked_until = now() + interval '1 hour' where tenant_id = ${tenantId} and id = ${userId}`,
    ],
    [
      "they are no administrator any more",
      (tenantId: number, userId: number) =>
        scene.world.database
          .sql`delete from administrators where tenant_id = ${tenantId} and user_id = ${userId}`,
    ],
    [
      "it has run out",
      () => scene.world.database.sql`update console_sessions set expires_at = now() - interval '1 second'`,
    ],
  ])("ends at once when %s", async (_case, change) => {
    const { acme } = scene;
    const { token, userId } = await person();
    await change(acme.tenantId, userId);
    await expectEnded(token);
  });

  it("continues during a lock caused by a stranger's guesses", async () => {
    const { token, userId } = await person();
    await scene.world.database.sql`
      update users set locked_until = now() + interval '1 hour', lock_cause = 'guesses'
      where tenant_id = ${scene.acme.tenantId} and id = ${userId}`;
    expect(await scene.read(token)).not.toBeNull();
  });

  it("loses only the tenant that was suspended", async () => {
    const { world, globex, signedIn, read } = scene;
    const email = "two@session.example";
    const stopped = await world.tenant();
    await world.administrator(stopped.tenantId, email, PASSWORD);
    await world.administrator(globex.tenantId, email, PASSWORD);
    const token = await signedIn(email);
    expect((await read(token))!.memberships).toHaveLength(2);
    await world.database.sql`update tenants set status = 'suspended' where id = ${stopped.tenantId}`;
    expect((await read(token))!.memberships.map(({ slug }) => slug)).toEqual([globex.slug]);
  });
});
