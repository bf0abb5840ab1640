import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  fieldsOf,
  hostile,
  hostileRequests,
  hostileSegments,
  noBodies,
  takesBody,
} from "@/server/testing/hostile-requests";
import { requestsOfEachEndpoint, type ExampleRequest } from "@/server/testing/requests";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { endpointGroups } from "./endpoints";

/* A sample of fuzz.long.test.ts, the same in each run. */

describe.each(databaseKinds)("hostile input on %s", (kind) => {
  let server: TestServer;
  let attack: ReturnType<typeof hostileRequests>;
  let requests: Record<string, ExampleRequest>;
  beforeAll(async () => {
    server = await startTestServer(kind);
    attack = hostileRequests(server);
    requests = await requestsOfEachEndpoint(server);
  }, 120_000);
  afterAll(() => server.close());

  const all = endpointGroups.flatMap(({ endpoints }) => endpoints);
  const sampled = { seed: 1, numRuns: 25 };

  it("refuses or accepts hostile values in a sample of fields and bodies", async () => {
    const fields = all.flatMap((endpoint) =>
      fieldsOf(endpoint).map((field) => [endpoint.operation.name, field] as const),
    );
    const value = fc.oneof(fc.constantFrom(...hostile), fc.json({ maxDepth: 3 }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), value, async ([name, field], json) => {
        await attack.withField(requests[name]!, field, json);
      }),
      sampled,
    );
    const [method, path] = Object.values(requests).find(([verb]) => takesBody(verb))!;
    for (const body of noBodies) await attack.send(method, path, body);
  });

  it("refuses a sample of hostile segments in paths", async () => {
    const isId = (segment: string) => /^\d+$/.test(segment);
    const paths = Object.values(requests).flatMap(([method, path, body]) => {
      const segments = path.split("?")[0]!.split("/");
      const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
      return segments.flatMap((segment, at) => (isId(segment) ? [{ method, segments, at, text }] : []));
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.constantFrom(...hostileSegments), async (one, value) => {
        const { method, segments, at, text } = one;
        const answer = await attack.send(method, segments.with(at, value).join("/"), text);
        expect(answer.status, value).toBeGreaterThanOrEqual(400);
      }),
      sampled,
    );
  });
});
