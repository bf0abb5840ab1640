import { describe, expect, it } from "vitest";
import { NewProvider } from "@/server/domain/federation/federation.schema";
import { SourceConfiguration } from "@/server/domain/role-sync/role-sync.schema";
import { composed, composedInput } from "./composed";

const COMPOSED = "Köln".normalize("NFC");
const DECOMPOSED = COMPOSED.normalize("NFD");

describe("an input with decomposed letters", () => {
  it("gets composed letters in all texts and keys, except values that other systems compare", () => {
    const provider = { name: DECOMPOSED, secret: DECOMPOSED, configuration: { settings: [DECOMPOSED] } };
    expect(composedInput(provider, NewProvider)).toEqual({ ...provider, name: COMPOSED });
    const mapping = (feedRole: string) => [{ feedRole, roleId: 1 }];
    const source = { settings: { url: DECOMPOSED, mapping: mapping(DECOMPOSED) }, secret: DECOMPOSED };
    expect(composedInput(source, SourceConfiguration)).toEqual({
      ...source,
      settings: { url: DECOMPOSED, mapping: mapping(COMPOSED) },
    });
    expect(composedInput({ [DECOMPOSED]: [DECOMPOSED, 1, null] })).toEqual({
      [COMPOSED]: [COMPOSED, 1, null],
    });
  });

  it("starvation: a text with thousands of marks on one letter stays, because to sort them takes n² steps", () => {
    const text = `u\u0308${"\u0301".repeat(20_000)}${"\u0316".repeat(20_000)}`;
    expect(composed(text)).toBe(text);
    expect(composed(`u\u0308${"\u0301".repeat(29)}`)).toHaveLength(29);
  });

  it("keeps dates and functions", () => {
    const input = { at: new Date(0), change: () => DECOMPOSED };
    expect(composedInput(input)).toEqual(input);
  });
});
