import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRole, listRoles } from "@/server/domain/roles/roles";
import { openDatabase, type Database } from "@/server/store/database";
import { createStores } from "@/server/store/stores";
import { tenantActor, testOperations, type TestOperations } from "@/server/testing/operations";
import { databaseKinds } from "@/server/testing/stores";
import { AppError } from "../errors";
import { createExecute, type Execute } from "./execute";

const TENANT = 1;

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

  /**
   * Repeats a request until the request succeeds. Returns the id of the created role and the Retry-After of each refusal, in
   * seconds.
   */
  async function send(execute: Execute, key: string, name: string) {
    const waits: (number | undefined)[] = [];
    for (;;) {
      try {
        const idempotency = { key, fingerprint: name };
        const { roleId } = await execute(tenantActor(TENANT), createRole, { name }, { idempotency });
        return { roleId, waits };
      } catch (error) {
        if (!(error instanceof AppError) || error.reason.code !== "request.still_running") throw error;
        waits.push(error.details.retryAfter);
        await sleep(5);
      }
    }
  }

  it("runs the request once: other requests get 409 with Retry-After meanwhile, and then the same answer", async () => {
    const waits: (number | undefined)[] = [];
    for (let round = 0; round < 20; round++) {
      const sent = Array.from({ length: 6 }, (_, at) =>
        send(instances[at % 3]!, `key-${round}`, `Once ${round}`),
      );
      const answers = await Promise.all(sent);
      expect(new Set(answers.map(({ roleId }) => roleId)).size).toBe(1);
      waits.push(...answers.flatMap((answer) => answer.waits));
    }
    expect(new Set(waits)).toEqual(new Set([1]));
    const roles = await instances[0]!(tenantActor(TENANT), listRoles, {});
    expect(roles.filter(({ name }) => name.startsWith("Once "))).toHaveLength(20);
  });
});
