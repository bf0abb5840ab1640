import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { verifyAuditChain } from "@/server/domain/audit/verify";
import { CHAIN_START, digestSql, sealHash } from "@/server/kernel/operation/audit-chain";
import { sealAuditEvents } from "@/server/domain/audit/worker/seals";
import { startDispatcher } from "@/server/outbox/dispatcher";
import { databaseBefore, databaseKinds } from "@/server/testing/stores";
import type { Database } from "./database";
import { describeRepair, migrateDatabase, type AuditRepair } from "./migrate";
import { createStores } from "./stores";

/*
 * Tests of migration 0012 on databases of older versions. The tests write and seal the rows with the two defects of the old
 * code. (1) All outbox rows of one insertion have the last value of the sequence as event id. (2) A seal names the ids of its
 * outbox rows, but its hash covers each event once.
 */

const REST = { action: "management_api.role_created", target: "role:1", clientId: "t_client" };

interface Old {
  action: string;
  target: string;
  clientId?: string | null;
  at?: string;
}

function oldVersion({ sql }: Database) {
  let requests = 0;
  /**
   * Writes the events of one request as the old code did. One statement inserts the events, whose ids are not contiguous.
   * Another statement inserts the outbox rows.
   */
  async function append(tenant: number, events: Old[], told = true) {
    const request = `request-${(requests += 1)}`;
    await sql.begin(async (tx) => {
      const rows = JSON.stringify(
        events.map((event) => ({ at: null, client_id: event.clientId ?? null, ...event })),
      );
      await tx`
        insert into audit_events (id, tenant_id, at, action, target, target_label, actor_label, client_id, ip, request_id)
        select greatest(nextval('audit_events_id_seq'), nextval('audit_events_id_seq')), ${tenant}, coalesce(e.at, now()), e.action, e.target, e.target, 'somebody', e.client_id, '192.0.2.1', ${request}
        from jsonb_to_recordset(${rows}::text::jsonb) as e(at timestamptz, action text, target text, client_id text)`;
      if (told)
        await tx`
          insert into outbox_events (tenant_id, type, payload)
          select ${tenant}, 'x', jsonb_build_object('action', e.action, 'target', e.target)
          from jsonb_to_recordset(${rows}::text::jsonb) as e(action text, target text)`;
    });
  }
  const bulk = (tenant: number, name: string, size: number, at?: string) =>
    append(
      tenant,
      Array.from({ length: size }, (_, index) => ({
        action: "scim.user_created",
        target: `user:${name}${index}`,
        ...(at !== undefined && { at }),
      })),
    );
  /** Seals the oldest outbox rows of one tenant, at most `atMost` rows. */
  const seal = (tenant: number, atMost = 500) =>
    sql.begin(async (tx) => {
      const taken = await tx<{ event_id: string }[]>`
        delete from outbox_events where tenant_id = ${tenant} and id in (
          select id from outbox_events where tenant_id = ${tenant} order by id limit ${atMost}) returning event_id`;
      const batch = taken.map(({ event_id }) => Number(event_id)).sort((one, other) => one - other);
      const [last] = await tx<{ position: string; hash: string }[]>`
        select position, hash from audit_seals where tenant_id = ${tenant} order by position desc limit 1`;
      const rows = await tx<{ digest: string }[]>`
        select ${tx.unsafe(digestSql)} as digest from audit_events
        where tenant_id = ${tenant} and id = any(${batch}::bigint[]) order by id`;
      const digests = rows.map(({ digest }) => digest);
      await tx`
        insert into audit_seals (tenant_id, position, event_ids, hash)
        values (${tenant}, ${Number(last?.position ?? 0) + 1}, ${JSON.stringify(batch)}::text::jsonb,
          ${sealHash(last?.hash ?? CHAIN_START, digests)})`;
    });
  return { append, bulk, seal };
}

/** Writes a log with SCIM bulks and single events, and seals all events. The events of bulk "a" are in two seals. */
async function log(old: ReturnType<typeof oldVersion>, tenant: number) {
  await old.append(tenant, [REST]);
  await old.seal(tenant);
  await old.bulk(tenant, "a", 20);
  await old.seal(tenant, 8);
  await old.append(tenant, [REST]);
  await old.seal(tenant);
  await old.bulk(tenant, "b", 3);
  await old.seal(tenant);
}

const REPAIRED = 19 + 2;

/**
 * Attacks on the log before the upgrade, with the result that the verification must report after the upgrade. Each attack has a
 * log of its own.
 */
