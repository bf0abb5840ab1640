import { monitorEventLoopDelay } from "node:perf_hooks";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FeedSettings } from "../domain/role-sync/role-sync.schema";
import { createFileReader } from "./reader";

const settings = (format: "csv" | "json") =>
  FeedSettings.parse({ url: "https://feed.example", format, personField: "email", roleField: "role" });
const FEED = 20 * 1024 * 1024;
const FILE = 8_000_000;
const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

describe("untrusted files of rows", () => {
  const reader = createFileReader(pino({ level: "silent" }));
  beforeAll(async () => void (await reader.people("email\na@example.com\n", 1)));
  afterAll(() => reader.close());

  /** Returns the result, and the longest waiting time of other work meanwhile. */
  async function bystander(work: () => Promise<unknown>) {
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    const outcome = await work().then(
      () => "read",
      (error: Error) => error.message,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    delays.disable();
    return { outcome, longestMs: delays.max / 1e6 };
  }

  it.each<[string, "csv" | "json", () => string, RegExp]>([
    [
      "20 MB of rows of two letters",
      "csv",
      () => `email,role\n${filled("a,b\n", FEED)}`,
      /more than 200000 rows/,
    ],
    ["20 MB of empty lines", "csv", () => `email,role\n${filled("\n", FEED)}`, /^read$/],
    ["a head of 5,000,000 columns", "csv", () => filled("a,b,", FEED), /not valid CSV/],
    ["a quote without end", "csv", () => `email,role\n"${filled("a", FEED)}`, /not valid CSV/],
    [
      "7,000,000 empty objects",
      "json",
      () => `[${filled("{},", FEED)}{}]`,
      /more than 200000 rows|too long|memory/,
    ],
    ["10,000,000 numbers", "json", () => `[${filled("0,", FEED)}0]`, /array of objects|too long|memory|rows/],
    [
      "a name of 20 MB",
      "json",
      () => JSON.stringify([{ email: filled("a", FEED), role: "x" }]),
      /more than 1000 characters/,
    ],
  ])(
    "starvation: a feed with %s, as %s, is read while others are answered",
    async (_what, format, text, said) => {
      const feed = text();
      const { outcome, longestMs } = await bystander(() => reader.feed(feed, settings(format), 1));
      expect(outcome).toMatch(said);
      expect(longestMs).toBeLessThan(600);
    },
    30_000,
  );

  it.each<[string, () => string, RegExp]>([
    ["one line of 8 MB of separators", () => `${filled(";,", FILE)}\n`, /more than 100 columns/],
    ["8,000,000 empty cells", () => `email\n${filled(",", FILE)}`, /more than 100 columns/],
    ["20,000 rows of 100 columns", () => filled(`${"a,".repeat(99)}a\n`, 200 * 20_000), /^read$/],
  ])(
    "starvation: a file of users with %s is read while others are answered",
    async (_what, text, said) => {
      const file = text();
      const { outcome, longestMs } = await bystander(() => reader.people(file, 1));
      expect(outcome).toMatch(said);
      expect(longestMs).toBeLessThan(600);
    },
    30_000,
  );

  it("starvation: the file of one organization does not wait for fifty feeds of another", async () => {
    const feed = `email,role\n${filled("a,b\n", 2_000_000)}`;
    const flood = Array.from({ length: 50 }, () => reader.feed(feed, settings("csv"), 1).catch(() => []));
    const begun = performance.now();
    await reader.people("email\na@example.com\n", 2);
    expect(performance.now() - begun).toBeLessThan(1_500);
    await Promise.all(flood);
  }, 60_000);
});
