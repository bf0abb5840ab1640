import { copyFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { version } from "../../package.json";
import { copyDatabase, holdsDatabase, type CopyResult } from "./copy-database";
import { openDatabase } from "./database";
import { lockDirectory } from "./directory-lock";
import { connectToRunning } from "./running-database";

/** Rows of a database, by which a copy is compared with its source. */
const COUNTS = `select (select count(*) from tenants)::int as organizations, (select count(*) from users)::int as users,
  (select count(*) from audit_events)::int as events, (select coalesce(max(id), 0) from audit_events)::float8 as "lastEvent"`;

export interface Counts {
  organizations: number;
  users: number;
  events: number;
  /** Id of the newest event of the audit log. */
  lastEvent: number;
}

export interface Backup extends CopyResult {
  counts: Counts;
  /** True if a server used the database meanwhile. */
  wasRunning: boolean;
}

export interface BackupOptions {
  /** The data directory. */
  from: string;
  /** A new directory. It gets the form of a data directory. */
  to: string;
  /** True copies the encryption key, too. */
  withKey?: boolean;
}

/**
 * Copies the embedded database of a data directory, also while a server uses it. Then starts the copy once, which completes its log, and
 * compares its rows with those of the source. Throws if they differ, or if there is no database.
 */
export async function backUpEmbedded({ from, to, withKey = false }: BackupOptions): Promise<Backup> {
  if (!(await holdsDatabase(from))) throw new Error(`${from} contains no embedded database.`);
  const key = path.join(from, "master.key");
  if (withKey && !existsSync(key))
    throw new Error(`${key} is missing. The key of the server is ENCRYPTION_KEY.`);
  const unlock = await lockDirectory(from, { patienceMs: 0 }).catch(() => null);
  const copied = unlock === null ? await copyOfRunning(from, to) : await copyOfStopped(from, to, unlock);
  const counts = await countsOf(to);
  if (copied.counts !== null && JSON.stringify(copied.counts) !== JSON.stringify(counts))
    throw new Error(
      `The copy differs from the database: ${JSON.stringify(counts)} instead of ${JSON.stringify(copied.counts)}.`,
    );
  if (withKey) copyFileSync(key, path.join(to, "master.key"));
  const backup = { ...copied, counts, wasRunning: unlock === null };
  const record = { version, createdAt: new Date().toISOString(), hasKey: withKey, ...backup };
  writeFileSync(path.join(to, "backup.json"), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  return backup;
}

type Copied = CopyResult & { counts: Counts | null };

async function copyOfRunning(from: string, to: string): Promise<Copied> {
  const running = await connectToRunning(from);
  let counts: Counts | null = null;
  try {
    const copied = await copyDatabase({
      from,
      to,
      whileHeld: (work) =>
        running.hold(async (query) => {
          const [row] = await query(COUNTS);
          counts = row as Counts;
          await work();
        }),
    });
    return { ...copied, counts };
  } finally {
    await running.close();
  }
}

async function copyOfStopped(from: string, to: string, unlock: () => void): Promise<Copied> {
  try {
    return { ...(await copyDatabase({ from, to, whileHeld: (work) => work() })), counts: null };
  } finally {
    unlock();
  }
}

/** Starts the database of a directory and returns its counts. Leaves a database that was stopped correctly. */
async function countsOf(directory: string): Promise<Counts> {
  const database = await openDatabase({ directory, poolSize: 1 });
  try {
    const [row] = await database.sql.unsafe<[Counts]>(COUNTS);
    return { ...row };
  } finally {
    await database.close();
    // The server creates it again.
    rmSync(path.join(directory, "reserve"), { force: true });
  }
}
