import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCredential, aServiceAccount, aUser } from "@/server/testing/factories";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listAuditEvents } from "./audit";
import { listAuditPage } from "./audit-page";

const start = Date.parse("2026-01-01T00:00:00Z");
const actions = [
  "management_api.user_created",
  "management_api.user_updated",
  "console.user_created",
  "console.role_granted",
  "account.password_changed",
];

describe.each(databaseKinds)("the audit log on %s", (kind) => {
  let test: TestOperations;
  /** Tenant 1's events in the order of the log. Several events have the same time. */
  let log: { id: number; at: number; action: string; userId: number; target: string }[];
  beforeAll(async () => {
    test = await testOperations(kind);
    const rows = Array.from({ length: 60 }, (_, i) => ({
      at: start + Math.floor(i / 3) * 1_000,
      action: actions[(i * 7) % actions.length]!,
      userId: 1 + (i % 4),
      target: `user:${i % 5}`,
    }));
    for (const tenantId of [1, 2]) {
      const values = rows.map(
        ({ at, action, userId, target }) =>
          `(${tenantId}, '${new Date(at).toISOString()}', '${action}', '${target}', ${userId}, 'label')`,
      );
      const inserted = await test.database.sql.unsafe<{ id: string }[]>(
        `insert into audit_events (tenant_id, at, action, target, user_id, actor_label) values ${values.join(",")} returning id`,
      );
      if (tenantId === 1) log = rows.map((row, i) => ({ ...row, id: Number(inserted[i]!.id) })).reverse();
    }
  });
  afterAll(() => test.close());
  const ids = (events: { id: number }[]) => events.map(({ id }) => id);

  it("attack: a command that waited for a demotion is dated before it, which hides that it came afterwards", async () => {
    const waited = await test.database.sql.begin(async (tx) => {
      await tx.unsafe("select pg_sleep(0.02)");
      const rows = await tx.unsafe<{ ms: number }[]>(
        "insert into audit_events (tenant_id, action, target) values (4, 'console.user_created', 'user:1') returning (extract(epoch from at - now()) * 1000)::int as ms",
      );
      return rows[0]!.ms;
    });
    expect(waited).toBeGreaterThanOrEqual(15);
  });

  it("lists newest first, in pages, with the document's fields", async () => {
    const first = await test.run(1, listAuditEvents, {});
    expect(first).toMatchObject({ totalCount: 60, page: 1, pageSize: 50, totalPages: 2 });
    expect(first.events[0]).toEqual({
      ...log[0],
      at: new Date(log[0]!.at).toISOString(),
      targetLabel: null,
      related: null,
      userEmail: null,
      actorLabel: "label",
      clientId: null,
      appId: null,
      ip: null,
      requestId: null,
      changes: null,
    });
    const second = await test.run(1, listAuditEvents, { page: 2 });
    expect(ids([...first.events, ...second.events])).toEqual(ids(log));
    expect(await test.run(1, listAuditEvents, { page: 3 })).toEqual({
      events: [],
      totalCount: 60,
      page: 3,
      pageSize: 50,
      totalPages: 2,
    });
    expect(await test.run(1, listAuditEvents, { page: 1_000_000, limit: 200 })).toMatchObject({ events: [] });
    expect(await test.run(3, listAuditEvents, {})).toEqual({
      events: [],
      totalCount: 0,
      page: 1,
      pageSize: 50,
      totalPages: 0,
    });
  });

  it("returns for every combination of filters the same as a plain filter", async () => {
    const prefix = fc.constantFrom(
      "",
      "m",
      "management_api.",
      "management_api.user_",
      "console.user_created",
      "console.user_created2",
      "c",
      "zzz",
      "%",
      "_",
      "\u{10ffff}",
    );
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          action: optional(prefix),
          userId: optional(fc.constantFrom(1, 2, 99)),
          since: optional(fc.constantFrom(start, start + 7_000, start + 7_001, start + 60_000)),
          limit: fc.integer({ min: 1, max: 70 }),
          page: fc.integer({ min: 1, max: 4 }),
        }),
        async ({ since, ...query }) => {
          const matching = log.filter(
            ({ action, userId, at }) =>
              action.startsWith(query.action ?? "") &&
              (query.userId === undefined || userId === query.userId) &&
              at >= (since ?? 0),
          );
          const answer = await test.run(1, listAuditEvents, {
            ...query,
            ...(since !== undefined && { since: new Date(since).toISOString() }),
          });
          expect(ids(answer.events)).toEqual(
            ids(matching.slice((query.page - 1) * query.limit, query.page * query.limit)),
          );
          expect(answer).toMatchObject({
            totalCount: matching.length,
            totalPages: Math.ceil(matching.length / query.limit),
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    [{ page: 0 }, "page", "from 1"],
    [{ limit: 0 }, "limit", "1 to 200"],
    [{ limit: 201 }, "limit", "1 to 200"],
    [{ since: "yesterday" }, "since", "2026-"],
    [{ since: "0000-01-01T00:00:00Z" }, "since", "year 1"],
    [{ since: "2026-02-30T00:00:00Z" }, "since", "2026-"],
    [{ userId: 0 }, "userId", ""],
    [{ action: "a".repeat(201) }, "action", "200"],
  ])("refuses %j and names the limits", async (input, field, bounds) => {
    await expect(test.run(1, listAuditEvents, input)).rejects.toMatchObject({
      ...refusal(400, field),
      message: expect.stringContaining(bounds) as string,
    });
  });

  it("accepts a time with any offset, inclusive", async () => {
    const at = new Date(log[0]!.at);
    const shifted = new Date(at.getTime() + 3_600_000).toISOString().replace("Z", "+01:00");
    expect(await test.run(1, listAuditEvents, { since: shifted })).toMatchObject({ totalCount: 3 });
  });

  it("pages by cursor in the console under every filter", async () => {
    const walk = async (query: object) => {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page: { events: { id: number }[]; nextCursor: string | null } = await test.run(
          1,
          listAuditPage,
          { ...query, limit: 4, ...(cursor && { cursor }) },
        );
        seen.push(...ids(page.events));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return seen;
    };
    type Entry = (typeof log)[0];
    const cases: [object, (event: Entry) => boolean][] = [
      [{}, () => true],
      [{ channel: "console" }, ({ action }) => action.startsWith("console.")],
      [{ action: "user_created" }, ({ action }) => action.endsWith(".user_created")],
      [{ channel: "console", action: "user_" }, ({ action }) => action === "console.user_created"],
      [{ action: "management_api.user_u" }, ({ action }) => action === "management_api.user_updated"],
      [{ actor: "2" }, ({ userId }) => userId === 2],
      [
        { actor: "2", channel: "account" },
        ({ userId, action }) => userId === 2 && action.startsWith("account."),
      ],
      [{ target: "user:3" }, ({ target }) => target === "user:3"],
      [
        { target: "user:3", actor: "4", action: "user" },
        ({ target, userId, action }) => target === "user:3" && userId === 4 && action.includes(".user"),
      ],
      [
        { since: new Date(start + 3_000).toISOString(), until: new Date(start + 9_000).toISOString() },
        ({ at }) => at >= start + 3_000 && at < start + 9_000,
      ],
      [{ actor: "nobody@example.com" }, () => false],
      [{ channel: "scim" }, () => false],
    ];
    for (const [query, keep] of cases)
      expect(await walk(query), JSON.stringify(query)).toEqual(ids(log.filter(keep)));
    await expect(test.run(1, listAuditPage, { cursor: "x" })).rejects.toMatchObject(refusal(400, "cursor"));
    await expect(test.run(1, listAuditPage, { channel: "x" })).rejects.toMatchObject(refusal(400, "channel"));
  });

  it("finds an actor by address and by client id", async () => {
    const person = await aUser(test, 5, { email: "Ann@example.com" });
    const robot = await aServiceAccount(test, 5);
    const credential = await aCredential(test, 5, { serviceAccountId: robot.id });
    for (const { id } of [person, robot]) {
      await test.database.sql.unsafe(
        `insert into audit_events (tenant_id, action, target, user_id) values (5, 'console.x', 'user:1', ${id})`,
      );
    }
    expect((await test.run(5, listAuditPage, { actor: "ann@EXAMPLE.com" })).events).toMatchObject([
      { userId: person.id },
    ]);
    expect((await test.run(5, listAuditPage, { actor: credential.clientId })).events).toMatchObject([
      { userId: robot.id },
    ]);
  });

  it("counts exactly up to 10,000, and above that reports only that there are more", async () => {
    await test.database.sql.unsafe(
      "insert into audit_events (tenant_id, action, target) select 6, 'console.x', 'user:1' from generate_series(1, 10001)",
    );
    for (const query of [{}, { action: "console." }])
      expect(await test.run(6, listAuditEvents, query)).toMatchObject({ totalCount: 10_001 });
    await test.database.sql.unsafe(
      "insert into audit_events (tenant_id, action, target) select 6, 'console.y', 'user:1' from generate_series(1, 100)",
    );
    for (const query of [{}, { action: "console." }]) {
      expect(await test.run(6, listAuditEvents, query)).toMatchObject({
        totalCount: 10_001,
        totalPages: 201,
      });
      const beyond = await test.run(6, listAuditEvents, { ...query, page: 202 });
      expect(beyond.events).toHaveLength(50);
    }
  });
});
