import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { listAuditEvents } from "./audit";
import { exportAuditEvents } from "./export";

const start = Date.parse("2026-01-01T00:00:00Z");
const moment = (seconds: number) => new Date(start + seconds * 1_000).toISOString();

describe.each(databaseKinds)("the export of the audit log on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => {
    test = await testOperations(kind);
    for (const tenant of [1, 2])
      await test.database.sql.unsafe(
        `insert into audit_events (tenant_id, at, action, target, user_id, target_label)
         select ${tenant}, timestamptz '${moment(0)}' + make_interval(secs => i / 3),
           case when i % 2 = 0 then 'console.user_created' else 'management_api.role_granted' end, 'user:' || i, 1 + i % 5, 'of ' || ${tenant}
         from generate_series(0, 2999) as i`,
      );
  });
  afterAll(() => test.close());
  async function exported(input: object, tenant = 1) {
    const pieces: string[] = [];
    for await (const piece of await test.run(tenant, exportAuditEvents, input)) pieces.push(piece);
    return { pieces, text: pieces.join("") };
  }
  const lines = (text: string) =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: number; action: string; at: string; userId: number });

  it("returns every event once, newest first like the list, in pieces", async () => {
    const until = moment(2_000);
    const { pieces, text } = await exported({ until });
    expect(pieces).toHaveLength(3);
    const events = lines(text);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3_000);
    const { events: listed } = await test.run(1, listAuditEvents, { limit: 50 });
    expect(events.slice(0, 40)).toEqual(listed.filter(({ at }) => at < until).slice(0, 40));
    expect(text).not.toContain("of 2");
  });

  it.each([
    [{ action: "console." }, (e: { action: string }) => e.action === "console.user_created", 1_500],
    [{ userId: 3 }, (e: { userId: number }) => e.userId === 3, 600],
    [{ userId: 3, action: "management_api.role" }, (e: { userId: number }) => e.userId === 3, 300],
    [{ since: moment(100), until: moment(200) }, () => true, 300],
    [{ action: "nothing." }, () => true, 0],
    [{ channel: "console", actor: "3" }, (e: { userId: number }) => e.userId === 3, 300],
    [{ action: "user_created" }, (e: { action: string }) => e.action === "console.user_created", 1_500],
    [{ target: "user:7" }, (e: { userId: number }) => e.userId === 3, 1],
    [{ actor: "nobody@acme.example" }, () => true, 0],
  ])("applies the filter %j", async (filter, fits, count) => {
    const events = lines((await exported({ until: moment(2_000), ...filter })).text);
    expect(events).toHaveLength(count);
    expect(events.every((event) => fits(event))).toBe(true);
  });

  it("writes CSV that parsers accept and spreadsheets do not execute", async () => {
    const hostile = ['=cmd|"/c calc"!A1', "-1+1", "@SUM(A1)", 'a, "b"\r\nc', "plain", ""];
    for (const label of hostile)
      await test.database.sql`
        insert into audit_events (tenant_id, action, target, target_label, changes)
        values (3, 'console.x', 'user:1', ${label}, '{"name": {"from": null, "to": "a,b"}}')`;
    const rows = parse<Record<string, string>>(
      (await exported({ format: "csv", action: "console." }, 3)).text,
      {
        columns: true,
      },
    );
    expect(rows.map(({ targetLabel }) => targetLabel)).toEqual(
      ['\'=cmd|"/c calc"!A1', "'-1+1", "'@SUM(A1)", 'a, "b"\r\nc', "plain", ""].reverse(),
    );
    expect(JSON.parse(rows[0]!["changes"]!)).toEqual({ name: { from: null, to: "a,b" } });
    expect((await exported({ format: "csv", action: "none" }, 3)).text).toMatch(/^id,action,target,.*\r\n$/);
  });

  it("is recorded in the log", async () => {
    await exported({}, 4);
    expect(await test.events(4)).toMatchObject([
      { action: "management_api.audit_log_exported", target: "setting:audit" },
    ]);
  });

  it.each([
    [{ format: "xml" }, "format"],
    [{ until: "tomorrow" }, "until"],
    [{ page: 2 }, "page"],
  ])("refuses %j", async (input, field) => {
    await expect(exported(input)).rejects.toMatchObject(refusal(400, field));
  });
});
