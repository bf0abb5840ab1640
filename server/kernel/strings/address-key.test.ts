import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { addressKey } from "./address-key";

describe.each(databaseKinds)("spellings of one address, on %s", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase(kind)));
  afterAll(() => database.close());
  const lower = async (texts: string[]) =>
    (
      await database.sql<{ folded: string }[]>`
        select lower(value) as folded from json_array_elements_text(${JSON.stringify(texts)}::text::json)
        with ordinality as t (value, place) order by place`
    ).map(({ folded }) => folded);

  it("have one key for each character that the database folds", async () => {
    const all = Array.from({ length: 0x1_ffff }, (_, index) => index + 1)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point));
    const folded = await lower(all);
    expect(all.filter((text, index) => addressKey(text) !== addressKey(folded[index]!))).toEqual([]);
  });

  it("have one key in any text, including the dotted capital I", async () => {
    const part = fc
      .array(fc.constantFrom(..."iIİıKkKſsSßẞΣσςÅåÅaA.@1\u0307"), { minLength: 1, maxLength: 12 })
      .map((characters) => characters.join(""));
    const texts = fc.sample(part, { numRuns: 5_000, seed: 16 });
    const keys = new Map<string, string>();
    const folded = await lower(texts);
    texts.forEach((text, index) => {
      const key = keys.get(folded[index]!) ?? addressKey(text);
      expect(addressKey(text), JSON.stringify(text)).toBe(key);
      keys.set(folded[index]!, key);
    });
  });

  it("attack: `admİn` has no separate attempts or mails beside `admin`", () => {
    expect(addressKey("admİn@castellan.example")).toBe(addressKey("ADMIN@castellan.example"));
    expect(addressKey("admi\u0307n@castellan.example")).toBe(addressKey("admin@castellan.example"));
    expect(addressKey("ada@acme.example")).not.toBe(addressKey("adb@acme.example"));
  });
});
