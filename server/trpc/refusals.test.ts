import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consoleCookie } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";
import { startTestServer, type TestServer } from "@/server/testing/server";

describe.each(databaseKinds)("refusals of console procedures on %s", (kind) => {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestServer(kind);
    const { owner } = server.seed.tenants[0];
    cookie = await consoleCookie(server.container.auth, server.url, { ...owner, ip: "203.0.113.9" });
  }, 120_000);
  afterAll(() => server.close());

  async function call(procedure: string, init: RequestInit, language: string, cookies = cookie) {
    const answer = await fetch(`${server.url}/api/trpc/${procedure}`, {
      ...init,
      headers: {
        ...(cookies !== "" && { cookie: cookies }),
        "x-castellan-tenant": server.seed.tenants[0].slug,
        "content-type": "application/json",
        "accept-language": language,
      },
    });
    return { status: answer.status, body: (await answer.json()) as object };
  }
  const input = (value: object) => `?input=${encodeURIComponent(JSON.stringify(value))}`;

  it.each([
    ["de", "Diese Rolle gibt es nicht."],
    ["en", "There is no such role."],
    ["fr", "There is no such role."],
  ])("are in the language of the page that calls: %s", async (language, message) => {
    expect(await call(`roles.get${input({ roleId: 999_999 })}`, {}, language)).toMatchObject({
      status: 404,
      body: {
        error: { message, data: { error: "not_found", refusal: { code: "role.not_found", params: {} } } },
      },
    });
  });

  it("have a code and the language of the page without a session (401)", async () => {
    expect(await call("roles.list", {}, "de", "")).toMatchObject({
      status: 401,
      body: {
        error: {
          message: "Melden Sie sich zuerst bei dieser Organisation an.",
          data: { code: "UNAUTHORIZED", refusal: { code: "authorization.not_signed_in", params: {} } },
        },
      },
    });
  });

  it.each([
    ["no.such", {}, 404, "request.procedure_not_found", "Diese Prozedur gibt es nicht."],
    [
      "roles.list",
      { method: "POST", body: "{}" },
      405,
      "request.procedure_method_not_allowed",
      /anderen Methode/,
    ],
  ])(
    "have a code and the language of the page for %s %o (%i)",
    async (procedure, init, status, code, message) => {
      expect(await call(procedure, init, "de")).toMatchObject({
        status,
        body: {
          error: { message: expect.stringMatching(message) as string, data: { refusal: { code } } },
        },
      });
    },
  );

  it.each([
    ["PUT", "{}", 405, "request.method_not_allowed"],
    ["POST", "{", 400, "request.body_not_json"],
    ["POST", `"${"x".repeat(1_100_000)}"`, 413, "request.body_too_large"],
  ])("have a code if %s reaches no procedure (%#)", async (method, body, status, code) => {
    expect(await call("roles.create", { method, body }, "de")).toMatchObject({
      status,
      body: { error_description: expect.stringMatching(/Anfrage|Pfad/) as string, refusal: { code } },
    });
  });
});
