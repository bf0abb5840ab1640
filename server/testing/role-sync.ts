import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { readFeed } from "@/server/domain/role-sync/connectors";
import { configureSource, createSource, listRuns } from "@/server/domain/role-sync/sources";
import { createExecute } from "@/server/kernel/operation/execute";
import { createGuardedFetch } from "@/server/ports/guarded-fetch";
import { startRoleSyncRunner } from "@/server/domain/role-sync/worker";
import type { Database } from "@/server/store/database";
import { tenantActor, testOperations, type TestOperations } from "./operations";

const SWITCHES = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

/**
 * Registers hooks of a suite: a database, a feed with a scripted answer, and for each test an organization and a running runner.
 * `/switch` and `/drip` of the feed never end their answers.
 */
export function roleSyncScene(kind: Database["kind"]) {
  let feed: Server;
  let sources = 0;
  let stop: () => Promise<void> = () => Promise.resolve();
  const scene = {
    test: undefined as unknown as TestOperations,
    /** The current organization. */
    tenant: 0,
    url: "",
    answer: { status: 200, body: "" } as { status: number; body: string; authorization?: string | undefined },
    organization: async () => {
      scene.tenant += 1;
      await scene.test.database
        .sql`insert into tenants (id, slug) values (${scene.tenant}, ${`tenant${scene.tenant}`})`;
    },
    source: async (settings: object = {}, secret?: string) => {
      const { test, tenant, url } = scene;
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
    },
    /** Waits for this number of completed runs. Returns the newest run. */
    runs: async (sourceId: number, count: number) => {
      const all = () => scene.test.run(scene.tenant, listRuns, { sourceId });
      await expect
        .poll(async () => (await all()).filter(({ status }) => status !== "running").length)
        .toBe(count);
      return (await all())[0]!;
    },
  };
  beforeAll(async () => {
    scene.test = await testOperations(kind);
    feed = createServer((request, response) => {
      if (request.url === "/switch") return void response.socket!.write(SWITCHES);
      if (request.url === "/drip") {
        response.writeHead(200).write("e");
        const drip = setInterval(() => response.write("x"), 100);
        return void response.on("close", () => clearInterval(drip));
      }
      scene.answer.authorization = request.headers.authorization;
      response.writeHead(scene.answer.status).end(scene.answer.body);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => feed.once("listening", resolve));
    scene.url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/feed`;
  });
  afterAll(async () => {
    feed.close();
    await scene.test.close();
  });
  beforeEach(async () => {
    const { test } = scene;
    await scene.organization();
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
  return scene;
}
