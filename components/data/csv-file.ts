import { downloadText } from "../ui/download";

/** Characters that start a formula in a spreadsheet (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Returns a cell in the format of RFC 4180. Prefixes formulas with an apostrophe, so that a spreadsheet treats them as text.
 */
function cell(value: string | number | null) {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value ?? "") ? `'${value}` : (value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export const csvOf = (rows: (string | number | null)[][]) =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** Downloads the rows as a CSV file. The byte order mark makes spreadsheets read UTF-8. */
export function saveCsv(fileName: string, rows: (string | number | null)[][]) {
  downloadText(fileName, `\uFEFF${csvOf(rows)}`, "text/csv");
}
