import { downloadText } from "../ui/download";

/** Characters at the start of a cell that start a formula in a spreadsheet (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** Formats a cell as in RFC 4180. Adds an apostrophe before a formula. A spreadsheet then treats the formula as text. */
function cell(value: string | number | null) {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value ?? "") ? `'${value}` : (value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats rows as CSV (RFC 4180). Formulas are escaped for spreadsheets. */
export const csvOf = (rows: (string | number | null)[][]) =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** Downloads rows as a CSV file. The file starts with a byte order mark, because spreadsheets then read it as UTF-8. */
export function saveCsv(fileName: string, rows: (string | number | null)[][]) {
  downloadText(fileName, `\uFEFF${csvOf(rows)}`, "text/csv");
}
