import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectionKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import type { Sql } from "./database";

const kinds = process.env["TEST_DATABASE_URL"] ? connectionKinds : [];

describe.each(kinds)("a reserved connection that is lost (%s)", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase("postgres", kind)), 60_000);
  afterAll(() => database.close());

  const pidOf = async (sql: Pick<Sql, "unsafe">) => {
    const [row] = await sql.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid");
    return row!.pid;
  };
  const terminate = async (pid: number) => {
    await database.sql`select pg_terminate_backend(${pid})`;
    await expect
      .poll(async () => (await database.sql`select from pg_stat_activity where pid = ${pid}`).length)
      .toBe(0);
  };

  it("isolation: runs no statement in the transaction of the connection's next user", async () => {
    const lost = await database.sql.reserve();
    await lost.unsafe("begin");
    await terminate(await pidOf(lost));
    // The test reserves all connections of the pool. One of them is therefore the connection object that `lost` used before.
    const others = await Promise.all(Array.from({ length: 8 }, () => database.sql.reserve()));
    await Promise.all(others.map((one) => one.unsafe("begin; create temporary table own (n int)")));
    await expect(lost.unsafe("insert into own values (1)")).rejects.toMatchObject({
      code: "CONNECTION_AWAY",
    });
    await expect(lost`rollback`).rejects.toMatchObject({ code: "CONNECTION_AWAY" });
    for (const one of others) {
      expect(await one.unsafe("select * from own")).toHaveLength(0);
      await one.unsafe("rollback");
    }
    // The connection object belongs to another reservation now. `lost.release()` must not release this reservation.
    lost.release();
    const pids = await Promise.all(others.map(pidOf));
    expect(new Set(pids).size).toBe(8);
    for (const one of others) one.release();
  }, 30_000);

  it("ends a transaction of the pool with an error, and the pool works on", async () => {
    const ended = database.sql.begin(async (tx) => {
      await terminate(await pidOf(tx));
      await tx`select 1`;
    });
    // The error depends on the moment at which the driver notices the closed connection: before or after it sends the
    // statement. A request gets status 503 for each of these errors.
    await expect(ended).rejects.toMatchObject({
      code: expect.stringMatching(/^(CONNECTION_AWAY|ECONNRESET|57P01)$/) as string,
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => database.sql.begin((tx) => tx`select 1`)),
    );
    expect(answers).toHaveLength(20);
  }, 30_000);

  it("reports a transaction whose failed statement was not awaited", async () => {
    const ended = database.sql.begin(async (tx) => {
      tx`select 1/0`.catch(() => {});
      await tx`select 1`.catch(() => {});
    });
    await expect(ended).rejects.toThrow("failed");
  });
});
