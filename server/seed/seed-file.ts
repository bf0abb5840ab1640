import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The content of seed.json (shared/conformance-seed.md). */
export interface SeedResult {
  baseUrl: string;
  platform: { admin: { email: string; password: string }; credential: SeededCredential };
  tenants: SeededTenant[];
  fixtures: Record<string, unknown>;
}

export interface SeededCredential {
  clientId: string;
  clientSecret: string;
}

export interface SeededTenant {
  tenantId: number;
  slug: string;
  owner: { userId: number; email: string; password: string };
  credential: SeededCredential;
  scimToken: string;
  governedRoleId: number;
  ungovernedRoleId: number;
}

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
