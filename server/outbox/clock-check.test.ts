import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { startClockCheck } from "./clock-check";

const HOUR = 3_600_000;

/** The suite declares the embedded database as PostgreSQL, because `startClockCheck` does not check the clock of the embedded one. */
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
  ])("prevents the start if it differs by %i ms", async (difference, text) => {
    await expect(startClockCheck(database, { log, now: () => Date.now() + difference })).rejects.toThrow(
      text,
    );
  });

  it("disagrees with the database's clock while it differs, and agrees again afterwards", async () => {
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
