import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { databaseKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { countsOf } from "@/server/store/counts";
import { sweep } from "@/server/outbox/sweep";
import { createCounters, type Counter, type Counters } from "./counters";

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe.each(databaseKinds)("limits on %s", (kind) => {
  let database: TestDatabase;
  /** Three instances. On the embedded database there is only one. */
  let instances: Counters[];
  beforeAll(async () => {
    database = await freshDatabase(kind);
    const one = createCounters(countsOf(database));
    instances = kind === "pglite" ? [one, one, one] : times(3).map(() => createCounters(countsOf(database)));
  });
  afterAll(() => database.close());
  afterEach(() => void vi.useRealTimers());

  let numbered = 0;
  const counter = (most: number, seconds = 60): Counter => ({
    key: `test ${(numbered += 1)}`,
    most,
    seconds,
  });

  it("admits as many concurrent events as the limit, over all instances", async () => {
    const one = counter(20);
    const waits = await Promise.all(times(90).map((index) => instances[index % 3]!.take(one)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
    for (const wait of waits.filter((wait) => wait > 0)) expect(wait).toBeGreaterThan(58);
  });

  it("admits as many sequential events as the limit, over all instances", async () => {
    const one = counter(20);
    const waits: number[] = [];
    for (const index of times(45)) waits.push(await instances[index % 3]!.take(one));
    expect(waits.slice(0, 20)).toEqual(times(20).map(() => 0));
    expect(Math.min(...waits.slice(20))).toBeGreaterThan(58);
    expect(await instances[1]!.wait(one)).toBeGreaterThan(58);
  });

  it("counts an event on all counters or on none", async () => {
    const [narrow, wide] = [counter(1), counter(3)];
    expect(await instances[0]!.take(wide, narrow)).toBe(0);
    expect(await instances[1]!.take(wide, narrow)).toBeGreaterThan(0);
    expect(await instances[2]!.take(wide)).toBe(0);
    expect(await instances[0]!.take(wide)).toBe(0);
    expect(await instances[1]!.take(wide)).toBeGreaterThan(0);
  });

  it("admits an event again after one was given back, or after the count was deleted", async () => {
    const one = counter(2);
    for (const by of instances.slice(0, 2)) expect(await by.take(one)).toBe(0);
    await instances[0]!.giveBack(one);
    expect(await instances[1]!.wait(one)).toBe(0);
    expect(await instances[2]!.take(one)).toBe(0);
    expect(await instances[2]!.take(one)).toBeGreaterThan(0);
    await instances[2]!.forget(one);
    expect(await instances[2]!.take(one)).toBe(0);
  });

  it("begins a new window after the end of the last one", async () => {
    const one = counter(1);
    expect(await instances[0]!.take(one)).toBe(0);
    expect(await instances[1]!.take(one)).toBeGreaterThan(58);
    // The clock of the process, and that of PostgreSQL.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    if (kind === "postgres")
      await database.sql`update limit_counters set expires_at = expires_at - interval '61 seconds'`;
    expect(await instances[1]!.take(one)).toBe(0);
  });

  it("stores no address, and deletes expired counts", async () => {
    if (kind === "pglite") return;
    await instances[0]!.take({ key: "sign-in client 192.0.2.1 ada@example.com", most: 1, seconds: 1 });
    const stored = await database.sql<{ key: string }[]>`select key from limit_counters`;
    expect(stored.length).toBeGreaterThan(0);
    for (const { key } of stored) expect(key).toMatch(/^[\w-]{43}$/);
    await database.sql`update limit_counters set expires_at = now() - interval '1 second'`;
    await sweep(database.sql);
    expect(await database.sql`select key from limit_counters`).toEqual([]);
  });
});
