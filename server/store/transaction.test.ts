import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "@/db/tenant/users";
import { everyDatabaseKind, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { turnsOfLoop } from "@/server/testing/work";
import { builderOver, type Connection } from "./database";
import { readsEnded, readTransaction, timeLimits, writeTransaction } from "./transaction";

describe.each(everyDatabaseKind)("transactions on %s", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase(kind)), 60_000);
  afterAll(() => database.close());

  const where = sql<string>`current_setting('castellan.tenant_id', true) || ' ' || current_user || ' ' || current_setting('transaction_read_only')`;

  it("allow the database to close as soon as they have ended, also if their callers continued before", async () => {
    const closing = await freshDatabase(kind);
    const ended: string[] = [];
    await readTransaction(closing.sql, null, (connection) =>
      builderOver(connection)
        .select({ where })
        .from(sql`(select 1) as one`),
    );
    const waited = new Promise((resolve) => setTimeout(resolve, 5_000)).then(() => ended.push("waited"));
    await Promise.race([closing.close().then(() => ended.push("closed")), waited]);
    expect(ended).toEqual(["closed"]);
  }, 30_000);

  describe("of reads like earlier ones", () => {
    const ask = (connection: Connection) =>
      builderOver(connection)
        .select({ where })
        .from(sql`(select 1) as one`);
    /** Runs a read with this number of statements. Returns what each of them saw, and what was sent before the work ended. */
    async function read(like: object, statements: number) {
      // The first statement of a connection is the driver's own.
      await database.sql`select 1`;
      await readsEnded(database.sql);
      database.takeStatements();
      const result = await readTransaction(
        database.sql,
        7,
        async (connection) => {
          const rows = [];
          for (let at = 0; at < statements; at++) rows.push(...(await ask(connection)));
          const sent = database.takeStatements().map((text) => /^(begin|commit|select)/.exec(text)![0]);
          return { seen: rows.map((row) => row.where), sent };
        },
        { like },
      );
      await readsEnded(database.sql);
      return result;
    }

    it("send the commit with the expected last statement", async () => {
      const like = {};
      const seen = ["7 castellan_tenant on"];
      expect(await read(like, 1)).toEqual({ seen, sent: ["begin", "select"] });
      expect(await read(like, 1)).toEqual({ seen, sent: ["begin", "select", "commit"] });
    });

    it("begin again for a further statement, and expect it the next time", async () => {
      const like = {};
      await read(like, 1);
      const seen = Array<string>(3).fill("7 castellan_tenant on");
      expect(await read(like, 3)).toMatchObject({ seen });
      expect(await read(like, 3)).toEqual({ seen, sent: ["begin", "select", "select", "select", "commit"] });
      // Fewer than expected: the transaction ends when the work does.
      expect(await read(like, 1)).toMatchObject({ seen: ["7 castellan_tenant on"] });
    });

    it("report the error of a failed last statement, and release the connection", async () => {
      const like = {};
      await read(like, 1);
      const failing = readTransaction(
        database.sql,
        7,
        (connection) => builderOver(connection).execute(sql`select 1 / 0`),
        { like },
      );
      await expect(failing).rejects.toThrow();
      expect(await read(like, 1)).toMatchObject({ seen: ["7 castellan_tenant on"] });
    });
  });

  it.each(["interactive", "heavy", "job"] as const)(
    "have the time limits of their kind: %s",
    async (cost) => {
      const limits = sql<string>`current_setting('statement_timeout') || ' ' || current_setting('lock_timeout')`;
      const { statementMs, lockMs } = timeLimits[cost];
      const ofConnection = () =>
        database.sql<{ limit: string }[]>`select current_setting('lock_timeout') as limit`;
      const before = await ofConnection();
      const seen = await readTransaction(
        database.sql,
        1,
        (connection) =>
          builderOver(connection)
            .select({ limits })
            .from(sql`(select 1) as one`),
        { cost },
      );
      const shown = (ms: number) => (ms % 60_000 === 0 ? `${ms / 60_000}min` : `${ms / 1_000}s`);
      expect(seen).toEqual([{ limits: `${shown(statementMs)} ${shown(lockMs)}` }]);
      // The limits end with the transaction: the connection has its own limit again.
      expect(await ofConnection()).toEqual(before);
    },
  );

  it("never run statements of each other on shared connections", async () => {
    const tenants = 40;
    const seen: string[] = [];
    /**
     * Returns the tenant of a transaction. Reads the tenant twice with a random delay in between, and expects the same tenant.
     */
    const ask = async (db: ReturnType<typeof builderOver>) => {
      const [before] = await db.select({ where }).from(sql`(select 1) as one`);
      await turnsOfLoop(Math.floor(Math.random() * 30));
      const [after] = await db.select({ where }).from(sql`(select 1) as one`);
      expect(after).toEqual(before);
      return before!.where;
    };
    await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const tenant = 1 + (index % tenants);
        if (index % 4 === 3) {
          // A transaction without a tenant, like those of the outbox, runs between the transactions of tenants.
          const [row] = await database.sql.begin(
            (tx) =>
              tx<
                { who: string }[]
              >`select current_setting('castellan.tenant_id', true) || current_setting('transaction_read_only') as who`,
          );
          expect(row?.who ?? "off").toBe("off");
        } else if (index % 4 === 2) {
          const work = writeTransaction(database.sql, tenant, async (connection) => {
            const db = builderOver(connection);
            expect(await ask(db)).toBe(`${tenant} castellan_tenant off`);
            await db.insert(users).values({ tenantId: tenant, email: `write-${index}@x.example` });
            if (index % 8 === 2) throw new Error("on purpose");
          });
          await (index % 8 === 2 ? expect(work).rejects.toThrow("on purpose") : work);
        } else {
          seen.push(
            await readTransaction(database.sql, tenant, (connection) => ask(builderOver(connection))),
          );
          expect(seen.at(-1)).toMatch(/ castellan_tenant on$/);
        }
      }),
    );
    const [{ count } = { count: 0 }] = await database.sql<
      { count: number }[]
    >`select count(*)::int as count from users where email like 'write-%'`;
    expect(count).toBe(50);
  }, 60_000);
});
