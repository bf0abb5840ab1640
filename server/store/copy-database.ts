import { constants, type Dirent } from "node:fs";
import { copyFile, lstat, mkdir, open, readdir, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";

/** Files of the embedded database under the data directory. */
const FILES = "pglite";

/** Free bytes that remain on the file system of the copy, so that the server on it keeps working (disk-space.ts). */
const SPARE_BYTES = 128 * 1024 * 1024;

/**
 * Age in milliseconds from which the time of a change identifies the content. A file system can give two changes within one tick of its
 * clock the same time.
 */
const CERTAIN_MS = 2_000;

interface FileState {
  size: number;
  changedAt: number;
  /** True if a later change of the file certainly gets another time. */
  isCertain: boolean;
}

export interface CopyOptions {
  /** Data directory of the running database. */
  from: string;
  /** New data directory. It must be absent or empty. */
  to: string;
  /** Runs `work` while no statement of anybody else runs. */
  whileHeld: (work: () => Promise<void>) => Promise<void>;
}

/** Size of a copy, and the time in milliseconds for which the database was held. */
export interface CopyResult {
  files: number;
  bytes: number;
  heldMs: number;
}

/**
 * Copies the files of an embedded database while a server uses them. The first pass copies all files while statements run, so its
 * copies can be inconsistent. The second pass holds the database and copies the files that have changed since. The result is the state
 * at one moment. Throws before the first file if the target is not empty or has too little space.
 */
export async function copyDatabase({ from, to, whileHeld }: CopyOptions): Promise<CopyResult> {
  const [source, target] = [path.join(from, FILES), path.join(to, FILES)];
  await requireEmpty(to);
  await mkdir(to, { recursive: true, mode: 0o700 });
  await requireSpaceFor(to, await sizeOf(source));
  const copied = new Map<string, FileState>();
  for (const name of await filesIn(source)) {
    const state = await stateOf(path.join(source, name));
    if (state && (await copyOne(source, target, name))) copied.set(name, state);
  }
  let heldMs = 0;
  let bytes = 0;
  let files = 0;
  await whileHeld(async () => {
    const began = performance.now();
    const present = new Set(await filesIn(source));
    for (const name of copied.keys()) if (!present.has(name)) await rm(path.join(target, name));
    for (const name of present) {
      const state = (await stateOf(path.join(source, name)))!;
      if (!isSame(copied.get(name), state)) await copyOne(source, target, name);
      bytes += state.size;
      files += 1;
    }
    await copyEmptyDirectories(source, target);
    heldMs = Math.ceil(performance.now() - began);
  });
  await syncAll(target);
  return { files, bytes, heldMs };
}

const isSame = (before: FileState | undefined, now: FileState) =>
  before?.isCertain === true && before.size === now.size && before.changedAt === now.changedAt;

async function requireEmpty(directory: string) {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (names.length > 0) throw new Error(`${directory} is not empty. Name a new directory.`);
}

async function requireSpaceFor(directory: string, bytes: number) {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const needed = bytes + SPARE_BYTES;
  if (free < needed)
    throw new Error(
      `The file system of ${directory} has ${megabytes(free)} MB of free space. The copy needs ${megabytes(needed)} MB.`,
    );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);

const entriesOf = (folder: string) => readdir(folder, { recursive: true, withFileTypes: true });

const nameOf = (folder: string, entry: Dirent) =>
  path.relative(folder, path.join(entry.parentPath, entry.name));

/** Returns the names of all files under a folder, relative to it. */
async function filesIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).filter((entry) => entry.isFile()).map((entry) => nameOf(folder, entry));
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await filesIn(folder)) bytes += (await stateOf(path.join(folder, name)))?.size ?? 0;
  return bytes;
}

/** Returns the size and time of a file; null if the database has removed it. */
async function stateOf(file: string): Promise<FileState | null> {
  try {
    const { size, mtimeMs } = await lstat(file);
    return { size, changedAt: mtimeMs, isCertain: Date.now() - mtimeMs > CERTAIN_MS };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** Copies one file. Returns false if the database has removed it. */
async function copyOne(source: string, target: string, name: string): Promise<boolean> {
  const to = path.join(target, name);
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  try {
    // Shares the blocks where the file system can (btrfs, xfs), and copies them elsewhere.
    await copyFile(path.join(source, name), to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
}

/** PostgreSQL does not start without some of its directories, also if they are empty. */
async function copyEmptyDirectories(source: string, target: string) {
  for (const entry of await entriesOf(source))
    if (entry.isDirectory())
      await mkdir(path.join(target, nameOf(source, entry)), { recursive: true, mode: 0o700 });
}

/** Writes all files and directories to the disk. */
async function syncAll(folder: string) {
  const names = (await entriesOf(folder)).map((entry) => path.join(entry.parentPath, entry.name));
  for (const name of [folder, ...names]) {
    const handle = await open(name, "r");
    await handle.sync().catch((error: NodeJS.ErrnoException) => {
      // Some file systems cannot synchronize directories.
      if (error.code !== "EINVAL" && error.code !== "EPERM") throw error;
    });
    await handle.close();
  }
}

/** Returns true if the directory holds an embedded database. */
export const holdsDatabase = (directory: string): Promise<boolean> =>
  stat(path.join(directory, FILES, "PG_VERSION")).then(
    () => true,
    () => false,
  );
