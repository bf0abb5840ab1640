import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { GeneratedKey, SigningAlgorithm } from "@/server/kernel/signing-keys";
import { generateSigningKey } from "@/server/ports/signing-keys";

/** More than any test takes for one database, in which a key may exist only once. */
const POOL_SIZE = 10;

/** The computation of an RSA key takes 0.4 s of a core, so these keys are kept on this machine, for tests only. */
const file = path.join(process.cwd(), "node_modules", ".cache", "castellan", "test-signing-keys.json");

type Pool = Partial<Record<SigningAlgorithm, GeneratedKey[]>>;
let pool: Promise<Pool> | null = null;

async function openPool(): Promise<Pool> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Pool;
  const made = (algorithm: SigningAlgorithm) =>
    Promise.all(Array.from({ length: POOL_SIZE }, () => generateSigningKey(algorithm)));
  const all: Pool = { RS256: await made("RS256"), PS256: await made("PS256") };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(all), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
  return all;
}

const taken: Partial<Record<SigningAlgorithm, number>> = {};

/** Returns a signing key as `generateSigningKey` does, but RSA keys from a pool, in turn. */
export async function pooledSigningKey(algorithm: SigningAlgorithm): Promise<GeneratedKey> {
  const keys = (await (pool ??= openPool()))[algorithm];
  if (!keys) return generateSigningKey(algorithm);
  taken[algorithm] = ((taken[algorithm] ?? -1) + 1) % keys.length;
  return keys[taken[algorithm]]!;
}
