import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proxiedDatabase, type DatabaseProxy } from "@/server/testing/database-proxy";
import { connectionKinds } from "@/server/testing/stores";
import { writeTransaction } from "./transaction";

const kinds = process.env["TEST_DATABASE_URL"] ? connectionKinds : [];

/** An asymmetric matcher of the error codes for which a request gets status 503. */
const lost: unknown = expect.stringMatching(/^(CONNECTION_|ECONNRE|EPIPE|57P01)/);

describe.each(kinds)("a connection to PostgreSQL that fails (%s)", (kind) => {
  let proxy: DatabaseProxy;
  beforeAll(async () => {
    proxy = await proxiedDatabase(kind);
    await proxy.direct.sql`create table noted (n int)`;
    await fillPool();
  }, 60_000);
  afterAll(async () => {
    await proxy.restore();
    await proxy.database.close();
  }, 30_000);

  /**
   * Opens all connections of the pool by using them at the same time. Therefore, the pool opens no connection during the next
   * fault.
   */
  const fillPool = () =>
    Promise.all(
      Array.from({ length: 8 }, () =>
        proxy.database.sql.begin((tx) => tx`select 1 as n, pg_sleep(0.2)::text`),
      ),
    );

  const back = async () => {
    await proxy.restore();
    await expect.poll(() => proxy.database.state(), { timeout: 20_000 }).toBe("up");
    for (const [row] of await fillPool()) expect(row).toMatchObject({ n: 1 });
  };

  it("has the form of the test", async () => {
    const [row] = await proxy.database.sql`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    expect(row).toEqual({ ssl: kind === "TLS" });
    const one = proxy.database.connectOne();
    expect(await one`select ssl from pg_stat_ssl where pid = pg_backend_pid()`).toEqual([
      { ssl: kind === "TLS" },
    ]);
    await one.end();
    const probes = await proxy.direct.sql`
      select ssl from pg_stat_ssl join pg_stat_activity using (pid)
      where application_name = 'castellan probe' and datname = current_database() and ssl = ${kind === "TLS"}`;
    expect(probes.length).toBeGreaterThan(0);
  });

  const faults: [string, () => Promise<void> | void][] = [
    ["refused", () => proxy.refuse()],
    ["ended", () => proxy.drop()],
    ["silent", () => proxy.stall()],
  ];

  it.each(faults)(
    "lost commit: %s before the commit, the transaction is reported as failed",
    async (name, fail) => {
      const n = faults.findIndex(([one]) => one === name);
      const began = performance.now();
      const written = writeTransaction(proxy.database.sql, null, async (connection) => {
        await connection.unsafe("insert into noted values ($1)", [n]);
        await fail();
      });
      await expect(written).rejects.toMatchObject({ code: lost });
      expect(performance.now() - began).toBeLessThan(4_000);
      await back();
    },
    30_000,
  );

  it.each(faults)(
    "%s while statements run: all of them fail in time, and none is sent again",
    async (name, fail) => {
      const n = 10 + faults.findIndex(([one]) => one === name);
      const running = Promise.allSettled(
        Array.from({ length: 12 }, () =>
          writeTransaction(proxy.database.sql, null, async (connection) => {
            await connection.unsafe("insert into noted values ($1)", [n]);
            // If the server does not answer, this statement ends only after the time limit for a silent server.
            await connection.unsafe("select pg_sleep(5)");
          }),
        ),
      );
      await expect.poll(async () => (await sleepers()).length, { timeout: 5_000 }).toBeGreaterThan(0);
      const began = performance.now();
      await fail();
      for (const one of await running) {
        expect(one.status).toBe("rejected");
        expect((one as PromiseRejectedResult).reason).toMatchObject({ code: lost });
      }
      expect(performance.now() - began).toBeLessThan(4_000);
      await back();
      for (const { pid } of await sleepers()) await proxy.direct.sql`select pg_terminate_backend(${pid})`;
      expect(await proxy.direct.sql`select n from noted where n = ${n}`).toHaveLength(0);
    },
    30_000,
  );

  const sleepers = () => proxy.direct.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%pg_sleep(5)%' and pid <> pg_backend_pid()`;

  it.each(["sql", "background"] as const)(
    "fails the later statements of a reserved connection of %s that has ended while idle",
    async (pool) => {
      const held = await proxy.database[pool].reserve();
      await held.unsafe("begin");
      proxy.drop();
      for (const pause of [0, 0, 5, 50]) {
        await delay(pause);
        const outcome = held.unsafe("insert into noted values (99)").then(
          () => null,
          (error: unknown) => error,
        );
        expect(await outcome).toMatchObject({ code: lost });
      }
      held.release();
      await back();
      expect(await proxy.direct.sql`select n from noted where n = 99`).toHaveLength(0);
    },
    30_000,
  );

  it("fails the statements of a backend that ends, and later ones use another connection", async () => {
    const held = await proxy.database.sql.reserve();
    const [row] = await held
      .unsafe<{ pid: number }[]>("begin; select pg_backend_pid() as pid")
      .then((results) => (results as unknown as { pid: number }[][])[1]!);
    const running = held.unsafe("select pg_sleep(5)").execute();
    running.catch(() => {});
    await delay(100);
    await proxy.direct.sql`select pg_terminate_backend(${row!.pid})`;
    await expect(running).rejects.toMatchObject({ code: lost });
    await delay(100);
    await expect(held.unsafe("commit")).rejects.toMatchObject({ code: "CONNECTION_AWAY" });
    held.release();
    await back();
  }, 30_000);

  it("is away while connections are not negotiated, and is reached again", async () => {
    proxy.stall();
    await expect.poll(() => proxy.database.state(), { timeout: 3_000 }).toBe("away");
    // During this time, some probes open a connection and get no answer.
    await delay(4_000);
    expect(proxy.database.state()).toBe("away");
    await expect(proxy.database.sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_AWAY" });
    await back();
  }, 30_000);
});
