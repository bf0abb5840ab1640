import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type SeedResult, writeSeedFile } from "./seed-file";

describe("seed.json", () => {
  let directory: string;
  beforeEach(() => void (directory = mkdtempSync(path.join(os.tmpdir(), "castellan-seed-"))));
  afterEach(() => rmSync(directory, { recursive: true }));
  const result: SeedResult = {
    baseUrl: "http://localhost:4321",
    platform: {
      admin: { email: "a@x.example", password: "p" },
      credential: { clientId: "c", clientSecret: "s" },
    },
    tenants: [],
    fixtures: {},
  };

  it("is readable only by its owner, also after an interrupted start", () => {
    writeFileSync(path.join(directory, "seed.json.new"), "half", { mode: 0o644 });
    writeSeedFile(directory, result);
    expect(readdirSync(directory)).toEqual(["seed.json"]);
    expect(statSync(path.join(directory, "seed.json")).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path.join(directory, "seed.json"), "utf8"))).toEqual(result);
  });
});
