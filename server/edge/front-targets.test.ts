import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFront, type TestFront } from "../testing/front";

describe("targets and headers of requests to Next, on a whole server", () => {
  let front: TestFront;
  beforeAll(async () => void (front = await startFront("http")), 120_000);
  afterAll(() => front.close());

  const reached = () => Object.keys(front.state.told).length > 0;

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

  it("false alarms: conditions that a file cannot satisfy do not reach Next", async () => {
    const conditions = {
      range: "bytes=99999999-",
      "if-range": "x",
      "if-match": '"x"',
      "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT",
    };
    for (const path of ["/_next/static/x.js", "/icon.svg"]) {
      const { status } = await front.send(path, { ...conditions, "if-none-match": "y" });
      expect([status, front.state.told["if-none-match"]]).toEqual([200, "y"]);
      expect(Object.keys(conditions).filter((name) => name in front.state.told)).toEqual([]);
    }
  });

  it("starvation: Next compresses no file for a request, because it gets no Accept-Encoding", async () => {
    for (const path of ["/_next/static/x.js", "/icon.svg"]) {
      const { status } = await front.send(path, { "accept-encoding": "gzip", accept: "*/*" });
      expect([status, front.state.told["accept"]]).toEqual([200, "*/*"]);
      expect(front.state.told).not.toHaveProperty("accept-encoding");
    }
  });

  it.each([
    "/_next/image?url=/x%0A%7B%22level%22:50%7D&w=64&q=75",
    "/_next/image/",
    "/_next/data/build/x.json",
    "/_next/webpack-hmr",
    "/__nextjs_original-stack-frames",
    "/_global-error",
    "/_not-found",
    "/_error",
    "/_next/static/",
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
