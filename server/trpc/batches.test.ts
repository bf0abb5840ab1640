import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "@/server/ports/log";
import { createTrpcHandler } from "@/server/trpc/handler";
import { consoleCookie } from "@/server/testing/sign-in";
import { databaseKinds } from "@/server/testing/stores";
import { turnsOfLoop } from "@/server/testing/work";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { MOST_CALLS } from "@/server/kernel/http/batches";
import type { Actor } from "../kernel/operation/actor";
import type { Execute } from "../kernel/operation/execute";

const facts = { ip: null, requestId: "r" };

/** Creates the handler of the console's procedures without a database. Collects its log. */
function handlerFor(actor: Actor | null) {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const running = { now: 0, most: 0 };
  const execute = (async () => {
    running.most = Math.max(running.most, (running.now += 1));
    await turnsOfLoop();
    running.now -= 1;
    throw new Error(`it broke ${"x".repeat(100_000)}`);
  }) as unknown as Execute;
  const handle = createTrpcHandler({
    baseUrl: "https://id.example",
    log: createLog("info", stream),
    execute,
    consoleActor: async () => actor,
  });
  const batch = (calls: string[], input = "{}") =>
    handle(
      new Request(
        `https://id.example/api/trpc/${calls.join(",")}?batch=1&input=${encodeURIComponent(input)}`,
      ),
      facts,
    );
  return { batch, logged: () => lines.join(""), running };
}
const somebody = { scope: "tenant", tenantId: 1, channel: "console" } as Actor;
const times = (count: number, name: string) => Array.from({ length: count }, () => name);

describe("batches of console procedures", () => {
  it("log flooding: an anonymous batch of 1,166 unknown procedures is refused, and logs nothing", async () => {
    const { batch, logged } = handlerFor(null);
    const answer = await batch(times(1_166, "no.such"));
    expect(answer.status).toBe(400);
    expect((await answer.text()).length).toBeLessThan(300);
    expect(logged()).toBe("");
  });

  it("log flooding: anonymous callers reach no procedure and get a 401 for each", async () => {
    const { batch, logged, running } = handlerFor(null);
    const answer = await batch(["roles.list", "no.such"]);
    expect(answer.status).toBe(401);
    const body = (await answer.json()) as { error: { message: string; data: object } }[];
    expect(body.map(({ error }) => error.data)).toEqual([
      expect.objectContaining({
        code: "UNAUTHORIZED",
        httpStatus: 401,
        error: "invalid_token",
        requestId: "r",
      }),
      expect.objectContaining({ code: "UNAUTHORIZED" }),
    ]);
    expect([logged(), running.most]).toEqual(["", 0]);
  });

  it("log flooding: a batch in which every procedure fails writes one short log line", async () => {
    const { batch, logged } = handlerFor(somebody);
    expect((await batch(times(MOST_CALLS, "roles.list"))).status).toBe(500);
    expect(logged().trim().split("\n")).toHaveLength(1);
    expect(logged().length).toBeLessThan(20_000);
    expect(logged()).toContain("roles.list");
  });

  it("log flooding: unknown procedures are not logged as errors of the server", async () => {
    const { batch, logged } = handlerFor(somebody);
    expect((await batch(times(MOST_CALLS, `no.${"x".repeat(300)}`))).status).toBe(404);
    expect(logged()).toBe("");
  });

  it("reports the error of a call that reaches no procedure, and not as an error of the server", async () => {
    const { batch, logged, running } = handlerFor(somebody);
    const answers = [
      { call: "roles.create", status: 405, allow: "POST", error: "invalid_request" },
      { call: "no.such", status: 404, allow: null, error: "not_found" },
    ];
    for (const { call, status, allow, error } of answers) {
      const answer = await batch([call]);
      expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
      const [told] = (await answer.json()) as { error: { message: string; data: { error: string } } }[];
      expect(told!.error.data.error).toBe(error);
      expect(told!.error.message).not.toContain("our side");
    }
    expect([logged(), running.most]).toEqual(["", 0]);
  });

  it("starvation: a batch runs few procedures at the same time", async () => {
    const { batch, running } = handlerFor(somebody);
    await batch(times(MOST_CALLS, "roles.list"));
    expect(running.most).toBeGreaterThan(1);
    expect(running.most).toBeLessThanOrEqual(4);
    expect(running.now).toBe(0);
  });

  it("starvation: the limit holds for each spelling of a long batch", async () => {
    const { batch } = handlerFor(somebody);
    expect((await batch(times(MOST_CALLS + 1, "roles.list"))).status).toBe(400);
    expect((await batch(times(MOST_CALLS + 1, ""))).status).toBe(400);
    expect((await batch([times(MOST_CALLS + 1, "roles.list").join("%2C")])).status).toBe(400);
  });
});

