import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endsSoon } from "@/server/testing/work";
import { piecesOf } from "./password-patterns";
import { isCommonPassword, LONGEST_PASSWORD, passwordProblem } from "./password-policy";

const policy = { minLength: 12, refuseAddress: true, refuseCommon: true };
const problem = (password: string, names: string[] = []) =>
  passwordProblem(policy, password, "ada.lovelace@x.example", names)?.("password").message ?? null;

describe("the password policy, attacked with weak passwords", () => {
  it.each([
    "aaaaaaaaaaaa",
    "AaAaAaAaAaAa",
    "ääääääääääää",
    "🏰🏰🏰🏰🏰🏰🏰🏰🏰🏰🏰🏰",
    "0110100110010110",
    "aaaaaaaaaaab",
    "abcdefghijkl",
    "lkjihgfedcba",
    "123456789012",
    "987654321098",
    "012345678901",
    "qwertyuiopas",
    "qwertzuiopas",
    "azertyuiopqs",
    "asdfghjklasd",
    "poiuytrewqlk",
    "1qaz2wsx3edc",
    "abcabcabcabc",
    "xk7xk7xk7xk7",
    "xk7fxk7fxk7fxk7f",
    "aabbccddeeff",
    "111222333444",
    "a1b2c3d4e5f6",
    "1q2w3e4r5t6y",
    "abcdef123456",
    "qwertz123456",
    "castellan1234",
    "castellancastellan",
    "passwordpassword",
    "dragondragon12",
    "letmeinletmein!",
  ])("refuses %s", (password) => expect(problem(password)).not.toBeNull());

  it.each([
    ["Acme Widgets 123", ["Acme Widgets"]],
    ["acmewidgetsacmewidgets", ["Acmewidgets"]],
  ])("refuses the organization's name with few other characters: %s", (password, names) =>
    expect(problem(password, names)).toContain("easy to guess"),
  );

  it.each([
    "correct horse battery staple",
    "Correct-Horse-9-Battery",
    "Tr0ub4dor&3xyz",
    "wonderful horses 12",
    "Sup3r-Secret-Pass!",
    "a long and uncommon one",
    "k7#mQ2xz!pLw",
    "Zq9!vT4@nB7$",
    "S3cure!Passw0rd#2026",
    "пароль из четырёх слов",
    "love 長い合言葉を使う",
    "at Acme we build bridges",
  ])("accepts %s", (password) => expect(problem(password, ["Acme", "Globex"])).toBeNull());

  it("refuses each piece of up to two characters, however often it is repeated", () =>
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 2 }),
        fc.integer({ min: 12, max: 200 }),
        (piece, times) => {
          expect(problem(piece.repeat(times))).not.toBeNull();
        },
      ),
    ));

  it("accepts the output of a password generator", () => {
    for (let time = 0; time < 2_000; time++) {
      const password = randomBytes(12).toString("base64url");
      expect(problem(password), password).toBeNull();
    }
  });

  it("reads only the first 128 characters for pieces, also of a text of repetitions", () => {
    const worst = [
      ...["a", "1", "ab", "qwerty", "1234567890", "p4ssw0rd", "a7@4$"].map((piece) => piece.repeat(1_000)),
      randomBytes(768).toString("base64"),
      randomBytes(512).toString("hex"),
    ];
    for (const text of worst) {
      const password = text.slice(0, LONGEST_PASSWORD);
      endsSoon(() => problem(password));
      const begin = text.slice(0, 256);
      expect(piecesOf(text), begin).toBe(piecesOf(text.slice(0, 128)));
      // A search of the whole text takes hours.
      expect(
        endsSoon(() => piecesOf(begin + text.repeat(1_000))),
        begin,
      ).toBe(piecesOf(begin));
    }
  });

  it("checks the length first: reads no character of a megabyte", () => {
    const unread = (letter: string): string =>
      new Proxy(Object(letter.repeat(1_000_000)) as object, {
        get: (text, key) => {
          if (key === "length") return Reflect.get(text, key) as number;
          throw new Error(`${String(key)} was read`);
        },
      }) as unknown as string;
    for (const letter of ["1", " ", "a", "!", "é", "🏰", "\0"]) {
      expect(problem(unread(letter))).toContain("at most");
      expect(isCommonPassword(unread(letter))).toBe(false);
    }
  });

  it("counts a sequence, a row of keys and a repetition as one piece each", () => {
    expect(piecesOf("abcdefgh")).toBe(1);
    expect(piecesOf("qwertz")).toBe(1);
    expect(piecesOf("k7#k7#k7#")).toBe(3);
    expect(piecesOf("k7#m abcdef")).toBe(6);
    expect(piecesOf("acme 12345", ["Acme"])).toBe(3);
  });
});
