import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userFieldNames } from "@/server/kernel/user-fields";
import { databaseKinds } from "@/server/testing/stores";
import { startTestServer, type TestServer } from "@/server/testing/server";

describe.each(databaseKinds)("the REST interfaces on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());

  /** Profile fields that the document does not have (docs/user-fields.md). */
  const extensions = userFieldNames.filter((name) => name !== "name");

  const acme = () => server.seed.tenants[0].credential;
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    server.call(acme(), method, path, body, headers);

  it("creates, reads, changes, suspends, reactivates, locks and unlocks a user", async () => {
    const created = await call("POST", "/api/v1/users", {
      email: "Life.Cycle@acme.example",
      name: "Life Cycle",
    });
    expect(created).toMatchObject({
      status: 201,
      body: { email: "Life.Cycle@acme.example", status: "active" },
    });
    expect(Object.keys(created.body).sort()).toEqual(["email", "status", "userId"]);
    const path = `/api/v1/users/${String(created.body["userId"])}`;

    const read = await call("GET", path);
    expect(read).toMatchObject({ status: 200, body: { name: "Life Cycle" } });
    expect(Object.keys(read.body)).toEqual(["userId", "email", "name", "status", "createdAt", ...extensions]);
    expect(await call("PATCH", path, { ...read.body, name: "Changed" })).toMatchObject({
      status: 200,
      body: { ...read.body, name: "Changed" },
    });
    expect(await call("DELETE", path)).toMatchObject({ status: 200, body: { status: "suspended" } });
    expect(await call("POST", "/api/v1/users", { email: "life.cycle@ACME.example" })).toMatchObject({
      status: 400,
    });
    expect(await call("POST", `${path}/reactivate`)).toMatchObject({
      status: 200,
      body: { status: "active" },
    });
    expect(await call("POST", `${path}/lock`, { durationMinutes: 5, reason: "testing" })).toMatchObject({
      status: 200,
      body: { locked: true, indefinite: false },
    });
    expect(await call("POST", `${path}/unlock`)).toMatchObject({
      status: 200,
      body: { locked: false, lockedUntil: null, indefinite: false },
    });

    const log = await server.call<{ events: { action: string; target: string; clientId: string }[] }>(
      acme(),
      "GET",
      "/api/v1/audit-events?limit=20",
    );
    const mine = log.body.events.filter(({ target }) => target === `user:${String(created.body["userId"])}`);
    expect(mine.map(({ action }) => action)).toEqual(
      [
        "user_unlocked",
        "user_locked",
        "user_reactivated",
        "user_suspended",
        "user_updated",
        "user_created",
      ].map((event) => `management_api.${event}`),
    );
    expect(new Set(mine.map(({ clientId }) => clientId))).toEqual(new Set([acme().clientId]));
  });

  it.each([
    ["unknown field", { email: "a@b.example", nmae: "x" }, "nmae"],
    ["missing address", { name: "x" }, "email"],
    ["no address", { email: "nobody" }, "email"],
    ["wrong type", { email: 5 }, "email"],
    ["NUL in a name", { email: "nul@b.example", name: "a\0b" }, "name"],
    ["endless name", { email: "long@b.example", name: "x".repeat(10_000) }, "name"],
  ])("names the field of a bad body: %s", async (_case, body, field) => {
    const answer = await call("POST", "/api/v1/users", body);
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(answer.body["error_description"]).toContain(field);
  });

  it.each(["[]", '"text"', "null", "5", "{", '{"email": }', "\u0000"])(
    "refuses the body %j",
    async (body) => {
      expect(await call("POST", "/api/v1/users", body)).toMatchObject({
        status: 400,
        body: { error: "invalid_request" },
      });
    },
  );

  it("refuses a body that is too large before reading all of it", async () => {
    const answer = await call("POST", "/api/v1/users", {
      email: "big@b.example",
      name: "x".repeat(1_100_000),
    });
    expect(answer).toMatchObject({ status: 413, body: { error: "content_too_large" } });
    expect(answer.headers.get("connection")).toBe("close");
  });

  it.each([
    ["is taken while it is small", 100, 201],
    ["is refused once it is too large", 1_100_000, 413],
  ])("a body without a declared length %s", async (_, size, status) => {
    const text = JSON.stringify({ email: `streamed-${size}@b.example`, name: "x".repeat(size) });
    const answer = await fetch(`${server.url}/api/v1/users`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await server.token(acme())}`,
        "content-type": "application/json",
      },
      // fetch sends a stream in chunks (RFC 9112 §7.1) and without a Content-Length.
      body: new Blob([text]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(status);
    await answer.body?.cancel();
  });

  it.each([
    "limit=0",
    "limit=201",
    "limit=ten",
    "limit=1.5",
    "limit=",
    "cursor=x",
    "status=gone",
    "limit=1&limit=2",
  ])("refuses the query %s", async (query) => {
    const answer = await call("GET", `/api/v1/users?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(answer.body["error_description"]).toContain(query.split("=")[0]);
  });

  it("returns each user exactly once over all pages", async () => {
    const seen: number[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page: { body: { users: { userId: number }[]; nextCursor: number | null } } = await server.call(
        acme(),
        "GET",
        `/api/v1/users?limit=2${cursor ? `&cursor=${cursor}` : ""}`,
      );
      seen.push(...page.body.users.map(({ userId }) => userId));
      cursor = page.body.nextCursor;
    }
    expect(seen.length).toBe(new Set(seen).size);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen).toContain(server.seed.tenants[0].owner.userId);
  });

  it("answers 404 for unknown paths and 405 for unknown methods", async () => {
    expect(await call("GET", "/api/v1/nothing")).toMatchObject({ status: 404, body: { error: "not_found" } });
    const refused = await call("PUT", "/api/v1/users");
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toContain("POST");
  });

  it.each([
    ["GET", "/api/render/pdf", "POST"],
    ["DELETE", "/api/render/pdf", "POST"],
    ["POST", "/healthz", "GET, HEAD"],
    ["POST", "/readyz", "GET, HEAD"],
    ["POST", "/api/v1/openapi.json", "GET, HEAD"],
    ["PUT", "/api/v1/openapi.json", "GET, HEAD"],
    ["DELETE", "/api/v1/users", "GET, HEAD, POST"],
    ["GET", "/token", "POST, OPTIONS"],
  ])("answers %s %s with the allowed methods", async (method, path, allow) => {
    const answer = await fetch(server.url + path, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
    await answer.body?.cancel();
  });

  it("returns a request id in every answer, the caller's if it sent one", async () => {
    expect((await call("GET", "/api/v1/users")).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(
      (await call("GET", "/api/v1/users", undefined, { "x-request-id": "mine-1" })).headers.get(
        "x-request-id",
      ),
    ).toBe("mine-1");
    expect(
      (await call("GET", "/api/v1/users", undefined, { "x-request-id": "<script>" })).headers.get(
        "x-request-id",
      ),
    ).toMatch(/^[0-9a-f-]{36}$/);
    expect((await call("GET", "/nowhere/api")).headers.get("x-request-id")).toBeTruthy();
  });

  describe("Idempotency-Key", () => {
    const key = () => ({ "idempotency-key": `key-${Math.random()}` });

    it("repeats the first answer and does nothing twice", async () => {
      const headers = key();
      const first = await call("POST", "/api/v1/users", { email: "once@acme.example" }, headers);
      const second = await call("POST", "/api/v1/users", { email: "once@acme.example" }, headers);
      expect(first.status).toBe(201);
      expect(second).toMatchObject({ status: 201, body: first.body });
      expect(second.headers.get("idempotent-replayed")).toBe("true");
      const log = await server.call<{ totalCount: number }>(
        acme(),
        "GET",
        `/api/v1/audit-events?action=management_api.user_created&limit=200`,
      );
      const again = await call("POST", "/api/v1/users", { email: "once@acme.example" }, headers);
      expect(again.status).toBe(201);
      expect(
        (
          await server.call<{ totalCount: number }>(
            acme(),
            "GET",
            `/api/v1/audit-events?action=management_api.user_created&limit=200`,
          )
        ).body.totalCount,
      ).toBe(log.body.totalCount);
    });

    it("refuses the same key with another request", async () => {
      const headers = key();
      await call("POST", "/api/v1/users", { email: "one-body@acme.example" }, headers);
      expect(
        await call("POST", "/api/v1/users", { email: "other-body@acme.example" }, headers),
      ).toMatchObject({ status: 422 });
      expect(await call("POST", "/api/v1/roles", { name: "x" }, headers)).toMatchObject({ status: 422 });
    });

    it("separates the keys of two clients", async () => {
      const headers = key();
      const globex = server.seed.tenants[1].credential;
      expect((await call("POST", "/api/v1/users", { email: "shared-key@x.example" }, headers)).status).toBe(
        201,
      );
      expect(
        (await server.call(globex, "POST", "/api/v1/users", { email: "other@x.example" }, headers)).status,
      ).toBe(201);
    });

    it("runs one of many concurrent requests", async () => {
      const headers = key();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          call("POST", "/api/v1/users", { email: "race@acme.example" }, headers),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
      expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
      expect(
        new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body["userId"])).size,
      ).toBe(1);
    });

    it("stores nothing for a refused request", async () => {
      const headers = key();
      expect((await call("POST", "/api/v1/users", { email: "bad" }, headers)).status).toBe(400);
      expect((await call("POST", "/api/v1/users", { email: "good-now@acme.example" }, headers)).status).toBe(
        201,
      );
    });

    it("is refused if it is not a valid key", async () => {
      expect(
        (
          await call(
            "POST",
            "/api/v1/users",
            { email: "k@acme.example" },
            { "idempotency-key": "x".repeat(256) },
          )
        ).status,
      ).toBe(400);
    });
  });

  it("returns the rest of the request limit", async () => {
    const answer = await call("GET", "/api/v1/users");
    expect(answer.headers.get("ratelimit-policy")).toMatch(/^"default";q=\d+;w=60$/);
    expect(answer.headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
  });

  it("answers /healthz, /readyz and the OpenAPI document", async () => {
    expect((await server.call(null, "GET", "/healthz")).status).toBe(200);
    expect((await server.call(null, "GET", "/readyz")).status).toBe(200);
    const document = await server.call<{ openapi: string; paths: Record<string, unknown> }>(
      null,
      "GET",
      "/api/v1/openapi.json",
    );
    expect(document.body.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.body.paths)).toContain("/api/v1/users/{userId}/lock");
  });
});
