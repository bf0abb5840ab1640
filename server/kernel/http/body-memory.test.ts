import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { turnsOfLoop } from "@/server/testing/work";
import { BodyEvicted, createBodyMemory } from "./body-memory";

const KB = 1_024;

/** Returns a request whose body is sent by the test. */
function sending(headers: Record<string, string> = {}) {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (one) => void (controller = one) });
  const request = new Request("http://localhost/", {
    method: "POST",
    body,
    headers,
    duplex: "half",
  } as RequestInit);
  return {
    request,
    send: (bytes: number) => controller.enqueue(new Uint8Array(bytes)),
    end: () => controller.close(),
    fail: (error: Error) => controller.error(error),
  };
}
const settled = () => turnsOfLoop();

describe("the memory for bodies", () => {
  it("returns the bytes of a body, and null for one above its limit", async () => {
    const memory = createBodyMemory({ most: 1_000 * KB });
    const [whole, long, declared] = [sending(), sending(), sending({ "content-length": "11" })];
    const received = [whole, long, declared].map(({ request }) => memory.receive(request, 10, "a"));
    whole.send(4);
    whole.send(6);
    whole.end();
    long.send(11);
    expect((await received[0])?.byteLength).toBe(10);
    expect(await received[1]).toBeNull();
    expect(await received[2]).toBeNull();
    expect(memory.used()).toBe(0);
  });

  it("starvation: many slow bodies of few owners end, and a new owner's body arrives", async () => {
    let time = 0;
    const memory = createBodyMemory({ most: 400 * KB, now: () => time });
    const slow = Array.from({ length: 12 }, (_, index) => {
      const one = sending();
      time += 1;
      const outcome = memory.receive(one.request, 100 * KB, `network ${index % 4}`).then(
        () => "received",
        (error: unknown) => (error instanceof BodyEvicted ? "evicted" : "failed"),
      );
      one.send(30 * KB);
      return outcome;
    });
    await settled();
    time += 1_000;
    const own = sending();
    const received = memory.receive(own.request, 100 * KB, "someone");
    own.send(90 * KB);
    own.end();
    expect((await received)?.byteLength).toBe(90 * KB);
    await settled();
    expect(memory.used()).toBeLessThanOrEqual(400 * KB);
    const outcomes = await Promise.all(slow.map((one) => Promise.race([one, settled().then(() => "open")])));
    expect(outcomes.filter((one) => one === "evicted").length).toBeGreaterThanOrEqual(6);
    expect(outcomes).not.toContain("failed");
  });

  it("memory exhaustion: the parts of bodies that arrive byte by byte count with their objects", async () => {
    const memory = createBodyMemory({ most: 1_000 * KB });
    const one = sending();
    const received = memory.receive(one.request, 100 * KB, "a");
    for (let at = 0; at < 100; at++) one.send(1);
    await settled();
    expect(memory.used()).toBeGreaterThan(100 * KB);
    one.end();
    expect((await received)?.byteLength).toBe(100);
    expect(memory.used()).toBe(0);
  });

  it("frees the memory of bodies that fail", async () => {
    const memory = createBodyMemory({ most: 400 * KB });
    const one = sending();
    const received = memory.receive(one.request, 100 * KB, "a");
    one.send(10);
    one.fail(Object.assign(new Error("reset"), { code: "ECONNRESET" }));
    await expect(received).rejects.toMatchObject({ status: 400 });
    expect(memory.used()).toBe(0);
  });

  it("never uses more than its limit, and nothing in the end", async () => {
    const step = fc.record({
      by: fc.nat(3),
      bytes: fc.integer({ min: 1, max: 60 * KB }),
      ends: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        let time = 0;
        const memory = createBodyMemory({ most: 150 * KB, now: () => (time += 1) });
        const open = steps.map(({ by, bytes, ends }) => {
          const one = sending();
          const outcome = memory.receive(one.request, 50 * KB, `${by}`).catch((error: unknown) => {
            if (!(error instanceof BodyEvicted)) throw error;
          });
          one.send(bytes);
          if (ends) one.end();
          return { one, outcome, ends };
        });
        await settled();
        expect(memory.used()).toBeLessThanOrEqual(150 * KB);
        for (const { one, ends } of open) {
          // A body that was ended is cancelled already.
          try {
            if (!ends) one.end();
          } catch (error) {
            expect(error).toBeInstanceOf(TypeError);
          }
        }
        await Promise.all(open.map(({ outcome }) => outcome));
        expect(memory.used()).toBe(0);
      }),
    );
  });
});
