import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SeedResult } from "./result";

/** Writes seed.json, readable by its owner alone; whole or not at all. */
export function writeSeedFile(directory: string, result: SeedResult) {
  const file = path.join(/*turbopackIgnore: true*/ directory, "seed.json");
  writeFileSync(`${file}.new`, `${JSON.stringify(result, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
