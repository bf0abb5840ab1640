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

/*
 * Sends hostile values in every field, parameter and path of every endpoint. Also sends bodies that are not objects. No answer
 * has a status of 500 or higher. No answer takes more than two seconds. A refusal records no event.
 */

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

  const inTime = async <T>(work: Promise<T>) => {
    const started = performance.now();
    const answer = await work;
    expect(performance.now() - started).toBeLessThan(2000);
    return answer;
  };
  const send = (...request: Parameters<typeof attack.send>) => inTime(attack.send(...request));
  const withField = (...request: Parameters<typeof attack.withField>) => inTime(attack.withField(...request));

  describe.each(
    endpointGroups.flatMap(({ endpoints }) =>
      endpoints.map((endpoint) => ({ name: endpoint.operation.name, endpoint })),
    ),
  )("$name", ({ name, endpoint }) => {
    it("refuses or accepts them in every field", async () => {
      const request = requests[name]!;
      const [method, path] = request;
      for (const field of fieldsOf(endpoint))
        for (const value of hostile) await withField(request, field, value);
      for (const field of ["__proto__", "unknown", "tenantId"]) await withField(request, field, '"x"');
      if (takesBody(method)) for (const body of noBodies) await send(method, path, body);
    }, 120_000);

    it("refuses or accepts them in its path", async () => {
      const [method, path, body] = requests[name]!;
      const segments = path.split("?")[0]!.split("/");
      for (const [at, segment] of segments.entries()) {
        if (!/^\d+$/.test(segment)) continue;
        for (const value of hostileSegments) {
          const answer = await send(
            method,
            segments.with(at, value).join("/"),
            body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
          );
          expect(answer.status, value).toBeGreaterThanOrEqual(400);
        }
      }
    }, 120_000);
  });

  it("refuses or accepts any JSON in any field", async () => {
    const fields = endpointGroups
      .flatMap(({ endpoints }) => endpoints)
      .flatMap((endpoint) => fieldsOf(endpoint).map((field) => [endpoint.operation.name, field] as const));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), fc.json({ maxDepth: 3 }), async ([name, field], json) => {
        await withField(requests[name]!, field, json);
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
