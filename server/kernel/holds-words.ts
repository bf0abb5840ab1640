import { and, sql, type AnyColumn, type SQL } from "drizzle-orm";

/** A longer text is not read further: each word costs a look at each row. */
const MOST_WORDS = 8;

/**
 * The condition that these columns together hold every word of a text, without case, each somewhere: "anna role" is found
 * in "Role granted" and "Anna Berg". No index serves it, so it belongs on rows that are few. Null where the text has no word.
 */
export function holdsWords(text: string, columns: (AnyColumn | SQL)[]): SQL | null {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const all = sql`lower(concat_ws(' ', ${sql.join(columns, sql`, `)}))`;
  return and(...words.map((word) => sql`position(lower(${word}) in ${all}) > 0`)) ?? null;
}
