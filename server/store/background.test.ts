import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "@/server/testing/stores";
import type { Sql } from "./database";

const kinds = process.env["TEST_DATABASE_URL"] ? (["postgres"] as const) : [];

describe.each(kinds)("connections of background work, on %s", (kind) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await freshDatabase(kind);
    await test.sql`create table held (id int primary key)`;
    await test.sql`insert into held values (1)`;
  }, 60_000);
  afterAll(() => test.close());

  /** Runs `work` while another transaction holds the row. */
  async function whileHeld(work: () => Promise<void>) {
    const holder = test.connectOne();
    try {
      await holder.begin(async (tx) => {
        await tx`select 1 from held for update`;
        await work();
      });
    } finally {
      await holder.end();
    }
  }

  const waiting = (sql: Sql) => sql.unsafe("update held set id = id");

  it("starvation: statements of workers that wait for a lock do not delay a statement of a request", async () => {
    const stuck: Promise<unknown>[] = [];
    await whileHeld(async () => {
      for (let n = 0; n < 40; n += 1) stuck.push(waiting(test.background).execute());
      await delay(300);
      const began = performance.now();
      await Promise.all(Array.from({ length: 20 }, () => test.sql`select 1`));
      expect(performance.now() - began).toBeLessThan(1_000);
    });
    await Promise.all(stuck);
  }, 60_000);

  it("starvation: a worker that waits for a lock does not delay the statements of other workers", async () => {
    const stuck: Promise<unknown>[] = [];
    await whileHeld(async () => {
      stuck.push(waiting(test.background).execute());
      await delay(300);
      const began = performance.now();
      await Promise.all(Array.from({ length: 40 }, () => test.background`select pg_sleep(0.01)::text`));
      expect(performance.now() - began).toBeLessThan(2_000);
    });
    await Promise.all(stuck);
  }, 60_000);

  it.each([
    ["a request", 3_000, () => test.sql],
    ["background work", 5_000, () => test.background],
  ] as const)(
    "limits the time for which a statement of %s waits for a lock",
    async (_name, ms, client) => {
      await whileHeld(async () => {
        const began = performance.now();
        await expect(waiting(client())).rejects.toMatchObject({ code: "55P03" });
        const took = performance.now() - began;
        expect(took).toBeGreaterThan(ms - 500);
        expect(took).toBeLessThan(ms + 5_000);
      });
    },
    60_000,
  );
});
