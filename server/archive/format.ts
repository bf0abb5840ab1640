import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import journal from "@/db/migrations/meta/_journal.json";
import { ChainHead } from "@/server/domain/audit/audit.schema";
import { deriveKey } from "@/server/ports/vault";
import { ArchiveError } from "./errors";

/*
 * The text of an archive: lines of JSON. The first line is the head. Each table follows: its name and columns, its rows as arrays of
 * texts in the order of the key, and the number of rows with a digest. The last line is the end of the archive.
 */

export const FORMAT = 1;

/** Number of the newest migration. Archives of a newer schema cannot be restored. */
export const SCHEMA = journal.entries.at(-1)!.idx;

/**
 * Number of the oldest migration whose archives can be restored: missing columns get their defaults. A migration that changes rows of
 * tenants, and does not only add columns or tables, sets this to its own number.
 */
export const OLDEST_SCHEMA = 30;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const Head = z.strictObject({
  castellanArchive: z.literal(FORMAT),
  version: z.string().max(100),
  schema: z.int().min(0),
  createdAt: z.iso.datetime(),
  tenant: z.strictObject({
    id: z.int().positive(),
    slug: z.string().min(1).max(100),
    status: z.enum(["active", "suspended"]),
    createdAt: z.string().max(100),
  }),
});
export type Head = z.output<typeof Head>;

/** The head as stored, with the mark of the installation. */
export const MarkedHead = Head.extend({ mark: Sha256 });

export const TableBegin = z.strictObject({ table: z.string(), columns: z.array(z.string()).max(1_000) });

export const TableEnd = z.strictObject({ end: z.string(), rows: z.int().min(0), sha256: Sha256 });

/** Result of the verification of the audit log at the source. */
export const Chain = z.strictObject({
  intact: z.boolean(),
  sealedEvents: z.int(),
  seals: z.int(),
  waiting: z.int(),
  head: ChainHead.nullable(),
});
export type Chain = z.output<typeof Chain>;

export const ArchiveEnd = z.strictObject({
  end: z.literal("archive"),
  tables: z.int().min(0),
  rows: z.int().min(0),
  chain: Chain,
  /** Digest of all lines before. */
  sha256: Sha256,
  mark: Sha256,
});

/** Returns the value of a line. Throws if the line has another form. */
export function lineAs<S extends z.ZodType>(schema: S, line: string, place: string): z.output<S> {
  const parsed = schema.safeParse(jsonOf(line, place));
  if (parsed.success) return parsed.data;
  throw new ArchiveError("bad_row", `The archive is not valid: ${place} has an unknown form.`);
}

/** Returns the JSON of a line. Throws if the line is not JSON. */
export function jsonOf(line: string, place: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new ArchiveError("bad_row", `The archive is not valid: ${place} is not JSON.`);
  }
}

/** A digest of lines. */
export function lineDigest() {
  const hash = createHash("sha256");
  return {
    add: (line: string) => void hash.update(line).update("\n"),
    end: () => hash.digest("hex"),
  };
}

/** Returns the values of a head in a fixed order. */
const contentOf = ({ castellanArchive, version, schema, createdAt, tenant }: Head) =>
  JSON.stringify([
    castellanArchive,
    version,
    schema,
    createdAt,
    tenant.id,
    tenant.slug,
    tenant.status,
    tenant.createdAt,
  ]);

/**
 * Marks archives of this installation by a key that only this installation has. age hides the content, but anybody with the public key
 * of the recipient can create a file. The mark proves which archives this installation wrote, so that their tenant gets its id back.
 */
export function createMarks(masterKey: Buffer) {
  const key = deriveKey(masterKey, "archive");
  const markOf = (kind: "head" | "archive", content: string) =>
    createHmac("sha256", key).update(`${kind}\n${content}`).digest("hex");
  const isMark = (given: string, kind: "head" | "archive", content: string) =>
    timingSafeEqual(Buffer.from(given, "hex"), Buffer.from(markOf(kind, content), "hex"));
  return {
    ofHead: (head: Head) => markOf("head", contentOf(head)),
    ofArchive: (sha256: string) => markOf("archive", sha256),
    marksHead: ({ mark, ...head }: z.output<typeof MarkedHead>) => isMark(mark, "head", contentOf(head)),
    marksArchive: (mark: string, sha256: string) => isMark(mark, "archive", sha256),
  };
}
export type Marks = ReturnType<typeof createMarks>;
