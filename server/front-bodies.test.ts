import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFront, type TestFront } from "./testing/front";

describe("bodies of requests to pages, on a whole server", () => {
  let front: TestFront;
  beforeAll(async () => void (front = await startFront("http")), 120_000);
  afterAll(() => front.close());

  const type = { "content-type": "multipart/form-data; boundary=x" };
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
        front.state.told = {};
        const answer = await front.send(path, headers, method);
        expect([path, answer.status, answer.headers["connection"]]).toEqual([path, status, "close"]);
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
        expect(reached()).toBe(false);
      }
    },
  );

  it("sniffing, clickjacking, caching: a refusal at a file's path carries the headers of machine answers", async () => {
    for (const path of ["/_next/static/fails", "/_next/%2e", "/_next//x"]) {
      const { status, headers } = await front.send(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/);
      expect(headers["cache-control"]).toBe("no-store");
    }
    const file = await front.send("/_next/static/x.js");
    expect(file.headers["cache-control"]).toContain("immutable");
    expect(file.headers["content-security-policy"]).toBeUndefined();
  });

  it("a form of the account page reaches Next", async () => {
    for (const proof of [{ origin: "http://id.example" }, { cookie: "a=b" }] as Record<string, string>[]) {
      front.state.told = {};
      const { status } = await front.send(
        "/account/acme",
        { ...type, ...proof, "content-length": "0" },
        "POST",
      );
      expect([status, reached()]).toEqual([200, true]);
    }
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

  it.each([
    "/_next/image?url=/x%0A%7B%22level%22:50%7D&w=64&q=75",
    "/_next/image/",
    "/_next/data/build/x.json",
    "/_next/webpack-hmr",
    "/__nextjs_original-stack-frames",
  ])("log forging: %s, which no page uses, does not reach Next", async (target) => {
    front.state.told = {};
    const answer = await front.send(target);
    expect([answer.status, reached()]).toEqual([404, false]);
    expect(answer.headers["x-frame-options"]).toBe("DENY");
  });

  it.each(["x", "%", "%7B%7D", "[1]"])(
    "log forging: an unreadable state of Next's router, %j, does not reach Next",
    async (state) => {
      const answer = await front.send("/docs", { rsc: "1", "next-router-state-tree": state });
      expect([answer.status, answer.headers["x-content-type-options"]]).toEqual([400, "nosniff"]);
    },
  );

  it("a target that is not a valid address is refused with the headers of all answers", async () => {
    const answer = await front.send("/api/v1/a\\b");
    expect(answer.status).toBe(400);
    expect(answer.headers["x-frame-options"]).toBe("DENY");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
});
