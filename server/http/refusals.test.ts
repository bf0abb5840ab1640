import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import { startTestServer, type TestServer } from "@/server/testing/server";

describe.each(databaseKinds)("refusals over HTTP on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    server.call(server.seed.tenants[0].credential, method, path, body, headers);

  it("have a code, parameters and the field in the body", async () => {
    expect((await call("POST", "/api/v1/users", { email: "a@x.example", colour: "red" })).body).toEqual({
      error: "invalid_request",
      error_description: "The field colour is not known here.",
      refusal: { code: "request.unknown_field", params: { name: "colour" }, field: "colour" },
    });
  });

  it("have no field if the refusal concerns no field", async () => {
    const absent = {
      error: "not_found",
      error_description: "There is no such role.",
      refusal: { code: "role.not_found", params: {} },
    };
    expect((await call("GET", "/api/v1/roles/999999")).body).toEqual(absent);
    // The server gives the same answer if the text is not an id.
    expect((await call("GET", "/api/v1/roles/none")).body).toEqual(absent);
  });

  it.each([
    ["GET", "/api/v1/no-such-path", 404, "request.path_not_found"],
    ["DELETE", "/api/v1/openapi.json", 405, "request.method_not_allowed"],
    ["GET", "/hosted/fonts/none.woff2", 404, "request.path_not_found"],
    ["POST", "/api/render/pdf", 400, "request.invalid"],
    ["POST", "/api/auth/unknown", 404, "request.path_not_found"],
    ["POST", "/api/auth/session", 405, "request.method_not_allowed"],
    ["GET", "/api/v1/users/%zz", 400, "request.malformed_address"],
    ["GET", `/api/v1/users?${"a=1&".repeat(200)}`, 400, "request.too_many_parameters"],
  ])("have a code for %s %s (%i)", async (method, path, status, code) => {
    const answer = await call(method, path, method === "POST" ? { template: 1 } : undefined);
    expect(answer.status).toBe(status);
    if (path !== "/api/render/pdf") expect(answer.body).toMatchObject({ refusal: { code } });
  });

  it("have a code for a missing token (401) and a missing capability (403)", async () => {
    expect(await server.call(null, "GET", "/api/v1/users")).toMatchObject({
      status: 401,
      body: { refusal: { code: "authorization.token_required" } },
    });
    expect(await server.call(server.seed.platform.credential, "GET", "/api/v1/users")).toMatchObject({
      status: 403,
      body: { refusal: { code: "authorization.platform_token" } },
    });
  });

  it("have a code for a template that the rendering thread refuses (422)", async () => {
    const content = Buffer.from('{{date "never"}}').toString("base64");
    expect(await call("POST", "/api/render/pdf", { template: { type: "base64", content } })).toMatchObject({
      status: 422,
      body: { refusal: { code: "pdf.invalid_date", params: { value: "never" } } },
    });
  });
});
