import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readFeed } from "@/server/domain/role-sync/connectors";
import { grantRole } from "@/server/domain/roles/grants";
import {
  configureSource,
  createSource,
  deleteSource,
  listRuns,
  listSourceStates,
  runSourceNow,
} from "@/server/domain/role-sync/sources";
import { createExecute } from "@/server/kernel/operation/execute";
import { createGuardedFetch } from "@/server/ports/guarded-fetch";
import { aRole, aUser } from "@/server/testing/factories";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { startRoleSyncRunner } from "./runner";

const SWITCHES = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

describe.each(databaseKinds)("role sync on %s", (kind) => {
  let test: TestOperations;
  let feed: Server;
  let answer: { status: number; body: string; authorization?: string | undefined } = {
    status: 200,
    body: "",
  };
  let url = "";
  let tenant = 0;
  let sources = 0;
  let stop: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    test = await testOperations(kind);
    feed = createServer((request, response) => {
      if (request.url === "/switch") return void response.socket!.write(SWITCHES);
      if (request.url === "/drip") {
        response.writeHead(200).write("e");
        const drip = setInterval(() => response.write("x"), 100);
        return void response.on("close", () => clearInterval(drip));
      }
      answer.authorization = request.headers.authorization;
      response.writeHead(answer.status).end(answer.body);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => feed.once("listening", resolve));
    url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/feed`;
  });
  afterAll(async () => {
    feed.close();
    await test.close();
  });
  beforeEach(async () => {
    tenant += 1;
    await test.database.sql`insert into tenants (id, slug) values (${tenant}, ${`tenant${tenant}`})`;
    test.clock.now = new Date();
    ({ stop } = startRoleSyncRunner({
      database: test.database,
      stores: test.stores,
      ports: test.ports,
      execute: createExecute(test.stores, test.ports),
      fetch: createGuardedFetch({ allowPrivate: true, timeoutMs: 2_000, maxBytes: 10_000 }),
      readFeed: async (text, settings) => readFeed(text, settings),
      actor: (tenantId) => ({ ...tenantActor(tenantId), channel: "system" }),
      log: pino({ level: "silent" }),
    }));
  });
  afterEach(() => stop());

  async function source(settings: object = {}, secret?: string) {
    const { sourceId } = await test.run(tenant, createSource, {
      name: `Payroll ${(sources += 1)}`,
      connectorName: "DirectoryFeed",
    });
    await test.run(tenant, configureSource, {
      sourceId,
      settings: { url, format: "csv", ...settings },
      secret,
    });
    return sourceId;
  }
  const runs = (sourceId: number, count: number) =>
    expect
      .poll(
        async () =>
          (await test.run(tenant, listRuns, { sourceId })).filter(({ status }) => status !== "running")
            .length,
        { timeout: 8_000 },
      )
      .toBe(count)
      .then(async () => (await test.run(tenant, listRuns, { sourceId }))[0]!);
  const holders = async () =>
    (await test.write(tenant, (tx) => tx.roleGrants.list()))
      .map(({ userId, roleId }) => `${userId} ${roleId}`)
      .sort();

  it("grants and revokes roles according to the feed, and keeps manual grants", async () => {
    const [ann, ben] = [
      await aUser(test, tenant, { email: "Ann@example.com" }),
      await aUser(test, tenant, { externalId: "E-7" }),
    ];
    const [clerk, boss] = [
      await aRole(test, tenant, { name: "Clerk" }),
      await aRole(test, tenant, { name: "Boss" }),
    ];
    await test.run(tenant, grantRole, { userId: ben.id, roleId: boss.id });
    answer = {
      status: 200,
      body: "email,role\nann@example.com,clerk\nE-7,Clerk\nnobody@example.com,Clerk\nE-7,Pope\n",
    };
    const sourceId = await source({}, "feed-secret");
    const first = await runs(sourceId, 1);
    expect(first).toMatchObject({
      status: "succeeded",
      counts: { rows: 4, added: 2, removed: 0, unknownPeople: 1, unknownRoles: 1 },
      errors: ["There is no role Pope.", "Nobody is known as nobody@example.com."],
    });
    expect(answer.authorization).toBe("Bearer feed-secret");
    expect(await holders()).toEqual(
      [`${ann.id} ${clerk.id}`, `${ben.id} ${clerk.id}`, `${ben.id} ${boss.id}`].sort(),
    );
    const [inGerman] = await test.run(tenant, listRuns, { sourceId }, { locale: "de" });
    expect(inGerman!.errors).toContain("Eine Rolle Pope gibt es nicht.");
    answer = { status: 200, body: "email,role\nann@example.com,Clerk\n" };
    await test.run(tenant, runSourceNow, { sourceId });
    expect(first.trigger).toBe("schedule");
    expect(await runs(sourceId, 2)).toMatchObject({ trigger: "console", counts: { added: 0, removed: 1 } });
    expect(await holders()).toEqual([`${ann.id} ${clerk.id}`, `${ben.id} ${boss.id}`].sort());
    expect((await test.events(tenant)).map(({ action }) => action)).toContain("system.role_sync_completed");
    await test.run(tenant, deleteSource, { sourceId });
    expect(await holders()).toHaveLength(2);
  });

  it("prefers a mapped name to a role of the same name", async () => {
    const ann = await aUser(test, tenant, { email: "ann@example.com" });
    const [clerk, boss] = [
      await aRole(test, tenant, { name: "Clerk" }),
      await aRole(test, tenant, { name: "Boss" }),
    ];
    answer = { status: 200, body: "email,role\nann@example.com,grp-42\nann@example.com,clerk\n" };
    const mapping = [
      { feedRole: "GRP-42", roleId: clerk.id },
      { feedRole: "Clerk", roleId: boss.id },
    ];
    const sourceId = await source({ mapping });
    expect(await runs(sourceId, 1)).toMatchObject({ counts: { added: 2, unknownRoles: 0 } });
    expect(await holders()).toEqual([`${ann.id} ${clerk.id}`, `${ann.id} ${boss.id}`].sort());
    expect(await test.run(tenant, listSourceStates, {})).toMatchObject([
      { sourceId, configured: true, targetAppName: null, lastRun: { status: "succeeded" } },
    ]);
    await expect(
      test.run(tenant, configureSource, {
        sourceId,
        settings: { url, format: "csv", mapping: [...mapping, { feedRole: "clerk", roleId: clerk.id }] },
      }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it("changes nothing if the feed is broken or would remove most grants", async () => {
    const clerk = await aRole(test, tenant, { name: "Clerk" });
    const people = await Promise.all(Array.from({ length: 12 }, () => aUser(test, tenant)));
    answer = {
      status: 200,
      body: JSON.stringify(people.map(({ email }) => ({ mail: email, group: "Clerk" }))),
    };
    const sourceId = await source({ format: "json", personField: "mail", roleField: "group" });
    expect(await runs(sourceId, 1)).toMatchObject({ counts: { added: 12 } });
    for (const [index, [status, body, said]] of (
      [
        [500, "", /answered 500/],
        [200, "not json", /not valid JSON/],
        [200, '[{"mail":"a@example.com"}]', /no group/],
        [200, "[]", /would take 12 of 12/],
        [200, "x".repeat(20_000), /more than/],
      ] as const
    ).entries()) {
      answer = { status, body };
      await test.run(tenant, runSourceNow, { sourceId });
      const run = await runs(sourceId, index + 2);
      expect(run.status).toBe("failed");
      expect(run.errors[0]).toMatch(said);
    }
    expect(await holders()).toHaveLength(12);
    expect((await holders())[0]).toContain(String(clerk.id));
  });

  it.each(["switch", "drip"])(
    "starvation: a tenant's run does not wait for three sources of another tenant that answer by /%s",
    async (path) => {
      const bystander = tenant;
      answer = { status: 200, body: "email,role\n" };
      const sourceId = await source();
      await runs(sourceId, 1);
      tenant += 1;
      await test.database.sql`insert into tenants (id, slug) values (${tenant}, ${`tenant${tenant}`})`;
      const slow = url.replace("feed", path);
      const hostile = [await source({ url: slow }), await source({ url: slow }), await source({ url: slow })];
      const begun = async () => (await test.run(tenant, listRuns, { sourceId: hostile[0]! })).length;
      await expect.poll(begun).toBe(1);
      const started = performance.now();
      await test.run(bystander, runSourceNow, { sourceId });
      await expect
        .poll(async () => {
          const [last] = await test.run(bystander, listRuns, { sourceId });
          return [last?.trigger, last?.status];
        })
        .toEqual(["console", "succeeded"]);
      expect(performance.now() - started).toBeLessThan(1_500);
      for (const one of hostile) expect((await runs(one, 1)).status).toBe("failed");
    },
  );
});
