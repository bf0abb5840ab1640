import { parse } from "csv-parse/sync";
import { invalid } from "@/server/kernel/errors";
import { MOST_COLUMNS, MOST_OF_A_CELL, MOST_ROWS } from "./limits.schema";
import type { ImportColumn } from "./user-imports.schema";

export interface CsvFile {
  header: string[];
  rows: { line: number; cells: string[] }[];
}

/** A record with where it ended, as csv-parse gives it when it is asked for `info`. */
interface Parsed {
  record: string[];
  info: { lines: number };
}

/**
 * What a CSV file (RFC 4180; also by semicolons or tabs, as spreadsheets write it) holds: its header, and its rows by the
 * lines on which they end. Throws 400 with a sentence about what is wrong with it.
 */
export function readCsv(text: string): CsvFile {
  const records = parsed(text);
  const header = records[0]?.record.map((cell) => cell.trim());
  if (!header || records.length < 2)
    throw invalid("The file must have a line with the names of its columns, and people below it.", "text");
  if (records.length - 1 > MOST_ROWS) throw invalid(`The file has more than ${MOST_ROWS} rows.`, "text");
  if (header.length > MOST_COLUMNS) throw invalid(`The file has more than ${MOST_COLUMNS} columns.`, "text");
  const rows = records.slice(1).map(({ record, info }) => ({ line: info.lines, cells: record }));
  const long = rows.find(({ cells }) => cells.some((cell) => cell.length > MOST_OF_A_CELL));
  if (long) throw invalid(`Line ${long.line} has a cell of more than ${MOST_OF_A_CELL} characters.`, "text");
  return { header, rows };
}

function parsed(text: string): Parsed[] {
  const options = {
    bom: true,
    info: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter: delimiterOf(text),
    // One more than may be, so that too many are told from just enough without reading them all.
    to: MOST_ROWS + 2,
  } as const;
  try {
    return (parse(text, options) as unknown as Parsed[]).filter(({ record }) =>
      record.some((cell) => cell !== ""),
    );
  } catch (error) {
    throw invalid(`The file is not valid CSV: ${(error as Error).message}.`, "text");
  }
}

/** What separates the columns: whatever the first line has most of. */
function delimiterOf(text: string) {
  const [first = ""] = text.split(/\r?\n/, 1);
  const often = (delimiter: string) => first.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, next) => (often(next) > often(best) ? next : best));
}

const known: [pattern: RegExp, column: ImportColumn][] = [
  [/^((e-?)?mail([ -]?(address|adresse))?|address|adresse|user ?principal ?name|login)$/, "email"],
  [/^(name|display ?name|full ?name|anzeigename|(vollständiger|voller) name)$/, "name"],
  [/^(status|state|active|aktiv)$/, "status"],
  [/^(roles?|groups?|rollen?|gruppen?)$/, "roles"],
  [/^(tags?|labels?)$/, "tags"],
];

/** Halves of a name, where the organization has no field of its own that is called so. */
const halves: typeof known = [
  [/^(given ?name|first ?name|vorname)$/, "givenName"],
  [/^(family ?name|last ?name|surname|nachname|familienname)$/, "familyName"],
];

/** What the columns probably are, by their names in English or German; each at most once. */
export function guessColumns(header: string[], fieldNames: string[]): ImportColumn[] {
  const taken = new Set<ImportColumn>();
  const guessed = header.map((title): ImportColumn => {
    const name = title.toLowerCase().replaceAll("_", " ");
    const field = fieldNames.find((one) => one.toLowerCase() === title.toLowerCase());
    const among = (columns: typeof known) => columns.find(([pattern]) => pattern.test(name))?.[1];
    const guess = among(known) ?? (field && (`field:${field}` as const)) ?? among(halves);
    if (!guess || taken.has(guess)) return "ignore";
    taken.add(guess);
    return guess;
  });
  // Beside "Vorname" alone, "Name" is the other half.
  const half = taken.has("givenName") && !taken.has("familyName");
  const isOther = (column: ImportColumn, at: number) =>
    column === "name" && /^\s*name\s*$/i.test(header[at]!);
  return half ? guessed.map((column, at) => (isOther(column, at) ? "familyName" : column)) : guessed;
}
