import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { ArchiveError } from "./errors";

/*
 * The encrypted form of an archive: gzip in an age file (age-encryption.org/v1). age splits the content into chunks of 64 KB and
 * authenticates each with its place, so that a changed, moved or missing chunk is detected before its content is used.
 */

/** Maximum size in bytes of the head of an age file, which is read into memory. 100 recipients need about 20 KB. */
const MOST_HEAD = 64 * 1024;

/** Returns an encrypter for these public keys (`age1…`). Throws if there is none or one is invalid. */
export function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  if (recipients.length === 0)
    throw new ArchiveError("no_recipient", "Name the public key of a recipient (age1…).");
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new ArchiveError("no_recipient", `${recipient} is not a public key of age (age1…).`);
    }
  return encrypter;
}

/** Returns the secret keys in a key file of `age-keygen`: one on each line, and comments. Throws if there is none. */
export function identitiesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const identities = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (identities.length === 0 || !identities.every((line) => line.startsWith("AGE-SECRET-KEY-")))
    throw new ArchiveError(
      "bad_identity",
      "The key file contains no secret key of age (AGE-SECRET-KEY-…). A key file with a passphrase must be decrypted first.",
    );
  return identities;
}

function decrypterFor(identities: readonly string[]): Decrypter {
  const decrypter = new Decrypter();
  for (const identity of identities)
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new ArchiveError("bad_identity", "A line of the key file is not a secret key of age.");
    }
  return decrypter;
}

/** Returns the encrypted bytes of a text that comes in parts. */
export async function encrypted(parts: AsyncIterable<string>, encrypter: Encrypter): Promise<Readable> {
  const text = Readable.from(parts, { objectMode: true, highWaterMark: 1 });
  const gzip = createGzip();
  text.on("error", (error) => gzip.destroy(error));
  gzip.on("close", () => text.destroy());
  // The types of Node.js and of the library name the same stream differently.
  const plain = Readable.toWeb(text.pipe(gzip)) as unknown as globalThis.ReadableStream<Uint8Array>;
  const sealed = await encrypter.encrypt(plain);
  return Readable.fromWeb(sealed as unknown as ReadableStream);
}

/** Throws if the file does not begin with a complete head of an age file. */
async function refuseOtherFiles(file: string) {
  const handle = await open(file, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(MOST_HEAD), 0, MOST_HEAD, 0);
    const head = buffer.subarray(0, bytesRead).toString("latin1");
    if (!head.startsWith("age-encryption.org/v1\n"))
      throw new ArchiveError("not_an_archive", `${file} is not an encrypted archive (age).`);
    if (!head.includes("\n--- "))
      throw new ArchiveError("damaged", `${file} is damaged: its head is incomplete or too long.`);
  } finally {
    await handle.close();
  }
}

/** Returns the decrypted bytes of an archive in parts. Throws an ArchiveError if the file is damaged or for another key. */
export async function* decrypted(file: string, identities: readonly string[]): AsyncGenerator<Buffer> {
  await refuseOtherFiles(file);
  const decrypter = decrypterFor(identities);
  const source = createReadStream(file);
  const gunzip = createGunzip();
  try {
    const sealed = Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array>;
    const plain = Readable.fromWeb((await decrypter.decrypt(sealed)) as unknown as ReadableStream);
    plain.on("error", (error) => gunzip.destroy(error));
    yield* plain.pipe(gunzip) as AsyncIterable<Buffer>;
  } catch (error) {
    throw problemOf(file, error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

function problemOf(file: string, error: unknown): Error {
  if (error instanceof ArchiveError) return error;
  const { message } = error as Error;
  if (message.includes("no identity matched"))
    return new ArchiveError("wrong_key", `${file} is encrypted to another key.`);
  return new ArchiveError("damaged", `${file} is damaged, incomplete or was changed (${message}).`, {
    cause: error,
  });
}
