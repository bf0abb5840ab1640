import { parse } from "csv-parse/sync";
import { AppError } from "@/server/kernel/errors";
import { userImportRefusals } from "@/server/kernel/refusals/user-imports";
import { importFields, userFields } from "@/server/kernel/user-fields";
import { MOST_COLUMNS, MOST_OF_A_CELL, MOST_ROWS } from "./limits.schema";
import type { ImportColumn } from "./user-imports.schema";

export interface CsvFile {
  header: string[];
  rows: { line: number; cells: string[] }[];
}

/**
 * Parses a CSV file (RFC 4180; also with semicolons or tabs, as spreadsheets write it). Returns the header, and the
 * rows with the number of their last line. Throws (400) with a sentence about the problem.
 */
export function readCsv(text: string): CsvFile {
  const [first, ...rows] = parsed(text);
  if (!first || rows.length === 0) throw userImportRefusals.file_empty();
  if (rows.length > MOST_ROWS) throw userImportRefusals.file_too_long({ max: MOST_ROWS });
  return { header: first.cells.map((cell) => cell.trim()), rows };
}

const tooManyColumns = () => userImportRefusals.file_too_wide({ max: MOST_COLUMNS });

function parsed(text: string): CsvFile["rows"] {
  const rows: CsvFile["rows"] = [];
  try {
    parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: delimiterOf(text),
      // Reads one row more than the limit, to detect an excess without reading all rows.
      to: MOST_ROWS + 2,
      max_record_size: MOST_COLUMNS * MOST_OF_A_CELL,
      // A row above a limit ends the parsing.
      on_record: (cells, { lines: line }) => {
        if (cells.length > MOST_COLUMNS) throw tooManyColumns();
        if (cells.some((cell) => cell.length > MOST_OF_A_CELL))
          throw userImportRefusals.cell_too_long({ line, max: MOST_OF_A_CELL });
        if (cells.some((cell) => cell !== "")) rows.push({ line, cells });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    if ((error as { code?: unknown }).code === "CSV_MAX_RECORD_SIZE") throw tooManyColumns();
    throw userImportRefusals.file_not_csv({ problem: (error as Error).message });
  }
  return rows;
}

/** Returns the separator of the columns: the most frequent candidate in the first line. */
function delimiterOf(text: string) {
  const end = text.search(/[\r\n]/);
  const often = new Map([",", ";", "\t"].map((delimiter) => [delimiter, 0]));
  for (const letter of text.slice(0, end === -1 ? MOST_COLUMNS * MOST_OF_A_CELL : end)) {
    const count = often.get(letter);
    if (count !== undefined) often.set(letter, count + 1);
  }
  return [...often].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

const known: [pattern: RegExp, column: ImportColumn][] = [
  [/^((e-?)?mail([ -]?(address|adresse))?|address|adresse|user ?principal ?name|login)$/, "email"],
  [userFields.name.importTitle, "name"],
  [/^(status|state|active|aktiv)$/, "status"],
  [/^(roles?|groups?|rollen?|gruppen?)$/, "roles"],
  [/^(tags?|labels?)$/, "tags"],
];

/** Other profile fields. A custom field with the same name takes precedence. */
const profile = importFields
  .filter((field) => field !== "name")
  .map((field): (typeof known)[number] => [userFields[field].importTitle, field]);

/** Returns the probable meaning of each column by its name in English or German. Uses each meaning at most once. */
export function guessColumns(header: string[], fieldNames: string[]): ImportColumn[] {
  const taken = new Set<ImportColumn>();
  const guessed = header.map((title): ImportColumn => {
    const name = title.toLowerCase().replaceAll("_", " ");
    const field = fieldNames.find((one) => one.toLowerCase() === title.toLowerCase());
    const among = (columns: typeof known) => columns.find(([pattern]) => pattern.test(name))?.[1];
    const guess = among(known) ?? (field && (`field:${field}` as const)) ?? among(profile);
    if (!guess || taken.has(guess)) return "ignore";
    taken.add(guess);
    return guess;
  });
  // "Name" is the family name if a column is named "Vorname" (given name) and no column is the family name.
  const half = taken.has("givenName") && !taken.has("familyName");
  const isOther = (column: ImportColumn, at: number) =>
    column === "name" && /^\s*name\s*$/i.test(header[at]!);
  return half ? guessed.map((column, at) => (isOther(column, at) ? "familyName" : column)) : guessed;
}
