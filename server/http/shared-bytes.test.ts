import { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startFront, type TestFront } from "@/server/testing/front";

describe("documents that are the same for all clients, on a whole server", () => {
  let front: TestFront;
  beforeAll(async () => void (front = await startFront("http")), 120_000);
  afterAll(() => front.close());

  it.each([
    ["/api/v1/openapi.json", "application/json"],
    ["/hosted/fonts/inter-latin.woff2", "font/woff2"],
  ])("memory exhaustion: all answers of %s share its bytes", async (path, type) => {
    const end = vi.spyOn(ServerResponse.prototype, "end");
    const answers = await Promise.all(Array.from({ length: 5 }, () => front.send(path)));
    const bodies = end.mock.calls.map(([body]: unknown[]) => body);
    end.mockRestore();
    expect(bodies).toHaveLength(5);
    expect(bodies[0]).toBeInstanceOf(Uint8Array);
    expect(new Set(bodies).size).toBe(1);
    for (const { status, headers } of answers)
      expect([status, headers["content-type"], headers["content-length"]]).toEqual([
        200,
        type,
        String((bodies[0] as Uint8Array).length),
      ]);
  });
});
