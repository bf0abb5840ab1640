import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createLocator } from "./locate";

describe("where an address is", () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "castellan-locate-"));
  const anonymizers = path.join(directory, "anonymizers");
  writeFileSync(anonymizers, "# exits\n171.25.193.0/24\n\n2a0b:f4c0::/32 # v6\n::ffff:185.220.101.1\n");
  const locate = createLocator({ anonymizers });
  afterAll(() => rmSync(directory, { recursive: true }));

  it("knows countries, of v4 in any spelling and of v6", () => {
    const germany = { country: "DE", region: null, place: "Germany", anonymizer: false };
    expect(locate("193.99.144.80")).toEqual(germany);
    expect(locate("::ffff:193.99.144.80")).toEqual(germany);
    expect(locate("2a02:2e0:3fe:1001:302::")).toEqual(germany);
  });

  it("says nothing of private and special addresses, and of what is none", () => {
    const nowhere = { country: null, region: null, place: null, anonymizer: null };
    for (const ip of [
      null,
      "",
      "text",
      "10.1.2.3",
      "127.0.0.1",
      "::1",
      "fe80::1",
      "192.0.2.1",
      "224.0.0.1",
      "0.0.0.0",
    ])
      expect(locate(ip), String(ip)).toEqual(nowhere);
  });

  it("knows the anonymizers of the list", () => {
    expect(locate("171.25.193.77").anonymizer).toBe(true);
    expect(locate("2a0b:f4c0:16c::1").anonymizer).toBe(true);
    expect(locate("185.220.101.1").anonymizer).toBe(true);
    expect(createLocator({})("171.25.193.77").anonymizer).toBeNull();
  });

  it("names the line that is neither an address nor a range", () => {
    writeFileSync(path.join(directory, "bad"), "10.0.0.0/8\nnonsense\n");
    expect(() => createLocator({ anonymizers: path.join(directory, "bad") })).toThrow(/line 2.*nonsense/);
  });
});
