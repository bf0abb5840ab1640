import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { factorKindNames as kinds } from "@/server/domain/sign-in-methods/factor-kinds.schema";
import { getSignInHistory } from "@/server/domain/overview/sign-in-history";
import { getCredentialHealth } from "@/server/domain/risk/health";
import { getRiskEvents } from "@/server/domain/risk/risk";
import { getSessionIntelligence } from "@/server/domain/risk/session-intelligence";
import { aSession, aUser } from "@/server/testing/factories";
import { untilItWaits } from "@/server/testing/lock-waits";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { mergeSignInCounts } from "./merge";
import { summarize, verifySummaries } from "./worker";

const UNTOUCHED = { sign_ins: 0, credentials: 0, sessions: 0 };

describe.each(databaseKinds)("the summaries on %s", (kind) => {
  let test: TestOperations;
  let tenants = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const summarizeAll = async () => {
    while (await summarize(test.database.sql));
  };
  /** Returns the statements of a random change, by its number. All concern some users of the tenant. */
  const changes = (tenantId: number, userIds: number[], [, who, what]: Step) => {
    const { sql } = test.database;
    const user = userIds[who % userIds.length]!;
    const other = userIds[(who + 1) % userIds.length]!;
    const factor = kinds[what % kinds.length]!;
    const tier = ["low", "medium", "high", "critical", null][what % 5]!;
    const days = `${what % 40} days`;
    return [
      () =>
        sql`update users set status = case status when 'active' then 'suspended' else 'active' end where id = ${user}`,
      () => sql`update users set password_hash = case when password_hash is null then 'x' end, password_weak = not password_weak,
        password_changed_at = now() - ${`${what * 20} days`}::interval where id in (${user}, ${other})`,
      () =>
        sql`update users set email_verified_at = case when email_verified_at is null then now() end where id = ${user}`,
      () => sql`insert into factors (tenant_id, user_id, kind, verified_at) select ${tenantId}, id, ${factor},
        case when ${what % 3} > 0 then now() end from users where id in (${user}, ${other})`,
      () =>
        sql`update factors set verified_at = case when verified_at is null then now() end, kind = ${factor} where user_id = ${user}`,
      () => sql`delete from factors where user_id in (${user}, ${other}) and kind = ${factor}`,
      () => sql`insert into sign_ins (tenant_id, user_id, at, outcome, tier, score) select ${tenantId}, ${user},
        now() - ${days}::interval, 'succeeded', ${tier}, case when ${tier}::text is not null then 10 end from generate_series(1, ${(what % 3) + 1}::int)`,
      () => sql`delete from sign_ins where tenant_id = ${tenantId} and user_id = ${user}`,
      () => sql`insert into sessions (tenant_id, user_id, expires_at, country) select ${tenantId}, ${user},
        now() + ${what % 4 === 0 ? "-1 day" : "1 day"}::interval, ${["DE", "FR", null][what % 3]!} from generate_series(1, ${(what % 2) + 1}::int)`,
      () =>
        sql`update sessions set revoked_at = case when revoked_at is null then now() end where user_id = ${user}`,
      () =>
        sql`update sessions set expires_at = now() - interval '1 minute', country = 'IT' where user_id = ${user} and id % 2 = 0`,
      () => sql`delete from sessions where user_id = ${user} and id % 2 = 1`,
      () => sql`delete from users where id = ${user}`,
      () => summarize(sql),
    ];
  };
  type Step = [step: number, who: number, what: number];
  const steps = fc.array(fc.tuple(fc.nat(13), fc.nat(5), fc.nat(40)), { minLength: 10, maxLength: 60 });

  const newPeople = async (tenantId: number, count: number): Promise<number[]> => {
    const rows = await test.database.sql<{ id: string }[]>`
      insert into users (tenant_id, email, password_hash, password_weak)
      select ${tenantId}, n || '@example.com', case when n % 2 = 0 then 'x' end, n % 3 = 0 from generate_series(1, ${count}::int) n
      returning id`;
    return rows.map(({ id }) => Number(id));
  };

  it("are the same as a count of the tables after random changes, one after another", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const tenantId = ++tenants;
        const people = await newPeople(tenantId, 6);
        for (const step of taken) await tried(changes(tenantId, people, step)[step[0]]!());
        expect(await verifySummaries(test.database.sql, tenantId)).toEqual(UNTOUCHED);
        await summarizeAll();
        expect(await verifySummaries(test.database.sql, tenantId)).toEqual(UNTOUCHED);
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it("are the same as a count of the tables after random changes at the same time", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const tenantId = ++tenants;
        const people = await newPeople(tenantId, 6);
        await Promise.all(taken.map((step) => tried(changes(tenantId, people, step)[step[0]]!())));
        expect(await verifySummaries(test.database.sql, tenantId)).toEqual(UNTOUCHED);
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it.runIf(kind === "postgres")(
    "count a user once if two transactions at the same time each add a factor",
    async () => {
      const tenantId = ++tenants;
      const [user] = await newPeople(tenantId, 1);
      const { sql } = test.database;
      const add = (factor: string, until: () => Promise<unknown>) =>
        sql.begin(async (tx) => {
          await tx`insert into factors (tenant_id, user_id, kind, verified_at) values (${tenantId}, ${user!}, ${factor}, now())`;
          await until();
        });
      const { promise, resolve } = deferred();
      const added = deferred();
      const first = add("totp", () => (added.resolve(), promise));
      await added.promise;
      const both = [first, add("webauthn", () => Promise.resolve())];
      await untilItWaits(test.database, both[1]!);
      resolve();
      await Promise.all(both);
      expect(await test.run(tenantId, getCredentialHealth, {})).toMatchObject({ withMfa: 1, withPasskey: 1 });
    },
  );

  it("contain the rows from before they existed after the worker has counted these", async () => {
    const tenantId = ++tenants;
    const { sql } = test.database;
    await sql.begin(async (tx) => {
      // Rows without triggers.
      await tx`set local session_replication_role = replica`;
      await tx`insert into users (tenant_id, id, email, password_hash) overriding system value
        select ${tenantId}, 900000 + n, 'p' || n || '@example.com', 'x' from generate_series(1, 5) n`;
      await tx`insert into factors (tenant_id, user_id, kind, verified_at) values (${tenantId}, 900001, 'webauthn', now())`;
      await tx`insert into sign_ins (tenant_id, user_id, at, outcome, tier, score) select ${tenantId}, 900001, ${test.clock.now.toISOString()}::timestamptz, 'failed', 'high', 60 from generate_series(1, 7)`;
      await tx`insert into sessions (tenant_id, user_id, expires_at, country) values (${tenantId}, 900001, now() + interval '1 day', 'DE'), (${tenantId}, 900001, now() + interval '1 day', 'FR')`;
      await tx`insert into uncounted_summaries select ${tenantId}, unnest(array['sign_ins', 'credentials', 'sessions'])`;
    });
    const answers = async () => [
      await test.run(tenantId, getCredentialHealth, {}),
      await test.run(tenantId, getSignInHistory, {}),
      await test.run(tenantId, getRiskEvents, {}),
      await test.run(tenantId, getSessionIntelligence, {}),
    ];
    await aUser(test, tenantId);
    const before = await answers();
    expect(before).toMatchObject([
      { totalUsers: 6, withPassword: 5, withMfa: 1, withPasskey: 1 },
      {},
      { totalEvents: 7, byTier: { high: 7 }, topUsers: [{ userId: 900001, events: 7, maxScore: 60 }] },
      {
        activeSessions: 2,
        usersWithConcurrentSessions: [{ userId: 900001, sessionCount: 2 }],
        usersInSeveralCountries: [{ countries: ["DE", "FR"] }],
      },
    ]);
    expect((before[1] as { refused: number }[]).at(-1)).toMatchObject({ refused: 7 });
    await summarizeAll();
    expect(await sql`select 1 from uncounted_summaries where tenant_id = ${tenantId}`).toHaveLength(0);
    expect(await answers()).toEqual(before);
  });

  it("stay the same if the worker is stopped within a batch, and if several workers run", async () => {
    const tenantId = ++tenants;
    const { sql } = test.database;
    for (let i = 0; i < 20; i++)
      await sql`insert into sign_ins (tenant_id, at, outcome, tier) values (${tenantId}, ${test.clock.now.toISOString()}, 'succeeded', 'low')`;
    const total = async () => (await test.run(tenantId, getRiskEvents, {})).totalEvents;
    const stopped = sql.begin(async (tx) => {
      await mergeSignInCounts(tx, 7);
      throw new Error("killed");
    });
    await expect(stopped).rejects.toThrow("killed");
    expect(await total()).toBe(20);
    await sql.begin((tx) => mergeSignInCounts(tx, 7));
    expect(await total()).toBe(20);
    await Promise.all(Array.from({ length: 8 }, () => summarize(sql)));
    await summarizeAll();
    expect(await total()).toBe(20);
    expect(await sql`select attempts::int, merged from sign_in_counts where tenant_id = ${tenantId}`).toEqual(
      [{ attempts: 20, merged: true }],
    );
  });

  it("correct a difference when they are verified", async () => {
    const tenantId = ++tenants;
    const { sql } = test.database;
    await newPeople(tenantId, 4);
    await sql`update credential_counts set people = people + 3 where tenant_id = ${tenantId}`;
    await sql`insert into sign_in_counts (tenant_id, day, outcome, tier, attempts) values (${tenantId}, current_date, 'failed', 'none', 5)`;
    expect(await verifySummaries(sql, tenantId)).toMatchObject({ sign_ins: 1, sessions: 0 });
    expect(await test.run(tenantId, getCredentialHealth, {})).toMatchObject({ totalUsers: 4 });
    expect(await verifySummaries(sql, tenantId)).toEqual(UNTOUCHED);
  });

  it("list changed sessions at once, and drop expired ones", async () => {
    const tenantId = ++tenants;
    test.clock.now = new Date();
    const [one, other] = [await aUser(test, tenantId), await aUser(test, tenantId)];
    const soon = new Date(Date.now() + 60_000);
    const later = new Date(Date.now() + 3_600_000);
    for (const country of ["DE", "FR", "DE"])
      await aSession(test, tenantId, one.id, { expiresAt: later, country });
    for (const expiresAt of [soon, later])
      await aSession(test, tenantId, other.id, { expiresAt, country: "DE" });
    const found = () => test.run(tenantId, getSessionIntelligence, {});
    const expected = {
      activeSessions: 5,
      usersWithConcurrentSessions: [
        { userId: one.id, sessionCount: 3 },
        { userId: other.id, sessionCount: 2 },
      ],
      usersInSeveralCountries: [{ userId: one.id, countries: ["DE", "FR"] }],
    };
    expect(await found()).toMatchObject(expected);
    await summarizeAll();
    expect(await found()).toMatchObject(expected);
    test.clock.now = new Date(+soon + 1);
    expect((await found()).usersWithConcurrentSessions).toMatchObject([{ userId: one.id }]);
    const { sql } = test.database;
    await sql`update sessions set expires_at = now() where user_id = ${one.id}`;
    await summarizeAll();
    expect(await sql`select user_id::int from concurrent_sessions where tenant_id = ${tenantId}`).toEqual([
      { user_id: other.id },
    ]);
  });
});

/**
 * Waits for a change. It changes nothing if the user was deleted (a foreign key), or if the database chose it to end a
 * deadlock.
 */
const tried = async (change: PromiseLike<unknown>) => {
  try {
    await change;
  } catch (error) {
    expect((error as { code: string }).code).toMatch(/^(23503|40P01)$/);
  }
};

/** Returns a promise and the function that resolves it. */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
