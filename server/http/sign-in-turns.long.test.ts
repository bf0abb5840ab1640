import { request } from "node:http";
import type * as argon2 from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { turnsOfLoop } from "@/server/testing/work";
import { startTestServer, type TestServer } from "@/server/testing/server";

const hashes = vi.hoisted(() => ({ begun: 0 }));
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof argon2>();
  const hash: typeof real.hash = (...given) => {
    hashes.begun += 1;
    return real.hash(...given);
  };
  const verify: typeof real.verify = (...given) => {
    hashes.begun += 1;
    return real.verify(...given);
  };
  return { ...real, hash, verify };
});

describe("sign-ins of clients that leave", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  }, 120_000);
  afterAll(() => server.close());

  /**
   * Sends a sign-in. Closes the connection when `leaves` resolves, if given. Returns the status, or null if the connection ended
   * without an answer.
   */
  function signIn(email: string, leaves?: Promise<void>): Promise<number | null> {
    const { origin } = new URL(server.seed.baseUrl);
    const body = new URLSearchParams({ email, password: "wrong" }).toString();
    return new Promise((resolve) => {
      const sent = request(`${server.url}/sign-in/sign-in`, {
        method: "POST",
        headers: {
          origin,
          "content-type": "application/x-www-form-urlencoded",
          "content-length": body.length,
        },
      });
      sent.on("response", (answer) => resolve(answer.resume().statusCode ?? null));
      sent.on("error", () => resolve(null));
      sent.end(body);
      void leaves?.then(() => sent.destroy());
    });
  }

  it("starvation: aborted sign-ins cost few hashes, and others do not wait for them", async () => {
    hashes.begun = 0;
    let leave = () => {};
    const leaves = new Promise<void>((resolve) => (leave = resolve));
    const flood = Array.from({ length: 60 }, (_, index) => signIn(`nobody${index}@example.com`, leaves));
    await vi.waitFor(() => expect(hashes.begun).toBeGreaterThan(3), { timeout: 15_000 });
    leave();
    await Promise.all(flood);
    // The server reads the ends of the connections.
    await turnsOfLoop();
    expect(await signIn("somebody@example.com")).toBe(303);
    // The last sign-in takes three hashes. If the aborted 60 sign-ins were not cancelled, each of them would take three hashes,
    // too.
    expect(hashes.begun).toBeGreaterThanOrEqual(3);
    expect(hashes.begun).toBeLessThan(100);
  }, 60_000);
});
