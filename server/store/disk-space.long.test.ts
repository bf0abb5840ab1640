import { describe, expect, it } from "vitest";
import { smallDisk } from "@/server/testing/small-disk";

describe("the embedded database on a disk without free space", () => {
  const { disk, insert, inserts, names, refused } = smallDisk();

  it("is started again if it does not answer, and keeps what was committed", async () => {
    await insert("committed");
    disk.megabytes = 0;
    const stuck = disk.database.sql`select count(*) from generate_series(1, 1000000000)`.then(
      () => "answered",
      () => "failed",
    );
    await expect(stuck).resolves.toBe("failed");
    await expect.poll(() => disk.events, { timeout: 20_000 }).toContain("restarted");
    await expect(names()).resolves.toContain("committed");
    await expect.poll(refused, { timeout: 5_000 }).toMatchObject({ status: 503 });
    disk.megabytes = 1_000;
    await expect.poll(() => inserts("space"), { timeout: 5_000 }).toBe(true);
  }, 60_000);
});
