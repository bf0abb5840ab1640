import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startFront, type TestFront } from "../testing/front";

const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb';
const whole = `${part}\r\n--x--\r\n`;
const cut = part;
/** Returns a form with these fields. */
const of = (fields: Record<string, string> | [string, string][]) =>
  [
    ...(Array.isArray(fields) ? fields : Object.entries(fields)).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    "--x--\r\n",
  ].join("");

describe("bodies of requests to pages, on a whole server", () => {
  let front: TestFront;
  beforeAll(async () => void (front = await startFront("http")), 120_000);
  afterAll(() => front.close());

  const type = { "content-type": "multipart/form-data; boundary=x" };
  const own = { origin: "http://id.example" };
  const reached = () => Object.keys(front.state.told).length > 0;

  it.each([
    ["a multipart form of 3 MB", "POST", { ...type, "content-length": "3000000" }, 413],
    ["a form that does not say its length", "POST", { ...type, "transfer-encoding": "chunked" }, 411],
    ["a body by PUT", "PUT", { "content-length": "0" }, 405],
    ["TRACE", "TRACE", {}, 405],
  ])(
    "wedged connections: %s is refused before Next reads it, and the connection ends",
    async (_, method, headers, status) => {
      for (const path of ["/account/acme", "/sign-in", "/docs/api", "/nothing"]) {
        const takesForms = path !== "/docs/api" && path !== "/nothing";
        front.state.told = {};
        const answer = await front.send(path, headers, method);
        expect([path, answer.status, answer.headers["connection"]]).toEqual([
          path,
          takesForms ? status : 405,
          "close",
        ]);
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
        expect(reached()).toBe(false);
      }
    },
  );

  it("a form of the account page reaches Next", async () => {
    for (const proof of [{ origin: "http://id.example" }, { cookie: "a=b" }] as Record<string, string>[]) {
      front.state.told = {};
      const length = { "content-length": String(whole.length) };
      const { status } = await front.send("/account/acme", { ...type, ...proof, ...length }, "POST", whole);
      expect([status, reached(), front.state.body]).toEqual([200, true, whole]);
    }
  });

  it.each<[string, Record<string, string>, string]>([
    ["with scripts", { "next-action": "x" }, of({ "_1_account.slug": "acme", 0: '[{"done":null},"$K1"]' })],
    [
      "without scripts",
      {},
      of({ $ACTION_REF_1: "", "$ACTION_1:0": '{"id":"a","bound":"$@1"}', "$ACTION_1:1": "[null]" }),
    ],
  ])(
    "the state and the fields of a form %s reach Next, with a content type in capital letters",
    async (_, headers, body) => {
      front.state.told = {};
      const sent = { ...own, ...headers, "content-type": "Multipart/Form-Data; boundary=x" };
      const length = { "content-length": String(body.length) };
      const { status } = await front.send("/account/acme", { ...sent, ...length }, "POST", body);
      expect([status, front.state.body]).toEqual([200, body]);
      expect(front.state.told["content-type"]).toBe("multipart/form-data; boundary=x");
    },
  );

  it.each(["", "a=b"])(
    "the form for a download of one's own data reaches Next with the body %j",
    async (body) => {
      front.state.told = {};
      const headers = {
        ...own,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(body.length),
      };
      const { status } = await front.send("/account/acme/data/download", headers, "POST", body);
      expect([status, reached(), front.state.body]).toEqual([200, true, body]);
    },
  );

  it("the arguments of a server action reach Next", async () => {
    front.state.told = {};
    const headers = { ...own, "next-action": "x", "content-type": "text/plain;charset=UTF-8" };
    const { status } = await front.send(
      "/account/acme",
      { ...headers, "content-length": "8" },
      "POST",
      '["acme"]',
    );
    expect([status, front.state.body]).toEqual([200, '["acme"]']);
  });

  it.each(["/docs/api", "/", "/acme/users", "/platform", "/nothing", "/_next/static/x.js", "/icon.svg"])(
    "starvation: POST to %s, which has no form, is 405 and causes no rendering",
    async (path) => {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
        front.state.told = {};
        const answer = await front.send(path, { ...own, ...type, "content-length": "0" }, method);
        expect([answer.status, answer.headers["allow"], reached()]).toEqual([405, "GET, HEAD", false]);
      }
    },
  );

  const action = { "next-action": "x" };
  const multipart = "multipart/form-data; boundary=x";
  it.each<[string, Record<string, string>, string, number]>([
    ["a multipart form without its end", { "content-type": multipart }, cut, 400],
    ["a multipart action without its end", { ...action, "content-type": multipart }, cut, 400],
    ["a multipart form without a boundary", { "content-type": "multipart/form-data" }, whole, 400],
    ["a form of two boundaries", { "content-type": `${multipart}; boundary=y` }, whole, 400],
    ["an empty multipart form", { "content-type": multipart }, "", 400],
    ["an action with text that is no JSON", { ...action, "content-type": "text/plain" }, "{x", 400],
    ["an action that refers to itself", { ...action, "content-type": "text/plain" }, '["$@0"]', 400],
    ["an action without arguments", { ...action, "content-type": multipart }, whole, 400],
    [
      "an action that refers to a missing form",
      { ...action, "content-type": multipart },
      of({ 0: '["$K1"]' }),
      400,
    ],
    ["a form that refers to itself", { ...action, "content-type": multipart }, of({ 0: '["$@0"]' }), 400],
    [
      "more arguments than React decodes",
      { ...action, "content-type": "text/plain" },
      JSON.stringify(Array(1_001).fill("a")),
      400,
    ],
    ["an object as arguments", { ...action, "content-type": "text/plain" }, '{"length":2000}', 400],
    ["a huge number", { ...action, "content-type": multipart }, of({ 0: `["$n${"9".repeat(5000)}"]` }), 400],
    [
      "a deep argument",
      { ...action, "content-type": multipart },
      of({ 0: "[".repeat(10) + "]".repeat(10) }),
      400,
    ],
    [
      "a bound value that is missing",
      { "content-type": multipart },
      of({ "$ACTION_1:0": '{"bound":"$@1"}' }),
      400,
    ],
    [
      "an object as bound arguments",
      { "content-type": multipart },
      of({
        $ACTION_REF_1: "",
        "$ACTION_1:0": '{"id":"a","bound":"$@1"}',
        "$ACTION_1:1": '{"length":2000}',
      }),
      400,
    ],
    [
      "a repeated argument field",
      { ...action, "content-type": multipart },
      of([
        ["0", '["de"]'],
        ["0", '["de"]'],
      ]),
      400,
    ],
    [
      "a repeated field of bound arguments",
      { "content-type": multipart },
      of([
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", '{"id":"a","bound":"$@1"}'],
        ["$ACTION_1:1", '["de"]'],
        ["$ACTION_1:1", '{"length":2000}'],
      ]),
      400,
    ],
    ["a form that is no multipart one", { "content-type": "application/x-www-form-urlencoded" }, "a=b", 415],
    ["a compressed form", { "content-type": multipart, "content-encoding": "gzip" }, whole, 415],
  ])("false alarms: %s is refused before Next fails to parse it", async (_, headers, body, status) => {
    front.state.told = {};
    const length = { "content-length": String(body.length) };
    const answer = await front.send("/sign-in", { ...own, ...headers, ...length }, "POST", body);
    expect([answer.status, reached()]).toEqual([status, false]);
    expect(front.state.logged.filter(({ level }) => level > 30)).toEqual([]);
  });

  it.each([
    ["/sign-in", "content-type: multipart/form-data; boundary=x"],
    ["/token", "content-type: application/x-www-form-urlencoded"],
    ["/api/trpc/roles.create", "content-type: application/json"],
  ])(
    "false alarms: a client that leaves within the body of its request to %s causes no error",
    async (path, line) => {
      front.state.logged = [];
      const { hostname, port, host } = new URL(front.url);
      const socket = connect(Number(port), hostname);
      const request = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://id.example\r\nContent-Length: 500\r\n${line}\r\n\r\n--x`;
      // The end of the connection arrives after these bytes.
      await new Promise((resolve) => socket.write(request, resolve));
      socket.destroy();
      await vi.waitFor(() => expect(front.state.logged).toHaveLength(1), { timeout: 15_000 });
      expect(front.state.logged.filter(({ level }) => level > 30)).toEqual([]);
    },
  );

  it.each([
    ["/api/v1/roles", "POST"],
    ["/api/v1/users", "GET"],
    ["/scim/v2/acme/Users", "POST"],
    ["/token", "POST"],
    ["/api/trpc/roles.create", "POST"],
    ["/api/render/pdf", "POST"],
    ["/federation/acme/saml/1/acs", "POST"],
  ])("parser differential: a compressed body at %s is 415", async (path, method) => {
    for (const coding of ["gzip", "br, identity", "x".repeat(500)]) {
      const headers = {
        "content-type": "application/json",
        "content-encoding": coding,
        "content-length": "2",
      };
      const answer = await front.send(path, headers, method, "{}");
      expect([answer.status, answer.headers["connection"]]).toEqual([415, "close"]);
      expect(answer.text.length).toBeLessThan(400);
    }
    const answer = await front.send(
      path,
      { "content-type": "application/json", "content-encoding": "identity", "content-length": "2" },
      method,
      "{}",
    );
    expect(answer.status).not.toBe(415);
  });

  it.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "http://evil%0a{}" }],
    [{ origin: "null" }],
    [{ origin: "" }],
    [{ origin: "http://id.example", "sec-fetch-site": "cross-site" }],
    [{ origin: "http://id.example.evil.example" }],
    [{}],
  ])("log forging, cross-site request forgery: a form from %j does not reach Next", async (from) => {
    front.state.told = {};
    const headers = { ...type, "next-action": "x", "content-length": "0", cookie: "a=b", ...from };
    const sent = Object.keys(from).length > 0 ? headers : { ...type, "content-length": "0" };
    const answer = await front.send("/account/acme", sent, "POST");
    expect([answer.status, reached()]).toEqual([403, false]);
    expect(answer.headers["x-frame-options"]).toBe("DENY");
  });
});
