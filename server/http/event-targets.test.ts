import { afterAll, beforeAll, expect, it } from "vitest";
import { eventDefinition } from "@/server/kernel/events";
import { credentialFor, requestsOfEachEndpoint } from "@/server/testing/requests";
import { startTestServer, type TestServer } from "@/server/testing/server";

/* Sends one request to each endpoint. Then compares the kinds of targets in the audit log with the registered kinds. */

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 120_000);
afterAll(() => server.close());

it("records the kind of target that the registry names", async () => {
  const requests = await requestsOfEachEndpoint(server);
  for (const [method, path, body] of Object.values(requests))
    await server.call(credentialFor(server, path), method, `/api/v1${path}`, body);
  const logged = await server.database.sql<{ event: string; kind: string }[]>`
    select distinct split_part(action, '.', 2) as event, split_part(target, ':', 1) as kind
    from (select action, target from audit_events union all select action, target from platform_audit_events) as log`;
  const known = logged.flatMap(({ event, kind }) => {
    const definition = eventDefinition(event);
    return definition ? [{ event, kind, declared: definition.target }] : [];
  });
  expect(known.length).toBeGreaterThan(60);
  expect(known.filter(({ kind, declared }) => kind !== declared)).toEqual([]);
}, 60_000);
