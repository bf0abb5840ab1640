import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { credentialFor, requestsOfEachEndpoint } from "@/server/testing/requests";
import { turnsOfLoop } from "@/server/testing/work";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { endpointGroups } from "./endpoints";

/*
 * Compares the number of SQL statements of each endpoint with statements.json. A difference shows an added query per row or a
 * duplicate look-up. Each number includes the bearer check (1) and the start and end of the transaction (2). `npx vitest run
 * http/statements -u` writes the file.
 */

describe.each(databaseKinds)("statements on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());

  it("sends the expected number for each endpoint", async () => {
    const requests = await requestsOfEachEndpoint(server);
    const names = endpointGroups.flatMap(({ endpoints }) => endpoints.map(({ operation }) => operation.name));
    expect(Object.keys(requests).sort(), "a request for every endpoint").toEqual([...names].sort());

    const counted: Record<string, number> = {};
    for (const [name, [method, path, body]] of Object.entries(requests)) {
      const credential = credentialFor(server, path);
      // A read expects as many statements as the last one of its kind (store/transaction.ts), which another file may have sent.
      if (method === "GET") await server.call(credential, method, `/api/v1${path}`);
      await server.token(credential);
      // Waits for background work, such as the last use of a credential and the outbox.
      do await turnsOfLoop(100);
      while (server.database.takeStatements().length > 0);
      const answer = await server.call(credential, method, `/api/v1${path}`, body);
      expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      const own = server.database
        .takeStatements()
        .filter(
          (statement) =>
            !/credential_usage|limit_counters/.test(statement) &&
            (!/outbox_events|last_used_at|platform_settings|signing_keys|'powered-by'|pg_catalog/.test(
              statement,
            ) ||
              /^(insert|with event as)/.test(statement)),
        )
        // Counts the look-up of the credential once. A command reads its credential again if it takes long, for example on a
        // busy machine (kernel/operation/standing.ts).
        .filter(
          (statement, index, all) => !/"credentials"/.test(statement) || all.indexOf(statement) === index,
        );
      counted[name] = own.length;
    }
    const sorted = Object.fromEntries(
      Object.entries(counted).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
    await expect(`${JSON.stringify(sorted, null, 2)}\n`).toMatchFileSnapshot("./statements.json");
  }, 60_000);
});
