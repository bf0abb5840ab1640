import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { decrypted, encrypted, encrypterFor } from "@/server/archive/age";
import { archiveTenant } from "@/server/archive/archive";
import { createMarks } from "@/server/archive/format";
import { linesOf } from "@/server/archive/lines";
import { writeNewFile } from "@/server/archive/new-file";
import { restoreTenant } from "@/server/archive/restore";
import { createVault } from "@/server/ports/vault";
import type { Database } from "@/server/store/database";

/** An installation: a database with its master key. */
export interface Installation {
  database: Database;
  masterKey: Buffer;
}

export const installationOn = (database: Database): Installation => ({
  database,
  masterKey: randomBytes(32),
});

/** Creates a folder for archives, and the keys of their owner. */
export async function archiveFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "castellan-archives-"));
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  let files = 0;
  const newFile = () => path.join(folder, `${(files += 1)}.age`);
  const shared = ({ database, masterKey }: Installation) => ({
    database,
    vault: createVault(masterKey),
    marks: createMarks(masterKey),
    by: "Command line" as const,
  });
  return {
    folder,
    identity,
    recipient,
    newFile,
    /** Archives an organization. Returns the file with the result. */
    archive: async (from: Installation, slug: string, to = newFile()) => ({
      file: to,
      ...(await archiveTenant({ ...shared(from), slug, to, recipients: [recipient], version: "0.0.0" })),
    }),
    restore: (
      to: Installation,
      file: string,
      options: { slug?: string; identities?: string[]; baseUrl?: string } = {},
    ) =>
      restoreTenant({
        ...shared(to),
        file,
        identities: [identity],
        baseUrl: "https://target.example",
        ...options,
      }),
    /** Returns the lines of an archive. */
    lines: async (file: string) => {
      const found: string[] = [];
      for await (const line of linesOf(decrypted(file, [identity]))) found.push(line);
      return found;
    },
    /** Writes an archive of these lines. Anybody with the public key can do so. */
    write: async (lines: string[]) => {
      const file = newFile();
      const text = Readable.from(lines.map((line) => `${line}\n`));
      await writeNewFile(file, () => encrypted(text, encrypterFor([recipient])));
      return file;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Returns the lines with digests and counts that match, like those of an attacker who writes an archive. */
export function withDigests(lines: string[]): string[] {
  const all = createHash("sha256");
  let own = createHash("sha256");
  let [rows, inTable, tables] = [0, 0, 0];
  return lines.map((line) => {
    let text = line;
    const value = JSON.parse(line) as unknown;
    const named = value as { end?: string; table?: string };
    if (Array.isArray(value)) {
      own.update(`${line}\n`);
      inTable += 1;
      rows += 1;
    } else if (named.table !== undefined) {
      [own, inTable] = [createHash("sha256"), 0];
      tables += 1;
    } else if (named.end === "archive")
      text = JSON.stringify({ ...named, rows, tables, sha256: all.digest("hex") });
    else if (named.end !== undefined)
      text = JSON.stringify({ ...named, rows: inTable, sha256: own.digest("hex") });
    if (named.end !== "archive") all.update(`${text}\n`);
    return text;
  });
}
