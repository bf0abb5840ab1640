import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untilLocksAreAwaited } from "@/server/testing/lock-waits";
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
      let ended = 0;
      for (let n = 0; n < 40; n += 1)
        stuck.push(
          waiting(test.background)
            .execute()
            .finally(() => (ended += 1)),
        );
      await untilLocksAreAwaited(test);
      await Promise.all(Array.from({ length: 20 }, () => test.sql`select 1`));
      expect(ended).toBe(0);
    });
    await Promise.all(stuck);
  }, 60_000);

  it("starvation: a worker that waits for a lock does not delay the statements of other workers", async () => {
    const stuck: Promise<unknown>[] = [];
    await whileHeld(async () => {
      let ended = 0;
      stuck.push(
        waiting(test.background)
          .execute()
          .finally(() => (ended += 1)),
      );
      await untilLocksAreAwaited(test);
      await Promise.all(Array.from({ length: 40 }, () => test.background`select 1`));
      expect(ended).toBe(0);
    });
    await Promise.all(stuck);
  }, 60_000);

  it.each([
    ["a request", "3s", () => test.sql],
    ["background work", "5s", () => test.background],
  ] as const)(
    "limits the time for which a statement of %s waits for a lock",
    async (_name, limit, client) => {
      await whileHeld(async () => {
        expect(await client()`show lock_timeout`).toEqual([{ lock_timeout: limit }]);
        await expect(waiting(client())).rejects.toMatchObject({ code: "55P03" });
      });
    },
    60_000,
  );
});
