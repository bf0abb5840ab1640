import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFront, type TestFront } from "./testing/front";

describe("bodies that are sent to pages, before a whole server", () => {
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

  it("sniffing, clickjacking, caching: a refusal at a file's path carries the headers of what is no file", async () => {
    for (const path of ["/_next/image?url=x", "/_next/%2e", "/_next//x"]) {
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
    front.state.told = {};
    const { status } = await front.send("/account/acme", { ...type, "content-length": "0" }, "POST");
    expect([status, reached()]).toEqual([200, true]);
  });
});
