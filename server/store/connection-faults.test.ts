import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proxiedDatabase, type DatabaseProxy } from "@/server/testing/database-proxy";
import { writeTransaction } from "./transaction";

describe.runIf(process.env["TEST_DATABASE_URL"])("a connection to PostgreSQL that fails", () => {
  let proxy: DatabaseProxy;
  beforeAll(async () => {
    proxy = await proxiedDatabase();
    await proxy.direct.sql`create table noted (n int)`;
  }, 60_000);
  afterAll(async () => {
    await proxy.restore();
    await proxy.database.close();
  }, 30_000);

  it("lost commit: ended before the commit, the transaction is reported as failed, and later ones succeed", async () => {
    const write = (n: number, before = () => {}) =>
      writeTransaction(proxy.database.sql, null, async (connection) => {
        await connection.unsafe("insert into noted values ($1)", [n]);
        before();
      });
    await expect(write(1, () => proxy.drop())).rejects.toMatchObject({
      code: expect.stringMatching(/^(CONNECTION_|ECONNRE|EPIPE|57P01)/) as string,
    });
    await proxy.restore();
    await expect.poll(() => proxy.database.state()).toBe("up");
    await write(2);
    expect([...(await proxy.direct.sql`select n from noted`)]).toEqual([{ n: 2 }]);
  });

  it("that stays open and silent: the database is away, statements are refused, and it is reached again", async () => {
    proxy.stall();
    await expect.poll(() => proxy.database.state()).toBe("away");
    await expect(proxy.database.sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_AWAY" });
    await proxy.restore();
    await expect.poll(() => proxy.database.state()).toBe("up");
  });
});
