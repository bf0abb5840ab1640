import { mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readConfig, type Config } from "@/server/edge/config";
import { buildContainer } from "@/server/container";
import { openDatabase, type Database } from "@/server/store/database";
import { cheapCost } from "./passwords";
import { createTemplate, run } from "./postgres-databases";
import { freshDatabase, migratedTemplate, type DatabaseSource } from "./stores";

/** Returns the configuration of a server of the tests. Hashes of passwords are cheap unless the environment has their cost. */
export function testConfig(url: string, directory: string, environment: Record<string, string>): Config {
  const config = readConfig({
    NODE_ENV: "test",
    BASE_URL: url,
    DATA_DIR: directory,
    SEED: "conformance",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
    ...environment,
  });
  return environment["PASSWORD_COST"] ? config : { ...config, PASSWORD_COST: cheapCost };
}

interface SeededSource extends DatabaseSource {
  /** The data directory of the seeded server: its keys and seed.json. */
  directory: string;
}

const sources = new Map<string, SeededSource>();

/** Returns the database of a server with this address after SEED=conformance, which is applied once. */
export function seededSource(kind: Database["kind"], url: string): SeededSource {
  const name = `${kind}_${new URL(url).port}`;
  const known = sources.get(name) ?? createSource(name, url);
  sources.set(name, known);
  return known;
}

function createSource(name: string, url: string): SeededSource {
  const directory = path.join(os.tmpdir(), `castellan-run-${run}`, name);
  mkdirSync(directory, { recursive: true });
  const seed = async (database: Database) => {
    const container = await buildContainer(testConfig(url, directory, {}), { database, workers: false });
    return () => container.close();
  };
  const seedSnapshot = async () => {
    const database = await freshDatabase("pglite");
    const close = await seed(database);
    const bytes = await database.snapshot!();
    await close();
    return bytes;
  };
  const seedTemplate = async (empty: string) => {
    const close = await seed(await openDatabase({ url: empty, directory: null, poolSize: 8 }));
    await close();
  };
  let snapshot: Promise<Buffer> | null = null;
  return {
    directory,
    snapshot: () => (snapshot ??= seedSnapshot()),
    template: async () =>
      createTemplate(`castellan_${run}_seeded_${name}`, seedTemplate, await migratedTemplate()),
  };
}
