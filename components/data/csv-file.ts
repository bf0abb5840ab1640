import { downloadText } from "../ui/download";

/** Characters with which a spreadsheet takes a cell for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell as RFC 4180 writes it; what a spreadsheet would run is made text by an apostrophe before it. */
function cell(value: string | number | null) {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value ?? "") ? `'${value}` : (value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A CSV file (RFC 4180) of these rows, that a spreadsheet may open. */
export const csvOf = (rows: (string | number | null)[][]) =>
  rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** Lets the reader save a CSV file; the mark at its beginning tells spreadsheets that it is UTF-8. */
export function saveCsv(fileName: string, rows: (string | number | null)[][]) {
  downloadText(fileName, `\uFEFF${csvOf(rows)}`, "text/csv");
}
