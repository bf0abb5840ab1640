import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SeedResult } from "./result";

/** Writes seed.json atomically, readable only by its owner. */
export function writeSeedFile(directory: string, result: SeedResult) {
  const file = path.join(/*turbopackIgnore: true*/ directory, "seed.json");
  // An existing file would keep its own mode.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(result, null, 2)}\n`, {
    flag: "wx",
    mode: 0o600,
    flush: true,
  });
  renameSync(`${file}.new`, file);
}
