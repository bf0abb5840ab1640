import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createUser, suspendUser, updateUser } from "@/server/domain/users/users";
import type { WriteTx } from "@/server/kernel/operation/store";
import { aCredential, aSession, aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("commands that wait for others, on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());
  afterEach(() => void vi.restoreAllMocks());

  async function owner(t: number) {
    const { id: userId } = await aUser(test, t);
    const session = await aSession(test, t, userId);
    await test.write(t, (tx) => tx.administrators.insert({ userId, role: "owner" }));
    const as = { userId, email: `owner${userId}@example.com`, sessionId: session.id };
    return { userId, actor: tenantActor(t, { as }) };
  }

  it.each(["credential", "token"] as const)(
    "attack: the command of a %s that is revoked while it waits takes effect",
    async (means) => {
      const t = ++tenant;
      const { id, clientId } = await aCredential(test, t, { capabilities: ["ManageUsers"] });
      const token = await test.write(t, (tx) =>
        tx.scimTokens.insert({ name: "directory", tokenHash: `hash${t}`, tokenPrefix: "cst" } as never),
      );
      const subject =
        means === "credential"
          ? { kind: "credential" as const, label: "robot", clientId, userId: 1 }
          : { kind: "scim_client" as const, label: "directory", tokenId: token.id };
      const actor = { ...tenantActor(t, { capabilities: ["ManageUsers"] }), subject };
      const waiting: typeof createUser = {
        ...createUser,
        run: async (context, input, prepared) => {
          const output = await createUser.run(context, input, prepared);
          // Revokes the credential and the token. Simulates a transaction of another connection that commits while the command
          // waits.
          const { tx } = context as { tx: WriteTx };
          await tx.credentials.update(id, { revokedAt: test.clock.now });
          await tx.scimTokens.update(token.id, { revokedAt: test.clock.now });
          // As after a wait for a lock: LONG_MS in kernel/operation/execute.ts.
          const measured = performance.now.bind(performance);
          vi.spyOn(performance, "now").mockImplementation(() => measured() + 120);
          return output;
        },
      };
      await expect(test.run(actor, waiting, { email: "late@example.com" })).rejects.toMatchObject({
        status: 401,
      });
      expect(await test.write(t, (tx) => tx.users.list())).toEqual([]);
    },
  );

  it("starvation: role grants to a user that are not committed hold up the user's suspension", async () => {
    // The test needs several connections, and PGlite has one.
    if (kind === "pglite") return;
    const t = ++tenant;
    const { id: userId } = await aUser(test, t);
    const role = await test.write(t, (tx) => tx.roles.insert({ name: "Governed" }));
    await test.database.sql.begin(async (sql) => {
      await sql`insert into role_grants (tenant_id, user_id, role_id) values (${t}, ${userId}, ${role.id})`;
      await test.run(t, suspendUser, { userId });
    });
    expect(await test.write(t, (tx) => tx.users.get(userId))).toMatchObject({ status: "suspended" });
  });

  it("deadlock: two owners change each other many times at once, and each change takes effect", async () => {
    const t = ++tenant;
    const [one, two] = [await owner(t), await owner(t)];
    const rename = (by: typeof one, of: typeof one, name: string) =>
      test.run(by.actor, updateUser, { userId: of.userId, name });
    const changes = Array.from({ length: 10 }, (_, at) => [
      rename(one, two, `Two ${at}`),
      rename(two, one, `One ${at}`),
    ]);
    test.database.takeStatements();
    await Promise.all(changes.flat());
    // A command begins its transaction again after a deadlock.
    const begun = test.database.takeStatements().filter((text) => /^begin/i.test(text));
    expect(begun).toHaveLength(changes.flat().length);
  });
});
