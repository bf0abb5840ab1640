import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFeed } from "../domain/role-sync/connectors";
import { FeedSettings } from "../domain/role-sync/role-sync.schema";
import { readCsv } from "../domain/user-imports/csv";
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

  /** Returns the result, and how often other work had its turn meanwhile. */
  async function bystander(work: () => Promise<unknown>) {
    let isDone = false;
    let turns = 0;
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const outcome = await work().then(
      () => "read",
      (error: Error) => error.message,
    );
    isDone = true;
    return { outcome, turns };
  }
  /** Much less than the turns while another thread reads. Reading in this thread leaves one or two. */
  const SEVERAL = 20;

  it.each<[string, "csv" | "json", () => string, RegExp]>([
    [
      "100,000 columns",
      "csv",
      () => `${filled("a,", 200_000)}b\n${filled("a,", 200_000)}b\n`,
      /not valid CSV/,
    ],
    ["10,000,000 levels", "json", () => filled("[", FEED), /not valid JSON/],
  ])(
    "starvation: a feed with %s, as %s, is read while others are answered",
    async (_what, format, text, said) => {
      const feed = text();
      const { outcome, turns } = await bystander(() => reader.feed(feed, settings(format), 1));
      expect(outcome).toMatch(said);
      expect(turns).toBeGreaterThan(SEVERAL);
    },
  );

  it.each<[string, () => string, RegExp]>([
    ["8 MB of rows of one letter", () => `email\n${filled("a\n", FILE)}`, /more than 20000 rows/],
    ["one cell of 8 MB", () => `email\n${filled("a", FILE - 6)}`, /more than 10000 characters|100 columns/],
    ["a quote without end", () => `email\n"${filled("a", FILE - 7)}`, /columns|not valid CSV/],
  ])("starvation: a file of users with %s is read while others are answered", async (_what, text, said) => {
    const file = text();
    const { outcome, turns } = await bystander(() => reader.people(file, 1));
    expect(outcome).toMatch(said);
    expect(turns).toBeGreaterThan(SEVERAL);
  });

  it("give the same result as without processes", async () => {
    const feed = "email,role,more\nann@example.com,Clerk,1\n\nben@example.com, Boss ,2\n";
    expect(await reader.feed(feed, settings("csv"), 1)).toEqual([
      { person: "ann@example.com", role: "Clerk" },
      { person: "ben@example.com", role: "Boss" },
    ]);
    expect(readFeed(feed, settings("csv"))).toEqual(await reader.feed(feed, settings("csv"), 1));
    const file = "E-Mail;Name\r\nann@example.com;Ann\r\n;\r\nben@example.com;Ben, Jr\r\n";
    expect(await reader.people(file, 1)).toEqual({
      header: ["E-Mail", "Name"],
      rows: [
        { line: 2, cells: ["ann@example.com", "Ann"] },
        { line: 4, cells: ["ben@example.com", "Ben, Jr"] },
      ],
    });
    await expect(reader.people("email", 1)).rejects.toMatchObject({
      status: 400,
      details: { field: "text" },
    });
    expect(() => readCsv("email")).toThrow("people below it");
  });

  it("end work that takes too long or too much memory, and continue", async () => {
    const small = createFileReader(pino({ level: "silent" }), { memoryMb: 2 });
    const late = createFileReader(pino({ level: "silent" }), { timeoutMs: 1 });
    await expect(small.feed("[]", settings("json"), 1)).rejects.toThrow(/too much memory/);
    // The time begins when the process has started, and ends before the whole text is sent: a pipe holds only a part of it.
    await expect(late.people(filled("email\n", FILE), 1)).rejects.toThrow(/too long/);
  }, 30_000);
});
