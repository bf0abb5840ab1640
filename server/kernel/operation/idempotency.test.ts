import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRole, listRoles } from "@/server/domain/roles/roles";
import { openDatabase, type Database } from "@/server/store/database";
import { createStores } from "@/server/store/stores";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import type { AppError } from "../errors";
import { requestRefusals } from "../refusals";
import { createExecute, type Execute } from "./execute";
import { alone, type RunningRequests } from "./idempotency";

const TENANT = 1;

/** Creates an event for which a test can wait. */
function happening() {
  let happen = () => {};
  const event = new Promise<void>((resolve) => (happen = resolve));
  return { event, happen };
}

describe.each(databaseKinds)("an Idempotency-Key at three instances at once on %s", (kind) => {
  let test: TestOperations;
  let databases: Database[];
  let instances: Execute[];
  beforeAll(async () => {
    test = await testOperations(kind);
    const { url } = test.database;
    databases = await Promise.all(
      Array.from({ length: 3 }, async () =>
        url === undefined ? test.database : openDatabase({ url, directory: null, poolSize: 4 }),
      ),
    );
    instances = databases.map((database) => createExecute(createStores(database), test.ports));
  });
  afterAll(async () => {
    for (const database of databases) if (database !== test.database) await database.close();
    await test.close();
  });

  const named = async (name: string) =>
    (await instances[0]!(tenantActor(TENANT), listRoles, {})).filter((role) => role.name.startsWith(name));

  it("runs the request once, and gives the other requests the same answer", async () => {
    for (let round = 0; round < 20; round++) {
      const options = { idempotency: { key: `key-${round}`, fingerprint: "same" } };
      const sent = Array.from({ length: 6 }, (_, at) =>
        instances[at % 3]!(tenantActor(TENANT), createRole, { name: `Once ${round}` }, options),
      );
      const answers = await Promise.all(sent);
      expect(new Set(answers.map(({ roleId }) => roleId)).size).toBe(1);
    }
    expect(await named("Once ")).toHaveLength(20);
  });

  // The embedded database has one instance.
  it.runIf(kind === "postgres")(
    "lets a request wait while another instance runs the first, and gives it the answer of the first",
    async () => {
      const [running, askedAgain, released] = [happening(), happening(), happening()];
      const slowly: typeof createRole = {
        ...createRole,
        run: async () => {
          running.happen();
          await released.event;
          return { roleId: 1, name: "Slow", description: null };
        },
      };
      // Each attempt of the other instance asks for the store once. The second attempt begins after the database has refused the
      // first.
      let asked = 0;
      const stores = createStores(databases[1]!);
      const tenant: typeof stores.tenant = (...of) => {
        if ((asked += 1) === 2) askedAgain.happen();
        return stores.tenant(...of);
      };
      const other = createExecute({ ...stores, tenant }, test.ports);
      let replays = 0;
      const send = (instance: Execute) =>
        instance(
          tenantActor(TENANT),
          slowly,
          { name: "Slow" },
          { idempotency: { key: "slow", fingerprint: "same" }, onReplay: () => (replays += 1) },
        );
      const first = send(instances[0]!);
      await running.event;
      const second = send(other);
      await askedAgain.event;
      released.happen();
      expect(await second).toEqual(await first);
      expect(replays).toBe(1);
    },
  );

  it("runs a waiting request if the first one is refused", async () => {
    const idempotency = { key: "refused", fingerprint: "same" };
    const [first, second] = await Promise.allSettled([
      instances[0]!(tenantActor(TENANT), createRole, { name: "" }, { idempotency }),
      instances[0]!(tenantActor(TENANT), createRole, { name: "Second" }, { idempotency }),
    ]);
    expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
    expect(await named("Second")).toHaveLength(1);
  });

  it("refuses a waiting request of another body after the first has ended", async () => {
    const send = (at: number, name: string) =>
      instances[at]!(
        tenantActor(TENANT),
        createRole,
        { name },
        { idempotency: { key: "bodies", fingerprint: name } },
      );
    const outcomes = await Promise.allSettled([send(0, "Body A"), send(1, "Body B"), send(0, "Body C")]);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused.map(({ reason }) => (reason as AppError).reason.code)).toEqual([
      "request.idempotency_key_reused",
      "request.idempotency_key_reused",
    ]);
    expect(await named("Body ")).toHaveLength(1);
  });
});

describe("a request with an Idempotency-Key that is in use", () => {
  const actor = tenantActor(TENANT);
  const key = { key: "in use", fingerprint: "same" };
  const stillRunning = { reason: { code: "request.still_running" }, details: { retryAfter: 1 } };

  it("gets 409 with Retry-After if the first request runs for too long", async () => {
    const running: RunningRequests = new Map();
    let end = () => {};
    const first = alone(running, actor, key, () => new Promise<void>((resolve) => (end = resolve)));
    const work = () => Promise.resolve("second");
    await expect(alone(running, actor, key, work, 20)).rejects.toMatchObject(stillRunning);
    end();
    await first;
    expect(await alone(running, actor, key, work, 20)).toBe("second");
    expect(running.size).toBe(0);
  });

  it("gets 409 with Retry-After if the first request runs for too long in another instance", async () => {
    let asked = 0;
    const work = () => {
      asked++;
      return Promise.reject(requestRefusals.still_running({ retryAfter: 1 }));
    };
    await expect(alone(new Map(), actor, key, work, 100)).rejects.toMatchObject(stillRunning);
    expect(asked).toBeGreaterThan(1);
  });

  it("does not wait for requests of other actors", async () => {
    const running: RunningRequests = new Map();
    let end = () => {};
    const first = alone(running, actor, key, () => new Promise<void>((resolve) => (end = resolve)));
    expect(await alone(running, tenantActor(TENANT + 1), key, () => Promise.resolve(1), 20)).toBe(1);
    end();
    await first;
  });
});
