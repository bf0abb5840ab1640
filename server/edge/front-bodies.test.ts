import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startFront, type TestFront } from "../testing/front";

const part = '--x\r\nContent-Disposition: form-data; name="account.form"\r\n\r\nprofile';
const whole = `${part}\r\n--x--\r\n`;

describe("bodies of requests to pages, on a whole server", () => {
  let front: TestFront;
  beforeAll(async () => void (front = await startFront("http")), 120_000);
  afterAll(() => front.close());

  const type = { "content-type": "multipart/form-data; boundary=x" };
  const own = { origin: "http://id.example" };
  const reached = () => Object.keys(front.state.told).length > 0;

  it.each([
    ["a multipart form of 3 MB", "POST", { ...type, "content-length": "3000000" }],
    ["a form that does not say its length", "POST", { ...type, "transfer-encoding": "chunked" }],
    ["a body by PUT", "PUT", { "content-length": "0" }],
    ["TRACE", "TRACE", {}],
  ])(
    "wedged connections: %s is refused before Next reads it, and the connection ends",
    async (_, method, headers) => {
      for (const path of ["/sign-in", "/docs/api", "/nothing"]) {
        front.state.told = {};
        const answer = await front.send(path, headers, method);
        expect([path, answer.status, answer.headers["connection"]]).toEqual([path, 405, "close"]);
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
        expect(reached()).toBe(false);
      }
    },
  );

  it.each(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])("%s of an account page is 405", async (method) => {
    const { status, headers } = await front.send("/account/acme", {}, method);
    expect([status, headers["allow"], headers["connection"]]).toEqual([405, "GET, HEAD, POST", "close"]);
  });

  it.each([
    "/docs/api",
    "/",
    "/sign-in",
    "/join/acme",
    "/acme/users",
    "/platform",
    "/nothing",
    "/_next/static/x.js",
    "/icon.svg",
  ])("starvation: POST to %s, which has no form, is 405 and causes no rendering", async (path) => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
      for (const action of [{}, { "next-action": "x" }] as Record<string, string>[]) {
        front.state.told = {};
        const answer = await front.send(path, { ...own, ...type, ...action, "content-length": "0" }, method);
        expect([answer.status, answer.headers["allow"], reached()]).toEqual([405, "GET, HEAD", false]);
      }
  });

  it.each<[string, Record<string, string>, string, number]>([
    ["a form of a stranger", type, whole, 303],
    ["a multipart form without its end", type, part, 303],
    ["a form of two boundaries", { "content-type": `${type["content-type"]}; boundary=y` }, whole, 303],
    ["an action of Next", { ...type, "next-action": "x" }, whole, 303],
    ["text that is no form", { "content-type": "text/plain" }, "{x", 403],
    ["a compressed form", { ...type, "content-encoding": "gzip" }, whole, 415],
  ])("false alarms: %s at an account page does not reach Next", async (_, headers, body, status) => {
    front.state.told = {};
    front.state.logged = [];
    const proof = { cookie: "a=b", "content-length": String(Buffer.byteLength(body)) };
    const answer = await front.send("/account/acme", { ...headers, ...proof }, "POST", body);
    expect([answer.status, reached()]).toEqual([status, false]);
    expect(front.state.logged.filter(({ level }) => level > 30)).toEqual([]);
  });

  it.each([
    ["/account/acme", "content-type: multipart/form-data; boundary=x"],
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
    [{ "content-type": "text/plain" }],
  ])("log forging, cross-site request forgery: a form from %j does not reach Next", async (from) => {
    for (const path of [
      "/account/acme",
      "/account/acme/security",
      "/account/acme/security/passkey-options",
    ]) {
      front.state.told = {};
      const headers = { ...type, "content-length": String(whole.length), cookie: "a=b", ...from };
      const answer = await front.send(path, headers, "POST", whole);
      expect([answer.status, reached()]).toEqual([403, false]);
      expect(answer.headers["x-frame-options"]).toBe("DENY");
    }
  });
});
