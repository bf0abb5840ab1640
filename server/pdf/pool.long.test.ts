import pino from "pino";
import { describe, expect, it } from "vitest";
import { createRenderPool } from "./pool";

const plain = { template: "<p>x", data: {}, options: {} };

describe("the render pool", () => {
  it("starvation: render one organization's document while another has 52 slow ones to render", async () => {
    const shared = createRenderPool({
      workers: 3,
      ofOne: 2,
      queue: 50,
      timeoutMs: 19_500,
      memoryMb: 256,
      log: pino({ level: "silent" }),
    });
    await Promise.all(["1", "2", "3"].map((by) => shared.render(plain, by)));
    const slow = { ...plain, template: `<div>${"<p>some words of a paragraph</p>".repeat(4_000)}</div>` };
    let ended = 0;
    const flood = Array.from({ length: 52 }, () =>
      shared
        .render(slow, "1")
        .catch(() => null)
        .finally(() => (ended += 1)),
    );
    await shared.render(plain, "2");
    expect(ended).toBeLessThan(10);
    await shared.close();
    await Promise.all(flood);
  }, 30_000);
});
