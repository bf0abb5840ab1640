import { describe, expect, it } from "vitest";
import { createPasswords } from "./passwords";

/** The default of PASSWORD_COST. */
const usual = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const cheap = { memoryCost: 8_192, timeCost: 1, parallelism: 1 };

describe("passwords", () => {
  const passwords = createPasswords(usual);

  it("are stored with argon2id, at the chosen cost", async () => {
    const hash = await passwords.hash("a long and uncommon one");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, "a long and uncommon one")).toBe(true);
    expect(await passwords.verify(hash, "a long and uncommon two")).toBe(false);
    expect(await passwords.hash("a long and uncommon one")).not.toBe(hash);
  });

  it("are wrong without a hash or with an invalid hash", async () => {
    expect(await passwords.verify(null, "nobody has this password")).toBe(false);
    expect(await passwords.verify("not a hash", "x")).toBe(false);
  });

  it("with a hash of a lower cost are still accepted", async () => {
    const hash = await createPasswords(cheap).hash("a long and uncommon one");
    expect(await passwords.verify(hash, "a long and uncommon one")).toBe(true);
    expect(await passwords.verify(hash, "a long and uncommon two")).toBe(false);
    expect(passwords.isOutdated(hash)).toBe(true);
    expect(passwords.isOutdated(await passwords.hash("a long and uncommon one"))).toBe(false);
  });

  it("are hashed again if the cost has changed, to a higher or a lower one", async () => {
    const higher = createPasswords({ memoryCost: 65_536, timeCost: 4, parallelism: 1 });
    const hash = await passwords.hash("a long and uncommon one");
    expect(higher.isOutdated(hash)).toBe(true);
    expect(await higher.verify(hash, "a long and uncommon one")).toBe(true);
    expect(passwords.isOutdated(await higher.hash("a long and uncommon one"))).toBe(true);
  });

  it("are refused with 503 if one network sends too many, while those of another network are checked", async () => {
    const few = createPasswords(cheap, { running: 1, waiting: 4 });
    const hash = await few.hash("a long and uncommon one");
    const flood = Array.from({ length: 20 }, () => few.verify(hash, "wrong", "192.0.2.1"));
    const other = few.verify(hash, "a long and uncommon one", "198.51.100.1");
    const settled = await Promise.allSettled(flood);
    expect(await other).toBe(true);
    const refused = settled.filter((each) => each.status === "rejected");
    expect(refused).toHaveLength(20 - 1 - 4 + 1);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ status: 503, error: "unavailable", details: { retryAfter: 5 } });
  });

  it.each([
    ["of today's cost", usual],
    ["of a lower cost", cheap],
  ])("take as long to refuse without a hash as with a hash %s", async (_name, cost) => {
    const hash = await createPasswords(cost).hash("a long and uncommon one");
    const median = async (stored: string | null) => {
      const took: number[] = [];
      for (let run = 0; run < 9; run++) {
        const began = performance.now();
        await passwords.verify(stored, "wrong");
        took.push(performance.now() - began);
      }
      return took.sort((a, b) => a - b)[4]!;
    };
    const ratio = (await median(null)) / (await median(hash));
    // A wide range, because other suites use the same cores. Without the additional work, the ratio would be about 0.
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(3);
  });
});
