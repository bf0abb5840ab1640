import { fillPlaceholders, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable, SelectedFieldsFlat } from "drizzle-orm/pg-core";
import { builderOver, type Connection } from "./database";
import { decoderOf } from "./drizzle";
import { translated } from "./errors";

interface Insertion {
  text: string;
  parameters: unknown[];
  returning: [name: string, column: AnyPgColumn][];
}

/** A query builder without a connection. Used to build SQL, not to run it. */
const drafting = builderOver({} as Connection);

/** Compiled INSERT statements by table, and then by the joined names of the columns. */
const made = new Map<PgTable, Map<string, Insertion>>();

function insertionOf(table: PgTable, names: string[], returning: Record<string, AnyPgColumn>): Insertion {
  const ofTable = made.get(table) ?? new Map<string, Insertion>();
  made.set(table, ofTable);
  const key = names.join();
  const known = ofTable.get(key);
  if (known) return known;
  // The cast is needed because the table is known only at run time, and drizzle's types have no columns for such a table.
  const draft = drafting
    .insert(table)
    .values(Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as never);
  const columns = Object.entries(returning);
  const { sql: text, params } = (
    columns.length > 0 ? draft.returning(returning as SelectedFieldsFlat) : draft
  ).toSQL();
  const insertion = { text, parameters: params, returning: columns };
  ofTable.set(key, insertion);
  return insertion;
}

/**
 * Inserts a row and returns the columns in `returning`. Builds the SQL once for each set of column names, because drizzle takes
 * longer to build the SQL than the database takes to run it.
 */
export async function insertRow(
  connection: Connection,
  table: PgTable,
  values: Record<string, unknown>,
  returning: Record<string, AnyPgColumn> = {},
) {
  // A null value can be omitted, because the default of each nullable column is null.
  const names = Object.keys(values).filter((name) => values[name] !== undefined && values[name] !== null);
  const insertion = insertionOf(table, names, returning);
  // The cast is needed because the driver has no type for these parameters.
  const parameters = fillPlaceholders(insertion.parameters, values) as never[];
  // `execute()` sends the statement at once. Therefore, statements are sent in the order of the code.
  const sent = connection.unsafe(insertion.text, parameters, { prepare: true }).execute();
  const [row] = await translated(sent.values());
  const result: Record<string, unknown> = {};
  insertion.returning.forEach(([name, column], index) => {
    const value = row?.[index] as never;
    const decoder = decoderOf(column);
    result[name] = value === null || decoder === null ? value : decoder.mapFromDriverValue(value);
  });
  return result;
}
