import type * as argon2 from "@node-rs/argon2";
import { describe, expect, it, vi } from "vitest";
import { createPasswords } from "./passwords";

/** Memory costs of the hashes that were computed, and lengths of the hashed passwords. */
const [costs, lengths] = vi.hoisted((): [number[], number[]] => [[], []]);
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof argon2>();
  const hash: typeof real.hash = (password, options, ...more) => {
    costs.push(options!.memoryCost!);
    lengths.push(password.length);
    return real.hash(password, options, ...more);
  };
  const verify: typeof real.verify = (stored, password, ...more) => {
    costs.push(Number(/m=(\d+)/.exec(String(stored))?.[1]));
    lengths.push(password.length);
    return real.verify(stored, password, ...more);
  };
  return { ...real, hash, verify };
});

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
    ["of today's cost", usual, [usual.memoryCost]],
    ["of a lower cost", cheap, [cheap.memoryCost, usual.memoryCost]],
  ])("cost as much work to refuse without a hash as with a hash %s", async (_name, cost, expected) => {
    const hash = await createPasswords(cost).hash("a long and uncommon one");
    const workOf = async (stored: string | null) => {
      costs.length = 0;
      expect(await passwords.verify(stored, "wrong")).toBe(false);
      return costs.toSorted((one, other) => one - other);
    };
    expect(await workOf(null)).toEqual([usual.memoryCost]);
    expect(await workOf(hash)).toEqual(expected);
  });

  it("an attacker sends 64,000 letters: they are not hashed, and the work is that of a wrong password", async () => {
    const hash = await passwords.hash("a long and uncommon one");
    for (const stored of [hash, null]) {
      lengths.length = 0;
      expect(await passwords.verify(stored, "a".repeat(64_000))).toBe(false);
      expect(lengths).toEqual([0]);
    }
  });

  it("are the same with composed and with decomposed letters", async () => {
    const [typed, other] = ["Jürgen liebt Möhren".normalize("NFC"), "Jürgen liebt Möhren".normalize("NFD")];
    for (const [stored, entered] of [
      [typed, other],
      [other, typed],
    ] as const)
      expect(await passwords.verify(await passwords.hash(stored), entered)).toBe(true);
  });

  it("with decomposed letters still match the hash of an earlier version, and cost as much without a hash", async () => {
    const typed = "Jürgen liebt Möhren".normalize("NFD");
    const { hash } = await import("@node-rs/argon2");
    const stored = await hash(typed, usual);
    expect(await passwords.verify(stored, typed)).toBe(true);
    costs.length = 0;
    expect(await passwords.verify(stored, `${typed}!`)).toBe(false);
    expect(costs).toHaveLength(2);
    expect(await passwords.verify(null, typed)).toBe(false);
    expect(costs).toHaveLength(4);
  });
});
