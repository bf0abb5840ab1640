import { parse } from "csv-parse/sync";
import { AppError } from "@/server/kernel/errors";
import { importFields, userFields } from "@/server/kernel/user-fields";
import { MOST_COLUMNS, MOST_OF_A_CELL, MOST_ROWS } from "./limits.schema";
import type { ImportColumn } from "./user-imports.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const userImportRefusals = defineRefusals("user_import", {
  file_empty: {
    status: 400,
    text: "The file must have a line with the names of its columns, and people below it.",
    field: "text",
  },
  file_too_long: { status: 400, text: "The file has more than {max} rows.", field: "text" },
  file_too_wide: { status: 400, text: "The file has more than {max} columns.", field: "text" },
  cell_too_long: {
    status: 400,
    text: "Line {line} has a cell of more than {max} characters.",
    field: "text",
  },
  /** `{problem}` is the English message of the CSV parser. */
  file_not_csv: { status: 400, text: "The file is not valid CSV: {problem}.", field: "text" },
});

export interface CsvFile {
  header: string[];
  rows: { line: number; cells: string[] }[];
}

/** A first line that names the separator for Excel, after a byte order mark. */
const SEPARATOR_LINE = /^\uFEFF?("?)sep=([^"\r\n])\1(?:\r|\n)/i;

/**
 * Parses a CSV file (RFC 4180). Also accepts semicolons or tabs as separators, because spreadsheets write them, and a first line
 * that names the separator (`sep=;`). Returns the header and the rows. Each row has the number of its last line. Throws (400) with a description of the problem.
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
  const named = SEPARATOR_LINE.exec(text)?.[2];
  try {
    parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: named ?? delimiterOf(text),
      from_line: named === undefined ? 1 : 2,
      // Reads the header, the permitted number of rows, and one more row. The additional row shows that the file is too long.
      to: MOST_ROWS + 2,
      max_record_size: MOST_COLUMNS * MOST_OF_A_CELL,
      // A row that exceeds a limit ends the parsing.
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

/**
 * Returns the separator of the columns. The separator is the candidate that occurs most often in the first line that is not
 * blank, outside of quotes.
 */
function delimiterOf(text: string) {
  const often = new Map([",", ";", "\t"].map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let isBlank = true;
  for (const letter of text.slice(0, MOST_COLUMNS * MOST_OF_A_CELL)) {
    const isEnd = letter === "\r" || letter === "\n";
    if (isEnd && !isQuoted && !isBlank) break;
    if (!isEnd && letter !== "\uFEFF") isBlank = false;
    if (letter === '"') isQuoted = !isQuoted;
    const count = often.get(letter);
    if (count !== undefined && !isQuoted) often.set(letter, count + 1);
  }
  return [...often].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

type Meanings = [pattern: RegExp, column: ImportColumn][];

/** Meanings that take precedence over a custom field with the same name, because each import needs them. */
const needed: Meanings = [
  [/^((e-?)?mail([ -]?(address|adresse))?|address|adresse|user ?principal ?name|login)$/, "email"],
  [userFields.name.importTitle, "name"],
];

/** Meanings of columns whose title is not the name of a custom field. */
const known: Meanings = [
  [/^(status|state|active|aktiv)$/, "status"],
  [/^(roles?|groups?|rollen?|gruppen?)$/, "roles"],
  [/^(tags?|labels?)$/, "tags"],
];

const profile = importFields
  .filter((field) => field !== "name")
  .map((field): Meanings[number] => [userFields[field].importTitle, field]);

/** Returns a title without differences in case, white space, underscores and Unicode form. */
const plainTitle = (title: string) =>
  title.normalize("NFC").toLowerCase().replaceAll("_", " ").replaceAll(/\s+/g, " ").trim();

/**
 * Returns the probable meaning of each column. Derives the meaning from the column's title in English or German. Assigns each
 * meaning to at most one column. The name and the label of a custom field are titles of its column.
 */
export function guessColumns(
  header: string[],
  fields: { fieldName: string; displayLabel: string }[],
): ImportColumn[] {
  const taken = new Set<ImportColumn>();
  const guessed = header.map((title): ImportColumn => {
    const name = plainTitle(title);
    const field = (key: "fieldName" | "displayLabel") =>
      fields.find((one) => plainTitle(one[key]) === name)?.fieldName;
    const own = field("fieldName") ?? field("displayLabel");
    const among = (columns: Meanings) => columns.find(([pattern]) => pattern.test(name))?.[1];
    const guess = among(needed) ?? (own && (`field:${own}` as const)) ?? among(known) ?? among(profile);
    if (!guess || taken.has(guess)) return "ignore";
    taken.add(guess);
    return guess;
  });
  // In German files, "Name" is often the family name. This applies if a column has the title "Vorname" (given name) and no
  // other column is the family name.
  const half = taken.has("givenName") && !taken.has("familyName");
  const isOther = (column: ImportColumn, at: number) =>
    column === "name" && /^\s*name\s*$/i.test(header[at]!);
  return half ? guessed.map((column, at) => (isOther(column, at) ? "familyName" : column)) : guessed;
}