const attacks: [what: string, statement: string, said: RegExp][] = [
  [
    "removes an event that no seal covered",
    "delete from audit_events where tenant_id = $1 and target = 'user:a3'",
    /18 events were slipped in/,
  ],
  [
    "adds an event with the same values between the events of a bulk",
    `insert into audit_events (tenant_id, id, at, action, target, target_label, actor_label, ip, request_id)
     select tenant_id, id - 1000000, at, action, 'user:z', 'user:z', actor_label, ip, request_id from audit_events
     where tenant_id = $1 and target = 'user:a3'`,
    /20 events were slipped in/,
  ],
  [
    "gives an event that no seal covered to another actor",
    "update audit_events set actor_label = 'somebody else' where tenant_id = $1 and target = 'user:a3'",
    /19 events were slipped in/,
  ],
  [
    "changes the last event of a bulk, which seals cover",
    "update audit_events set target_label = 'nobody' where tenant_id = $1 and target = 'user:a19'",
    /was changed/,
  ],
  [
    "removes the last event of a bulk",
    "delete from audit_events where tenant_id = $1 and target = 'user:a19'",
    /was removed/,
  ],
  [
    "adds an event",
    "insert into audit_events (tenant_id, action, target) values ($1, 'management_api.user_unlocked', 'user:1')",
    /1 events were slipped in/,
  ],
  [
    "adds an event with changes",
    `insert into audit_events (tenant_id, action, target, actor_label, client_id, request_id, changes)
     values ($1, 'management_api.user_unlocked', 'user:1', 'x', 'y', 'z', '{"a": {"from": 1, "to": 2}}')`,
    /1 events were slipped in/,
  ],
  [
    "changes an event that has a seal of its own",
    "update audit_events set target_label = 'nobody' where tenant_id = $1 and action = 'management_api.role_created'",
    /was changed/,
  ],
  ["removes a seal", "delete from audit_seals where tenant_id = $1 and position = 2", /missing/],
  [
    "makes a seal name its events twice, and adds an event",
    `with more as (update audit_seals set event_ids = event_ids || event_ids where tenant_id = $1 and position = 1)
     insert into audit_events (tenant_id, action, target) values ($1, 'console.role_created', 'role:1')`,
    /1 events were slipped in/,
  ],
];
const FIRST = 10;

