import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFront, type TestFront } from "../testing/front";

describe("addresses with thousands of parameters, on a whole server", () => {
  let front: TestFront;
  beforeAll(async () => void (front = await startFront("http")), 120_000);
  afterAll(() => front.close());

  const pages = ["/sign-in", "/icon.svg", "/_next/static/x.js", "/_next/image", "/nope", "/account/acme"];
  const machine = [
    "/authorize",
    "/token",
    "/jwks",
    "/device",
    "/api/v1/users",
    "/scim/v2/acme/Users",
    "/healthz",
  ];
  it.each([...pages, ...machine])(
    "a stranger repeats a parameter 7,900 times, which libraries read in quadratic time: %s refuses it unread",
    async (path) => {
      for (const query of ["a&".repeat(7_000), "a;".repeat(7_000), "a=1&b=2&".repeat(50)]) {
        front.state.told = {};
        const answer = await front.send(`${path}?${query}`);
        expect([path, answer.status]).toEqual([path, 400]);
        expect(answer.text).toContain("An address has at most 100 parameters.");
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
        expect(front.state.told).toEqual({});
      }
    },
  );

  it("accepts an address with 100 parameters", async () => {
    const query = Array.from({ length: 100 }, (_, index) => `p${index}=1`).join("&");
    expect((await front.send(`/sign-in?${query}`)).status).toBe(200);
    expect((await front.send(`/healthz?${query}`)).status).toBe(200);
  });
});