describe.each(databaseKinds)("batches of console procedures on %s", (kind) => {
  let server: TestServer;
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = await startTestServer(kind);
    const [{ owner, slug }] = server.seed.tenants;
    headers = {
      cookie: await consoleCookie(server.container.auth, server.url, { ...owner, ip: "203.0.113.9" }),
      "x-castellan-tenant": slug,
      "content-type": "application/json",
    };
  }, 120_000);
  afterAll(() => server.close());

  const batch = (length: number) =>
    fetch(`${server.url}/api/trpc/${times(length, "users.page").join(",")}?batch=1&input=%7B%7D`, {
      headers,
    });

  // Few procedures of a batch run at once (above), so a request between them waits only for those.
  it("starvation: another tenant's request is answered beside the longest batch, and a longer one is refused", async () => {
    const globex = server.seed.tenants[1].credential;
    const ask = () => server.call(globex, "GET", "/api/v1/roles").then(({ status }) => status);
    expect((await batch(1_166)).status).toBe(400);
    const running = batch(MOST_CALLS);
    expect(await ask()).toBe(200);
    expect((await running).status).toBe(200);
  });

  it("nested input: JSON of 100,000 levels is refused by every interface that takes JSON, at once", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const deepObject = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const { credential, scimToken } = server.seed.tenants[0];
    const token = await server.token(credential);
    const sent: [path: string, type: string, bearer: string | null, body: (deep: string) => string][] = [
      ["/api/trpc/roles.create", "application/json", null, (value) => `{"name":${value}}`],
      ["/api/trpc/roles.create?batch=1", "application/json", null, (value) => `{"0":{"name":${value}}}`],
      ["/api/trpc/accessRules.preview", "application/json", null, (value) => value],
      [
        "/api/render/pdf",
        "application/json",
        token,
        (value) => `{"template":{"type":"base64","content":"eA=="},"data":{"a":${value}}}`,
      ],
      ["/api/v1/users", "application/json", token, (value) => `{"email":${value}}`],
      ["/api/v1/users", "application/json", token, (value) => value],
      ["/scim/v2/acme/Users", "application/scim+json", scimToken, (value) => `{"userName":${value}}`],
    ];
    for (const [path, type, bearer, body] of sent)
      for (const value of [deep, deepObject]) {
        const answer = await fetch(server.url + path, {
          method: "POST",
          headers: {
            ...(bearer === null ? headers : { authorization: `Bearer ${bearer}` }),
            "content-type": type,
            "idempotency-key": "deep",
          },
          body: body(value),
        });
        expect([path, answer.status]).toEqual([path, 400]);
        expect(await answer.text()).toMatch(/nested/);
      }
    const inAddress = encodeURIComponent(`{"search":${"[".repeat(2_000)}${"]".repeat(2_000)}}`);
    expect((await fetch(`${server.url}/api/trpc/users.page?input=${inAddress}`, { headers })).status).toBe(
      400,
    );
  });

  it("body limits: bodies of the console are counted as they are read, and anonymous bodies are not read", async () => {
    // Ends, and waits between its parts: fetch continues to read an endless body after the answer, and does nothing else.
    const longBody = () => {
      let parts = 0;
      return new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          await turnsOfLoop(1);
          controller.enqueue(new Uint8Array(1_000_000).fill(32));
          if ((parts += 1) === 64) controller.close();
        },
      });
    };
    const send = (more: Record<string, string>) =>
      fetch(`${server.url}/api/trpc/roles.create`, {
        method: "POST",
        headers: { "content-type": "application/json", ...more },
        body: longBody(),
        duplex: "half",
      } as RequestInit).then(
        ({ status }) => status,
        () => 0,
      );
    expect([401, 0]).toContain(await send({}));
    expect([413, 0]).toContain(await send(headers));
  });
});
