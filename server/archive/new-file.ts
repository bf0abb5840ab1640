import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ArchiveError } from "./errors";

/** Ending of files that are not complete. */
export const UNFINISHED = ".unfinished";

/**
 * Writes a new file, readable only by its owner. The name exists only when the content is complete and on the disk. Never replaces a
 * file. Returns the size in bytes.
 */
export async function writeNewFile(file: string, content: () => Promise<Readable>): Promise<number> {
  const draft = `${file}.${randomBytes(6).toString("hex")}${UNFINISHED}`;
  await (await open(draft, "wx", 0o600)).close();
  try {
    await pipeline(await content(), createWriteStream(draft));
    const size = await sizeOnDisk(draft);
    // A link fails if the name exists. A rename would replace the file.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      throw new ArchiveError("file_exists", `${file} exists already. Name a new file.`);
    });
    await syncFolder(path.dirname(file));
    return size;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Writes a file to the disk. Returns its size in bytes. */
async function sizeOnDisk(file: string): Promise<number> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder, "r");
  // Some file systems cannot synchronize directories.
  await handle.sync().catch(() => undefined);
  await handle.close();
}
