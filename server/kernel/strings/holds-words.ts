import { and, sql, type AnyColumn, type SQL } from "drizzle-orm";

/** Further words are ignored, because each word is searched in each row. */
const MOST_WORDS = 8;

/**
 * Creates the condition that these columns together contain every word of a text, without case and at any
 * position: "anna role" matches "Role granted" with "Anna Berg". No index serves it, so use it on few rows.
 * Returns null if the text has no word.
 */
export function holdsWords(text: string, columns: (AnyColumn | SQL)[]): SQL | null {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  // Sealed events of versions before 0.2.0 contain decomposed letters, and cannot be changed.
  const all = sql`lower(normalize(concat_ws(' ', ${sql.join(columns, sql`, `)}), nfc))`;
  return and(...words.map((word) => sql`position(lower(${word}) in ${all}) > 0`)) ?? null;
}
