import * as z from "zod";
import { ArchiveError } from "./errors";
import {
  ArchiveEnd,
  type Chain,
  type Head,
  jsonOf,
  lineAs,
  lineDigest,
  MarkedHead,
  type Marks,
  OLDEST_SCHEMA,
  SCHEMA,
  TableBegin,
  TableEnd,
} from "./format";
import type { Cells } from "./rows";
import { archivedTables, type ArchivedTable } from "./tables";

/** Maximum id in an archive. Half of the exact numbers of JavaScript remain for new ids. */
const MOST_ID = 2 ** 52;

/** Size in characters of the rows that one step inserts. */
const BATCH_SIZE = 1_000_000;
const BATCH_ROWS = 1_000;

/** Receives the parts of an archive in their order. An error ends the reading. */
export interface ArchiveSink {
  begin(head: Head, isOwn: boolean): Promise<void>;
  /** Called once for each table, before its rows. The columns of `table` are those of the archive, in its order. */
  table(table: ArchivedTable): Promise<void>;
  rows(table: ArchivedTable, rows: Cells[]): Promise<void>;
}

export interface ReadArchive {
  head: Head;
  /** True if this installation wrote the archive, and nothing has changed since. */
  isOwn: boolean;
  rows: number;
  chain: Chain;
  sha256: string;
}

const Row = z.array(z.string().nullable());

/**
 * Reads an archive line by line and passes its parts to `sink`. Throws an ArchiveError at the first line that is not valid: unknown
 * tables or columns, another form, or digests that differ. The end of the archive comes last, so that an incomplete one is refused.
 */
export async function readArchive(
  lines: AsyncIterable<string>,
  marks: Marks,
  sink: ArchiveSink,
): Promise<ReadArchive> {
  const source = lines[Symbol.asyncIterator]();
  const all = lineDigest();
  const next = async (): Promise<string> => {
    const step = await source.next();
    if (step.done) throw new ArchiveError("damaged", "The archive is incomplete.");
    return step.value;
  };
  try {
    const first = await next();
    const marked = headFrom(first);
    all.add(first);
    const isOwn = marks.marksHead(marked);
    const { mark: _mark, ...head } = marked;
    await sink.begin(head, isOwn);
    const seen = new Set<string>();
    let rows = 0;
    for (;;) {
      const line = await next();
      if (isEnd(line)) {
        const end = endFrom(line, { all, rows, seen, head });
        if (isOwn && !marks.marksArchive(end.mark, end.sha256))
          throw new ArchiveError("changed", "The archive was changed after this installation wrote it.");
        if (!(await source.next()).done)
          throw new ArchiveError("bad_row", "The archive is not valid: it continues after its end.");
        return { head, isOwn, rows, chain: end.chain, sha256: end.sha256 };
      }
      const table = tableFrom(line, seen);
      all.add(line);
      await sink.table(table);
      rows += await readRows(table, { next, all, sink });
    }
  } finally {
    await source.return?.();
  }
}

function headFrom(line: string) {
  const given = jsonOf(line, "the first line") as { castellanArchive?: unknown; schema?: unknown } | null;
  if (typeof given?.castellanArchive !== "number")
    throw new ArchiveError("not_an_archive", "The file is not an archive of an organization.");
  if (given.castellanArchive > 1 || (typeof given.schema === "number" && given.schema > SCHEMA))
    throw new ArchiveError(
      "newer_schema",
      "A newer version of Castellan wrote the archive. Upgrade this installation first.",
    );
  const head = lineAs(MarkedHead, line, "the first line");
  if (head.schema < OLDEST_SCHEMA)
    throw new ArchiveError(
      "older_schema",
      `The archive has the schema ${head.schema}, which is too old for this version (${OLDEST_SCHEMA}). Restore it with the version ${head.version}, upgrade that installation, and archive again.`,
    );
  return head;
}

const isEnd = (line: string) => line.startsWith('{"end":"archive"');

/** Returns the table that a line begins, with the columns of the archive. Throws if the table or a column is unknown. */
function tableFrom(line: string, seen: Set<string>): ArchivedTable {
  const { table: name, columns } = lineAs(TableBegin, line, "the beginning of a table");
  const table = archivedTables.find((known) => known.name === name);
  if (!table) throw new ArchiveError("unknown_table", `The archive contains the unknown table ${name}.`);
  if (seen.has(name)) throw new ArchiveError("bad_row", `The archive contains the table ${name} twice.`);
  seen.add(name);
  const given = columns.map((column) => {
    const known = table.columns.find((one) => one.name === column);
    if (!known)
      throw new ArchiveError("unknown_column", `The archive contains the unknown column ${name}.${column}.`);
    return known;
  });
  if (new Set(columns).size < columns.length || table.key.some((column) => !given.includes(column)))
    throw new ArchiveError(
      "bad_row",
      `The archive is not valid: columns of ${name} are missing or repeated.`,
    );
  return { ...table, columns: given };
}

interface Reading {
  next: () => Promise<string>;
  all: ReturnType<typeof lineDigest>;
  sink: ArchiveSink;
}

async function readRows(table: ArchivedTable, { next, all, sink }: Reading): Promise<number> {
  const own = lineDigest();
  let count = 0;
  let batch: Cells[] = [];
  let size = 0;
  const flush = async () => {
    if (batch.length > 0) await sink.rows(table, batch);
    batch = [];
    size = 0;
  };
  for (;;) {
    const line = await next();
    all.add(line);
    if (!line.startsWith("[")) {
      await flush();
      const end = lineAs(TableEnd, line, `the end of ${table.name}`);
      if (end.end !== table.name || end.rows !== count || end.sha256 !== own.end())
        throw new ArchiveError(
          "changed",
          `The archive was changed: rows of ${table.name} differ from their digest.`,
        );
      return count;
    }
    own.add(line);
    batch.push(rowFrom(line, table));
    count += 1;
    size += line.length;
    if (size >= BATCH_SIZE || batch.length >= BATCH_ROWS) await flush();
  }
}

function rowFrom(line: string, { name, columns }: ArchivedTable): Cells {
  const place = `a row of ${name}`;
  const cells = lineAs(Row, line, place);
  if (cells.length !== columns.length)
    throw new ArchiveError("bad_row", `The archive is not valid: ${place} has another number of columns.`);
  cells.forEach((cell, index) => {
    if (cell === null || columns[index]!.type !== "bigint") return;
    if (!/^(0|[1-9][0-9]{0,15})$/.test(cell) || Number(cell) > MOST_ID)
      throw new ArchiveError(
        "bad_row",
        `The archive is not valid: ${place} has the id ${cell.slice(0, 40)}.`,
      );
  });
  return cells;
}

interface Seen {
  all: ReturnType<typeof lineDigest>;
  rows: number;
  seen: Set<string>;
  head: Head;
}

function endFrom(line: string, { all, rows, seen, head }: Seen) {
  const end = lineAs(ArchiveEnd, line, "the last line");
  if (end.sha256 !== all.end() || end.rows !== rows || end.tables !== seen.size)
    throw new ArchiveError("changed", "The archive was changed: its digest differs.");
  const missing = archivedTables.find(({ name }) => !seen.has(name));
  if (missing && head.schema === SCHEMA)
    throw new ArchiveError("changed", `The archive lacks the table ${missing.name}.`);
  return end;
}
