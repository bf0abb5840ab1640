import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRole } from "@/server/domain/roles/roles";
import { createExecute } from "@/server/kernel/operation/execute";
import { openDatabase, type Database } from "@/server/store/database";
import { createStores } from "@/server/store/stores";
import { tenantActor } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { webhookRig, type WebhookRig } from "@/server/testing/webhooks";

const INSTANCES = 3;
const EVENTS = 300;

const idsOf = ({ receiving }: WebhookRig, path = "/hook") =>
  receiving.got
    .filter((one) => one.path === path)
    .map(({ body }) => (JSON.parse(body) as { data: { id: number } }).data.id);

describe.each(databaseKinds)("the order of webhook deliveries of three instances on %s", (kind) => {
  let rig: WebhookRig;
  let instances: Database[];
  beforeAll(async () => {
    rig = await webhookRig(kind);
    const { url } = rig.test.database;
    instances = await Promise.all(
      Array.from({ length: INSTANCES }, async () =>
        url === undefined ? rig.test.database : openDatabase({ url, directory: null, poolSize: 8 }),
      ),
    );
  });
  afterAll(async () => {
    for (const instance of instances) if (instance !== rig.test.database) await instance.close();
    await rig.close();
  });
  beforeEach(() => rig.begin());
  afterEach(() => rig.reset());

  it("is the order of the events of each endpoint", async () => {
    const [one, two] = [await rig.endpoint(), await rig.endpoint("/other")];
    for (const database of instances) rig.start({ database });
    const executes = instances.map((database) => createExecute(createStores(database), rig.test.ports));
    let next = 0;
    const client = async (_: unknown, at: number) => {
      while (next < EVENTS) {
        const name = `Role ${next++}`;
        await executes[at % INSTANCES]!(tenantActor(rig.tenant), createRole, { name });
      }
    };
    await Promise.all(Array.from({ length: 9 }, client));
    for (const webhookId of [one, two]) await rig.settled(webhookId, EVENTS, 30_000);
    for (const path of ["/hook", "/other"]) {
      const ids = idsOf(rig, path);
      expect(ids).toHaveLength(EVENTS);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    }
  }, 60_000);

  it.runIf(kind === "postgres")(
    "has an event before newer events, even if its transaction ends after theirs",
    async () => {
      const webhookId = await rig.endpoint();
      // The clock stands still, so that the transaction is in progress for a short time on any machine.
      const looks = instances.map(() => 0);
      for (const [at, database] of instances.entries())
        rig.start({ database, now: () => ((looks[at]! += 1), 0) });
      const { sql } = rig.test.database;
      const { roleId } = await rig.role("Before");
      await rig.settled(webhookId, 1);
      await sql.begin(async (tx) => {
        await tx`
          with event as (
            insert into audit_events (tenant_id, action, target)
            values (${rig.tenant}, 'console.role_created', ${`role:${roleId}`}) returning tenant_id, id, at)
          insert into outbox_events (created_at, tenant_id, event_id, type, payload)
          select at, tenant_id, id, 'role_created', '{"targetLabel": "Late"}' from event`;
        await rig.role("Newer");
        // Each instance sees that newer events wait for a transaction.
        const before = [...looks];
        await expect.poll(() => looks.every((count, at) => count >= before[at]! + 2)).toBe(true);
        expect(await rig.deliveries(webhookId)).toHaveLength(1);
      });
      await rig.settled(webhookId, 3);
      expect(rig.receiving.labels("/hook")).toEqual(["Before", "Late", "Newer"]);
    },
  );

  it.runIf(kind === "postgres")(
    "does not wait longer than half a second for a transaction in progress",
    async () => {
      const webhookId = await rig.endpoint();
      let [now, looks] = [0, 0];
      rig.start({ database: instances[0]!, now: () => ((looks += 1), now) });
      await rig.test.database.sql.begin(async (tx) => {
        await tx`select pg_current_xact_id()`;
        await rig.role("Prompt");
        const before = looks;
        await expect.poll(() => looks).toBeGreaterThan(before + 2);
        now = 499;
        await expect.poll(() => looks).toBeGreaterThan(before + 4);
        expect(await rig.deliveries(webhookId)).toHaveLength(0);
        now = 500;
        await rig.settled(webhookId, 1);
      });
    },
  );
});
