import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";

describe.each(databaseKinds)("the export of the audit log over HTTP on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());
  const exported = (query: string, capability = "ReadAuditLog") =>
    server.call<string>(
      server.seed.fixtures.capabilityCredentials[capability]!,
      "GET",
      `/api/v1/audit-events/export${query}`,
    );

  it.each([
    ["", "application/x-ndjson", "audit-events.ndjson", /^\{"id":\d+,"action":"/],
    ["?format=ndjson&action=management_api.", "application/x-ndjson", "audit-events.ndjson", /^(\{.*\}\n)*$/],
    ["?format=csv", "text/csv; charset=utf-8", "audit-events.csv", /^id,action,target,targetLabel,related,/],
  ])("answers %j as %s", async (query, type, name, text) => {
    const { status, headers, body } = await exported(query);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(body ?? "").toMatch(text);
  });

  it("requires the capability, and refuses invalid input with JSON", async () => {
    expect(await exported("", "ManageUsers")).toMatchObject({ status: 403 });
    for (const [query, field] of [
      ["?format=xml", /format/],
      ["?since=x", /since/],
      ["?userId=0", /userId/],
    ] as const)
      expect(await exported(query)).toMatchObject({
        status: 400,
        body: {
          error: "invalid_request",
          error_description: expect.stringMatching(field) as string,
        },
      });
  });
});
