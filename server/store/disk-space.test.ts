import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { smallDisk } from "@/server/testing/small-disk";
import { requireSpace, stateOf } from "./disk-space";

const MB = 1024 * 1024;

describe("the state of a disk", () => {
  it.each([
    [1_000, "enough", "enough"],
    [300, "enough", "low"],
    [47, "low", "full"],
    [60, "low", "low"],
    [60, "full", "full"],
    [65, "full", "low"],
    [1_000, "full", "enough"],
  ] as const)("with %i MB after %s is %s", (megabytes, before, state) => {
    expect(stateOf(megabytes * MB, before)).toBe(state);
  });
});

describe("the embedded database on a disk without free space", () => {
  const { disk, insert, inserts, names, refused } = smallDisk();

  it("refuses changes (503), reads, and accepts changes again when there is free space", async () => {
    await insert("before");
    disk.megabytes = 10;
    await expect.poll(() => disk.database.space?.().state).toBe("full");
    await expect
      .poll(refused)
      .toMatchObject({ status: 503, reason: { code: "request.read_only" }, details: { retryAfter: 30 } });
    await expect(names()).resolves.toContain("before");
    disk.megabytes = 1_000;
    await expect.poll(() => inserts("after")).toBe(true);
    await expect(names()).resolves.toContain("after");
    expect(disk.events).toEqual(["full", "enough"]);
  });

  it("keeps a reserve on the disk for a restart", async () => {
    await expect.poll(() => existsSync(path.join(disk.directory, "reserve"))).toBe(true);
    await expect(requireSpace(disk.directory)).resolves.toBeUndefined();
  });
});
