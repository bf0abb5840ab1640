import * as z from "zod";
import type { auditEvents } from "@/db/tenant/journal";
import { query } from "@/server/kernel/operation/operation";
import type { AuditFilter } from "@/server/kernel/operation/searches";
import type { ReadTx, Row } from "@/server/kernel/operation/store";
import { settingTarget } from "../settings/tenant-settings";
import { filterOf } from "./audit-filter";
import { AuditEvent, AuditExportQuery } from "./audit.schema";
import { toAuditEvent } from "./events";
import { auditSettings } from "./retention";

const PAGE = 1_000;

type Read = <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>;

/** The fields of an event in the order of the CSV columns. */
const columns = Object.keys(AuditEvent.shape) as (keyof AuditEvent)[];

/** Matches texts that a spreadsheet would execute as a formula. The log contains names and addresses that users choose. */
const formula = /^[=+\-@\t\r]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const inOrder = (event: AuditEvent) => Object.fromEntries(columns.map((name) => [name, event[name]]));
const csvLine = (cells: unknown[]) => `${cells.map(cell).join(",")}\r\n`;

const formats = {
  ndjson: { head: "", line: (event: AuditEvent) => `${JSON.stringify(inOrder(event))}\n` },
  csv: { head: csvLine(columns), line: (event: AuditEvent) => csvLine(columns.map((name) => event[name])) },
};

/** Yields the matching events as text, one piece for each page. The use of memory does not depend on the length of the log. */
async function* exportPieces(
  read: Read,
  { format, userId, actor, ...choice }: z.output<typeof AuditExportQuery>,
): AsyncGenerator<string> {
  const { head, line } = formats[format];
  if (head !== "") yield head;
  const filter = await read((tx) => filterOf(tx, { ...choice, actor: actor ?? userId?.toString() }));
  let before: AuditFilter["before"];
  for (let size = filter === null ? 0 : PAGE; size === PAGE;) {
    const rows: Row<typeof auditEvents>[] = await read((tx) =>
      tx.auditPage({ ...filter, before, limit: PAGE }),
    );
    if (rows.length > 0) yield rows.map((row) => line(toAuditEvent(row))).join("");
    before = rows.at(-1);
    size = rows.length;
  }
}

export const exportAuditEvents = query({
  name: "exportAuditEvents",
  rest: {
    at: "GET /audit-events/export",
    download: {
      by: "format",
      kinds: {
        ndjson: { contentType: "application/x-ndjson", fileName: "audit-events.ndjson" },
        csv: { contentType: "text/csv; charset=utf-8", fileName: "audit-events.csv" },
      },
    },
  },
  // A transaction with the cost "job" waits up to 20 seconds for a database connection. Other transactions wait less. The
  // export reads each page in its own transaction. A page without a connection would break a response that has already begun.
  cost: "job",
  capability: "ReadAuditLog",
  summary: "Export the audit log",
  description:
    "Newest first, as a stream: one JSON object a line (`ndjson`), or CSV with a header line. `since` is " +
    "inclusive, `until` is not. `action` is a prefix of the action or of its event part. userId is that of " +
    "the actor if `actor` is not given. In the CSV, texts that a spreadsheet would treat as a formula begin " +
    "with an apostrophe. Each export is recorded in the audit log.",
  input: AuditExportQuery,
  output: z.custom<AsyncIterable<string>>(),
  recorded: { event: "audit_log_exported", target: () => settingTarget(auditSettings) },
  // Creates the generator here. The generator reads the pages while the response is sent. No transaction waits for a slow
  // client.
  prepare: ({ read }, input) => Promise.resolve(exportPieces(read, input)),
  run: (_context, _input, pieces) => Promise.resolve(pieces),
});
