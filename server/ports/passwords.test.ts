import { describe, expect, it } from "vitest";
import { createPasswords } from "./passwords";

const cheap = { memoryCost: 8_192, timeCost: 1, parallelism: 1 };

describe("passwords", () => {
  const passwords = createPasswords();

  it("are kept as argon2id, at a cost well above the least that OWASP names", async () => {
    const hash = await passwords.hash("a long and uncommon one");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/);
    expect(await passwords.verify(hash, "a long and uncommon one")).toBe(true);
    expect(await passwords.verify(hash, "a long and uncommon two")).toBe(false);
    expect(await passwords.hash("a long and uncommon one")).not.toBe(hash);
  });

  it("that are nobody's or no hash at all are wrong", async () => {
    expect(await passwords.verify(null, "nobody has this password")).toBe(false);
    expect(await passwords.verify("not a hash", "x")).toBe(false);
  });

  it("made at a lower cost are still right", async () => {
    const hash = await createPasswords(cheap).hash("a long and uncommon one");
    expect(await passwords.verify(hash, "a long and uncommon one")).toBe(true);
    expect(await passwords.verify(hash, "a long and uncommon two")).toBe(false);
    expect(passwords.isOutdated(hash)).toBe(true);
    expect(passwords.isOutdated(await passwords.hash("a long and uncommon one"))).toBe(false);
  });

  it("that one network floods us with are refused with 503, and those of another are still looked at", async () => {
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
    ["of today's cost", undefined],
    ["of a lower cost", cheap],
  ])("take as long to refuse where there is none as one %s", async (_name, cost) => {
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
    // Wide, because other suites use the same cores; without the work in vain it would be about 0.
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(3);
  });
});
