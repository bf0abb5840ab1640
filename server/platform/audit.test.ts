import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeCursor } from "@/server/kernel/operation/cursor";
import { platformActor, refusal, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import {
  findPlatformAuditEvents,
  getPlatformAuditEvent,
  listPlatformAuditEvents,
  listPlatformEventNames,
} from "./audit";

describe.each(databaseKinds)("the platform's audit log on %s", (kind) => {
  let test: TestOperations;
  beforeAll(async () => {
    test = await testOperations(kind);
    // Four actions in turn and two events in each second, so that the order must be by time and then by id.
    await test.database.sql`
      insert into platform_audit_events (at, action, target)
      select timestamptz '2026-01-01T00:00:00Z' + (n / 2) * interval '1 second',
        (array['platform_api.tenant_created', 'platform_api.tenant_search', 'console.tenant_created', 'consolex.other'])[1 + n % 4],
        'tenant:' || n
      from generate_series(0, 99) n`;
  });
  afterAll(() => test.close());

  const page = (input: object) => test.run(platformActor(), listPlatformAuditEvents, input);
  const targets = async (input: object) =>
    (await page({ limit: 200, ...input })).events.map(({ target }) => Number(target.split(":")[1]));
  const all = Array.from({ length: 100 }, (_, index) => 99 - index);

  it("has labels in the language of the reader", async () => {
    const german = { locale: "de" } as const;
    const { events } = await test.run(platformActor(), listPlatformAuditEvents, { limit: 1 }, german);
    const label = "Organisation angelegt";
    expect(events).toMatchObject([{ label: "Other" }]);
    expect(await test.run(platformActor(), listPlatformEventNames, {}, german)).toContainEqual({
      event: "tenant_created",
      label,
      description: "Eine Organisation wurde angelegt.",
    });
    const created = await test.run(
      platformActor(),
      listPlatformAuditEvents,
      { action: "tenant_created", limit: 1 },
      german,
    );
    expect(created.events).toMatchObject([{ label }]);
  });

  it("is read newest first", async () => expect(await targets({})).toEqual(all));

  it.each([
    ["an exact action", { action: "platform_api.tenant_search" }, [1]],
    ["a prefix of several actions", { action: "platform_api." }, [0, 1]],
    ["a prefix that ends in the middle of a word", { action: "console" }, [2, 3]],
    ["a channel, which is a whole word", { channel: "console" }, [2]],
    ["a channel and the start of the event", { channel: "platform_api", action: "tenant_c" }, [0]],
    ["the event, through any channel", { action: "tenant_created" }, [0, 2]],
    ["the start of the event", { action: "tenant_" }, [0, 1, 2]],
    ["a channel and the whole action", { channel: "console", action: "console.tenant_created" }, [2]],
    ["a channel and another's action", { channel: "console", action: "platform_api." }, []],
    ["a prefix that nothing has", { action: "scim." }, []],
    ["characters that LIKE would take for others", { action: "platform%" }, []],
  ])("is filtered by %s", async (_case, filter, kinds) => {
    expect(await targets(filter)).toEqual(all.filter((n) => kinds.includes(n % 4)));
  });

  it("starts at a time, inclusive", async () => {
    const since = "2026-01-01T00:00:40Z";
    expect(await targets({ since })).toEqual(all.filter((n) => n >= 80));
    expect(await targets({ since, channel: "console" })).toEqual(all.filter((n) => n >= 80 && n % 4 === 2));
  });

  it.each([{}, { action: "platform_api." }, { action: "console", since: "2026-01-01T00:00:10Z" }])(
    "is paged without gaps or repeats with %j",
    async (filter) => {
      const seen: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const { events, nextCursor } = await page({ ...filter, limit: 7, ...(cursor && { cursor }) });
        seen.push(...events.map(({ target }) => Number(target.split(":")[1])));
        cursor = nextCursor;
      }
      expect(seen).toEqual(await targets(filter));
    },
  );

  it("refuses values out of bounds, and cursors of other lists", async () => {
    await expect(page({ limit: 0 })).rejects.toMatchObject(refusal(400, "limit"));
    await expect(page({ limit: 201 })).rejects.toMatchObject(refusal(400, "limit"));
    await expect(page({ channel: "fax" })).rejects.toMatchObject(refusal(400, "channel"));
    await expect(page({ since: "yesterday" })).rejects.toMatchObject(refusal(400, "since"));
    await expect(page({ cursor: "x" })).rejects.toMatchObject(refusal(400, "cursor"));
    await expect(page({ cursor: encodeCursor(["a", 1]) })).rejects.toMatchObject(refusal(400, "cursor"));
  });

  it("requires the capability to read it", async () => {
    await expect(
      test.run(platformActor(new Set(["SearchTenants"])), listPlatformAuditEvents, {}),
    ).rejects.toMatchObject(refusal(403));
    await expect(test.run(1, listPlatformAuditEvents, {})).rejects.toMatchObject(refusal(403));
  });

  it("is filtered by a target, alone and with an action", async () => {
    expect(await targets({ target: "tenant:41" })).toEqual([41]);
    expect(await targets({ target: "tenant:4711" })).toEqual([]);
    expect(await targets({ target: "tenant:41", action: "platform_api.tenant_search" })).toEqual([41]);
    expect(await targets({ target: "tenant:41", action: "platform_api.tenant_created" })).toEqual([]);
  });

  it("returns one event, and finds events by the name of actor or target", async () => {
    const [row] = await test.database.sql<{ id: string }[]>`
      insert into platform_audit_events (at, action, target, target_label, actor_label, user_email)
      values ('2025-01-01T00:00:00Z', 'console.tenant_status_changed', 'tenant:500', 'Crane & Co', 'Ada', 'ada@example.com')
      returning id`;
    const id = Number(row!.id);
    const find = async (text: string) =>
      (await test.run(platformActor(), findPlatformAuditEvents, { text })).map((event) => event.id);
    expect(await find("crane ADA")).toEqual([id]);
    expect(await find("ada@example")).toEqual([id]);
    expect(await find("nobody")).toEqual([]);
    expect(await find("  ")).toEqual([]);
    expect(await test.run(platformActor(), getPlatformAuditEvent, { id })).toMatchObject({
      id,
      target: "tenant:500",
    });
    await expect(test.run(platformActor(), getPlatformAuditEvent, { id: id + 1 })).rejects.toMatchObject(
      refusal(404),
    );
  });
});
