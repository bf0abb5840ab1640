import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { startClockCheck } from "./clock-check";

const HOUR = 3_600_000;

/** The embedded database runs on the same machine, so the suite treats it as a server on another one. */
describe("the clock of this machine", () => {
  const log = pino({ level: "silent" });
  let database: TestDatabase;
  beforeAll(async () => {
    database = { ...(await freshDatabase("pglite")), kind: "postgres" };
  });
  afterAll(() => database.close());

  it("may differ from the database's by a few seconds", async () => {
    const check = await startClockCheck(database, { log, now: () => Date.now() + 4_000 });
    expect(check.agree()).toBe(true);
    await check.stop();
  });

  it.each([
    [-HOUR, "3600 seconds behind the clock of the database"],
    [HOUR, "3600 seconds ahead of the clock of the database"],
  ])("refuses the start with a difference of %i ms", async (difference, text) => {
    await expect(startClockCheck(database, { log, now: () => Date.now() + difference })).rejects.toThrow(
      text,
    );
  });

  it("is not ready while it differs, and ready again afterwards", async () => {
    let difference = 0;
    const check = await startClockCheck(database, { log, now: () => Date.now() + difference, checkMs: 10 });
    expect(check.agree()).toBe(true);
    difference = -HOUR;
    await expect.poll(check.agree).toBe(false);
    difference = 0;
    await expect.poll(check.agree).toBe(true);
    await check.stop();
  });
});
