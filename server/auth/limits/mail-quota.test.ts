import { describe, expect, it, vi } from "vitest";
import { createCounters, memoryCounts } from "@/server/kernel/concurrency/counters";
import { createMailQuota } from "./mail-quota";
import { createSendLimit } from "../sign-in/limits";

const counters = () => createCounters(memoryCounts());
const KNOWN = "known";
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A fake database in which every user has one known browser. */
const database = {
  sql: ((_text: TemplateStringsArray, ...values: unknown[]) =>
    Promise.resolve(values.includes(KNOWN) ? [{}] : [])) as never,
};

describe("strangers who use up another person's quota of messages", () => {
  it("do not prevent a code to the person's own browser", async () => {
    const send = createSendLimit(database, counters());
    const bySomebody = (index: number) =>
      send(1, "ada@example.com", { ip: `198.51.100.${index}`, deviceHash: `${index}` });
    const sent: boolean[] = [];
    for (const index of times(50)) sent.push(await bySomebody(index));
    expect(sent.filter(Boolean)).toHaveLength(30);
    expect(await send(1, "ada@example.com", { ip: "203.0.113.1", deviceHash: KNOWN })).toBe(true);
    expect(await send(1, "ADA@example.com", { ip: "203.0.113.1", deviceHash: "other" })).toBe(false);
    // The browser is not known for other users, nor at other organizations.
    expect(await bySomebody(0)).toBe(false);
    expect(await send(1, "bob@example.com", { ip: "198.51.100.1", deviceHash: "1" })).toBe(true);
    expect(await send(2, "ada@example.com", { ip: "198.51.100.1", deviceHash: "1" })).toBe(true);
  });

  it("from one network are stopped before the whole quota is used up, in any spelling", async () => {
    const send = createSendLimit(database, counters());
    const spellings = ["ada@example.com", "ADA@example.com", "ａｄａ@example.com"];
    const sent: boolean[] = [];
    for (const index of times(30))
      sent.push(
        await send(1, spellings[index % 3]!, { ip: `2001:db8::${index.toString(16)}`, deviceHash: "" }),
      );
    expect(sent.filter(Boolean)).toHaveLength(10);
    expect(await send(1, "ada@example.com", { ip: "203.0.113.1", deviceHash: "" })).toBe(true);
  });

  it("leave a valid link in the mailbox at any time, if links are sent", async () => {
    vi.useFakeTimers();
    try {
      const isWithin = createMailQuota(database, counters(), {
        name: "link",
        perClient: 2,
        perAddress: 4,
        thenEvery: 900,
      });
      const ask = (index: number) =>
        isWithin(1, "ada@example.com", { ip: `198.51.100.${index}`, deviceHash: "" });
      const sent: boolean[] = [];
      for (const index of times(10)) sent.push(await ask(index));
      expect(sent.filter(Boolean)).toHaveLength(4);
      await vi.advanceTimersByTimeAsync(901_000);
      expect([await ask(20), await ask(21)]).toEqual([true, false]);
    } finally {
      vi.useRealTimers();
    }
  });
});
