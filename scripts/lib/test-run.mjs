// Set-up and end of a run of the unit tests, in the process of the runner.
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";

/** Folder of what the processes of a run share. @param {string} run */
export const runFolder = (run) => path.join(os.tmpdir(), `castellan-run-${run}`);

export function setup() {
  const run = randomUUID().slice(0, 8);
  process.env.TEST_RUN = run;
  return async () => {
    rmSync(runFolder(run), { recursive: true, force: true });
    const url = process.env.TEST_DATABASE_URL;
    if (!url) return;
    const admin = postgres(url, { max: 1, onnotice: () => {} });
    const left = await admin`select datname from pg_database where datname like ${`castellan\\_${run}\\_%`}`;
    for (const { datname } of left) await admin.unsafe(`drop database if exists ${datname} with (force)`);
    await admin.end();
  };
}
