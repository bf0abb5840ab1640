import { once } from "node:events";
import http from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { endpointGroups } from "./endpoints";
import { planInput } from "./input";

describe.each(databaseKinds)("bodies on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  const agent = new http.Agent({ keepAlive: true });
  afterAll(() => {
    agent.destroy();
    return server.close();
  });
  const acme = () => server.seed.tenants[0].credential;

  const changes = endpointGroups.flatMap(({ prefix, endpoints }) =>
    endpoints.flatMap((endpoint) => {
      const { needsBody } = planInput(endpoint);
      return needsBody ? [[endpoint.method, prefix + endpoint.path] as const] : [];
    }),
  );
  it.each(changes)("%s %s requires a body", async (method, path) => {
    const { seed } = server;
    const by = path.startsWith("/api/v1/tenants") ? seed.platform.credential : acme();
    const answer = await server.call(by, method, path.replace(/\{\w+\}/g, "1"));
    expect(answer).toMatchObject({
      status: 400,
      body: { error_description: expect.stringMatching(/^The body/) as string },
    });
  });

  it("accepts a decision without a body, because its note is optional", async () => {
    const [requestId] = server.seed.fixtures.mfaResetRequestIds;
    expect(await server.call(acme(), "POST", `/api/v1/mfa-resets/${requestId!}/approve`)).toMatchObject({
      status: 200,
    });
  });

  it.each([
    ["that says its length", { "content-length": "2000000" }, 1_000, 413],
    ["in chunks", { "transfer-encoding": "chunked" }, 100_000, 413],
    ["in chunks that is none too large", { "transfer-encoding": "chunked" }, 100, 401],
  ])("states the limit for a form at /token %s", async (_, framing, size, status) => {
    const { clientId } = acme();
    // A body that is too large never ends here, because the server does not read the rest of it.
    const request = http.request(`${server.url}/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...framing },
      agent,
    });
    request.write(`grant_type=client_credentials&client_id=${clientId}&client_secret=${"x".repeat(size)}`);
    if (status !== 413) request.end();
    const [answer] = (await once(request, "response")) as [http.IncomingMessage];
    const error = status === 413 ? "invalid_request" : "invalid_client";
    expect({ status: answer.statusCode, body: await json(answer) }).toMatchObject({
      status,
      body: { error },
    });
    expect(answer.headers.connection).toBe(status === 413 ? "close" : "keep-alive");
    request.destroy();
  });
});