describe.each(databaseKinds)("an upgrade of audit logs with events that no seal covers, on %s", (kind) => {
  let database: Database;
  let repairs: AuditRepair[];
  beforeAll(async () => {
    database = await databaseBefore(kind, 12);
    const old = oldVersion(database);
    await Promise.all([log(old, 1), log(old, 2)]);
    await old.append(1, [{ ...REST, action: "management_api.user_unlocked" }], false);
    await old.append(3, [REST]);
    await old.seal(3);
    // When the server stops, the outbox of tenant 4 has a part of bulk "a" and the whole bulk "b".
    await old.append(4, [REST]);
    await old.bulk(4, "a", 20);
    await old.seal(4, 8);
    await old.bulk(4, "b", 20);
    // Tenant 5 has no seal yet.
    await old.bulk(5, "a", 20);
    // Retention removed the last event of a bulk of tenant 6 and the event ids of its seal.
    await old.bulk(6, "a", 20, "2020-03-04T00:00:00Z");
    await old.seal(6);
    await database.sql`update audit_seals set event_ids = '[]' where tenant_id = 6`;
    await database.sql`delete from audit_events where tenant_id = 6 and target = 'user:a19'`;
    await old.append(6, [{ ...REST, action: "system.audit_log_trimmed" }]);
    await database.sql`
      update audit_events set changes = '{"throughSeal": {"to": 1}, "before": {"to": "2020-04-01T00:00:00Z"}}'
      where tenant_id = 6 and action = 'system.audit_log_trimmed'`;
    await old.seal(6);
    for (const [index, [, statement]] of attacks.entries()) {
      await log(old, FIRST + index);
      await database.sql.unsafe(statement, [FIRST + index]);
    }
    // An event of tenant 7 is removed while its outbox row waits for a seal.
    await old.append(7, [REST]);
    await old.seal(7);
    await old.bulk(7, "a", 3);
    await database.sql`delete from audit_events where tenant_id = 7 and target = 'user:a1'`;

    ({ repairs } = await migrateDatabase(database));
    const { stop } = startDispatcher(database, [sealAuditEvents], pino({ level: "silent" }));
    await vi.waitFor(
      async () => expect(await database.sql`select from outbox_events limit 1`).toHaveLength(0),
      10_000,
    );
    await stop();
  }, 120_000);
  afterAll(() => database.close());

  const verify = (tenant: number) => {
    const store = createStores(database).tenant(tenant);
    return verifyAuditChain((work) => store.read(work));
  };
  const told = async (tenant: number) => {
    const rows = await database.sql<{ changes: string }[]>`
      select changes::text from audit_events where tenant_id = ${tenant} and action = 'system.audit_chain_repaired'`;
    return rows.map(({ changes }) => JSON.parse(changes) as Record<string, { to: unknown }>);
  };

  it("seals the events of bulks and of requests that changed nothing, and records it in the log", async () => {
    expect(await verify(1)).toMatchObject({ problems: [], intact: true, sealedEvents: 25 + 1 + 1 });
    expect(await verify(2)).toMatchObject({ problems: [], intact: true, sealedEvents: 25 + 1 });
    expect(await told(1)).toMatchObject([
      {
        eventsOfBulks: { to: REPAIRED },
        eventsWithoutChange: { to: 1 },
        fromSeal: { to: 5 },
        throughSeal: { to: 5 },
      },
    ]);
    expect(await told(2)).toMatchObject([
      { eventsOfBulks: { to: REPAIRED }, eventsWithoutChange: { to: 0 } },
    ]);
    const [first] = repairs;
    expect(describeRepair(first!)).toBe(
      `The audit log of organization 1 had events without a seal: ${REPAIRED} of SCIM Bulk and 1 of requests that changed nothing were sealed, 0 past its retention were removed.`,
    );
    expect(repairs.map(({ tenantId }) => tenantId)).toEqual(expect.arrayContaining([1, 2, 4]));
  });

  it("keeps the old seals unchanged", async () => {
    const rows = await database.sql<{ hash: string; named: number }[]>`
      select hash, jsonb_array_length(event_ids) as named from audit_seals where tenant_id = 1 and position <= 4 order by position`;
    expect(rows.map(({ named }) => named)).toEqual([1, 8, 13, 3]);
  });

  it("does not change a fully sealed log", async () => {
    expect(await verify(3)).toMatchObject({ intact: true, sealedEvents: 1, seals: 1 });
    expect(await told(3)).toEqual([]);
  });

  it("gives each row that waits in the outbox the id of its own event", async () => {
    expect(await verify(4)).toMatchObject({ problems: [], sealedEvents: 42 });
    expect(await verify(5)).toMatchObject({ problems: [], sealedEvents: 20 });
  });

  it("removes the rest of a bulk after retention, and records it in the log", async () => {
    expect(await told(6)).toMatchObject([{ eventsPastRetention: { to: 19 }, eventsOfBulks: { to: 0 } }]);
    expect(await verify(6)).toMatchObject({ problems: [], removedThrough: 1, sealedEvents: 2 });
  });

  it.each(attacks)(
    "an attacker %s before the upgrade: the log is still not intact",
    async (what, _sql, said) => {
      const tenant = FIRST + attacks.findIndex(([name]) => name === what);
      const { intact, problems } = await verify(tenant);
      expect(problems.join(" ")).toMatch(said);
      expect(intact).toBe(false);
    },
  );

  it("an attacker removes an event that waits to be sealed before the upgrade: the log is still not intact", async () => {
    expect((await verify(7)).problems).toEqual([expect.stringMatching(/was removed/)]);
  });

  it("allows an event only once and only in one seal afterwards", async () => {
    const add = (ids: number[]) => database.sql`
      insert into audit_seals (tenant_id, position, event_ids, hash) values (3, 2, ${JSON.stringify(ids)}::text::jsonb, 'x')`;
    const [event] = await database.sql<{ id: string }[]>`select id from audit_events where tenant_id = 3`;
    await expect(add([Number(event!.id)])).rejects.toThrow(/audit_sealed_events/);
    await expect(add([900_000, 900_000])).rejects.toThrow(/audit_sealed_events/);
    await expect(
      database.sql`insert into outbox_events (tenant_id, event_id, payload) select 3, 900000, '{}' from generate_series(1, 2)`,
    ).rejects.toThrow(/outbox_events/);
    await expect(
      database.sql`insert into outbox_events (tenant_id, type, payload) values (3, 'x', '{}')`,
    ).rejects.toThrow(/event_id/);
  });

  it("changes nothing on a second run", async () => {
    const before = await database.sql`select count(*) from audit_seals`;
    expect(await migrateDatabase(database)).toMatchObject({ repairs: [] });
    expect(await database.sql`select count(*) from audit_seals`).toEqual(before);
  });
});
