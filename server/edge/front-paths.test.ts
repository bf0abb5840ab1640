import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFront, type TestFront } from "../testing/front";

describe("spellings of paths, on a whole server", () => {
  let front: TestFront;
  beforeAll(async () => void (front = await startFront("http")), 120_000);
  afterAll(() => front.close());

  it("encoded paths: another spelling of a path is 404 on every prefix, and reaches no code", async () => {
    const prefixes = [
      "/api/v1/users",
      "/scim/v2/acme/Users",
      "/api/trpc/roles.list",
      "/token",
      "/jwks",
      "/acme/users",
      "/platform/tenants",
    ];
    for (const path of prefixes) {
      const [, first, ...rest] = path.split("/");
      for (const target of [
        `/${path}`,
        `/${first}//${rest.join("/")}`,
        `${path}//x`,
        `/${first}/%2e/${rest.join("/")}`,
        `/x/..${path}`,
        `/x/%2e%2e${path}`,
        `/%${first!.charCodeAt(0).toString(16)}${path.slice(2)}`,
        path.replace(/(?<=.)\/|$/, "%2f"),
        path.replace(/(?<=.)\/|$/, "%5C"),
        path.replace(/(?<=.)\/|$/, "\\"),
      ]) {
        front.state.told = {};
        const { status, headers } = await front.send(target);
        expect([target, status, headers["x-content-type-options"]]).toEqual([target, 404, "nosniff"]);
        expect(front.state.told).toEqual({});
      }
    }
    // Paths are case-sensitive, so Next answers these spellings and not the interfaces.
    for (const path of ["/API/v1/users", "/Scim/v2/acme/Users", "/API/trpc/roles.list", "/TOKEN"]) {
      const { text } = await front.send(path);
      expect(text).toContain("<p>page");
    }
  });

  it.each([
    "/sign-in.rsc",
    "/index.rsc",
    "/icon.svg.rsc",
    "/docs/api.rsc",
    "/docs/api.segments/_full.segment.rsc",
    "/docs/api.segments/x",
  ])("second spellings: %s, the data of a page, is 404 and does not reach Next", async (target) => {
    front.state.told = {};
    const { status } = await front.send(target, { rsc: "1" });
    expect([status, front.state.told]).toEqual([404, {}]);
  });

  it.each([
    "/%",
    "/%ff",
    "/%f",
    "/%c0%ae",
    "/api/v1/%ff",
    "/api/trpc/%ff",
    "/scim/v2/%",
    "/token/%ff",
    "/acme/%zz",
    "/api/auth/%",
  ])("malformed encoding: %s is 400 with the headers of every answer", async (target) => {
    const { status, headers } = await front.send(target);
    expect(status).toBe(400);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["cache-control"]).toBe("no-store");
  });
});
