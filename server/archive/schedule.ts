import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";
import type { Ports } from "../kernel/operation/ports";
import type { Database } from "../store/database";
import { archiveTenant } from "./archive";
import { encrypterFor } from "./age";
import type { Marks } from "./format";
import { UNFINISHED } from "./new-file";

export interface ScheduleOptions {
  database: Pick<Database, "sql" | "background">;
  vault: Ports["vault"];
  marks: Marks;
  version: string;
  log: Logger;
  /** Folder with one folder for each organization. */
  folder: string;
  recipients: readonly string[];
  everyHours: number;
  /** Number of archives that are kept of each organization. */
  keep: number;
  clock: () => Date;
}

const HOUR_MS = 3_600_000;

/** Name of a scheduled archive: its time in UTC. Other files of the folder are neither counted nor removed. */
const NAME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2})(\d{2})(\d{2})Z\.age$/;

const nameAt = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(":", "")}Z.age`;

function timeOf(name: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * Writes an archive of each organization whose newest one is old enough, and removes the oldest beyond the number that is kept. A failed
 * archive is logged, does not stop the others, and is tried again at the next call. Stops when `signal` is aborted.
 */
export async function archiveDue(options: ScheduleOptions, signal: AbortSignal): Promise<void> {
  const { database, folder, log } = options;
  // Fails before the first organization if a key is invalid.
  encrypterFor(options.recipients);
  const tenants = await database.background<
    { id: string; slug: string }[]
  >`select id, slug from tenants order by id`;
  for (const { id, slug } of tenants) {
    if (signal.aborted) return;
    try {
      await archiveOne(path.join(folder, `${id}-${slug}`), slug, options, signal);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, tenant: id }, "an organization could not be archived");
    }
  }
}

async function archiveOne(folder: string, slug: string, options: ScheduleOptions, signal: AbortSignal) {
  const { everyHours, keep, clock, log } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  // Left by a process that was killed.
  for (const name of names) if (name.endsWith(UNFINISHED)) await rm(path.join(folder, name), { force: true });
  const kept = names.filter((name) => NAME.test(name)).sort();
  const now = clock();
  const newest = kept.at(-1);
  if (newest === undefined || now.getTime() - timeOf(newest) >= everyHours * HOUR_MS) {
    const name = nameAt(now);
    const { rows, bytes, chain } = await archiveTenant({
      ...options,
      slug,
      to: path.join(folder, name),
      by: "Scheduled archive",
      signal,
    });
    kept.push(name);
    if (!chain.intact) log.error({ slug }, "the audit log of an archived organization is not intact");
    log.info({ slug, rows, bytes }, "an organization was archived");
  }
  for (const name of kept.slice(0, -keep)) await rm(path.join(folder, name));
}
