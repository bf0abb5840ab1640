import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tenants } from "@/db/platform/registry";
import { consoleMemberships, signingKeys } from "@/db/platform/sign-in";
import { roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import type { ReadTx, RegistryDatabase, WriteTx } from "@/server/kernel/operation/store";
import { aRole, aUser } from "@/server/testing/factories";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { everyDatabaseKind } from "@/server/testing/stores";

/** Returns the query builder of a tenant's transaction. The types hide this builder from operations. */
const bare = (tx: ReadTx | WriteTx) => (tx as unknown as { db: RegistryDatabase }).db;

const causeOf = (work: Promise<unknown>) =>
  work.then(
    () => "nothing was refused",
    (error: { cause?: Error; message: string }) => error.cause?.message ?? error.message,
  );

describe.each(everyDatabaseKind)("tenant isolation on %s", (kind) => {
  let test: TestOperations;
  const [mine, theirs] = [1, 2];
  beforeAll(async () => {
    test = await testOperations(kind);
    await aUser(test, mine);
    await aUser(test, theirs);
  });
  afterAll(() => test.close());

  it("shows no rows of another tenant to a query without a tenant condition", async () => {
    const seen = await test.stores
      .tenant(mine)
      .read((tx) => bare(tx).select({ tenantId: users.tenantId }).from(users));
    expect(seen).toEqual([{ tenantId: mine }]);
    const asked = await test.stores
      .tenant(mine)
      .read((tx) => bare(tx).select().from(users).where(eq(users.tenantId, theirs)));
    expect(asked).toEqual([]);
  });

  it("changes and deletes no rows of another tenant", async () => {
    await test.write(mine, async (tx) => {
      await bare(tx).update(users).set({ name: "changed" });
      await bare(tx).delete(users).where(eq(users.tenantId, theirs));
    });
    const left = await test.write(theirs, (tx) => tx.users.list());
    expect(left).toMatchObject([{ name: "A Person" }]);
  });

  it("refuses a row with another tenant", async () => {
    const inserted = test.write(mine, (tx) =>
      bare(tx).insert(roles).values({ tenantId: theirs, name: "smuggled" }).execute(),
    );
    expect(await causeOf(inserted)).toMatch(/row-level security/);
    const moved = test.write(mine, (tx) => bare(tx).update(users).set({ tenantId: theirs }).execute());
    expect(await causeOf(moved)).toMatch(/row-level security/);
  });

  it("hides the registry", async () => {
    for (const table of [tenants, signingKeys, consoleMemberships]) {
      expect(
        await causeOf(test.stores.tenant(mine).read((tx) => bare(tx).select().from(table).execute())),
      ).toMatch(/permission denied/);
    }
  });

  it("refuses a reference to another tenant's role or user", async () => {
    const [ownUser, ownRole] = [await aUser(test, mine), await aRole(test, mine)];
    const [foreignUser, foreignRole] = [await aUser(test, theirs), await aRole(test, theirs)];
    for (const grant of [
      { userId: ownUser.id, roleId: foreignRole.id },
      { userId: foreignUser.id, roleId: ownRole.id },
    ]) {
      expect(await causeOf(test.write(mine, (tx) => tx.roleGrants.insert(grant)))).toMatch(/refers to/);
    }
  });

  it("leaves no tenant setting on a connection", async () => {
    await test.stores.tenant(mine).read((tx) => tx.users.list());
    const rows = await test.stores.platform.read(({ db }) =>
      db.select({ count: sql<number>`count(*)::int` }).from(users),
    );
    expect(rows[0]!.count).toBeGreaterThan(1);
    const outside = await test.database
      .sql`select current_setting('castellan.tenant_id', true) as tenant, current_user as who`;
    expect(outside[0]).toMatchObject({ who: expect.not.stringContaining("castellan") as string });
    expect(outside[0]!["tenant"] || null).toBeNull();
  });

  it("shows no rows without a tenant", async () => {
    const counted = await test.database.sql.begin(async (transaction) => {
      await transaction.unsafe("set local role castellan_tenant");
      return transaction.unsafe<{ count: number }[]>("select count(*)::int as count from users");
    });
    expect(counted[0]!.count).toBe(0);
  });
});
