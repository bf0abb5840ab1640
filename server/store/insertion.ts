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

/** Used only to build SQL. Sends nothing. */
const drafting = builderOver({} as Connection);

/** For each table, the compiled insertions by the names of their values. */
const made = new Map<PgTable, Map<string, Insertion>>();

function insertionOf(table: PgTable, names: string[], returning: Record<string, AnyPgColumn>): Insertion {
  const ofTable = made.get(table) ?? new Map<string, Insertion>();
  made.set(table, ofTable);
  const key = names.join();
  const known = ofTable.get(key);
  if (known) return known;
  // The table is known only at run time: drizzle's types have no columns for it.
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
 * Adds a row and returns these columns of it. The SQL is built once for each set of column names: with
 * drizzle alone, building it costs more than running it.
 */
export async function insertRow(
  connection: Connection,
  table: PgTable,
  values: Record<string, unknown>,
  returning: Record<string, AnyPgColumn> = {},
) {
  // Null is the value of an omitted column: no nullable column has another default.
  const names = Object.keys(values).filter((name) => values[name] !== undefined && values[name] !== null);
  const insertion = insertionOf(table, names, returning);
  // The driver declares neither its parameters nor its values by type.
  const parameters = fillPlaceholders(insertion.parameters, values) as never[];
  // Sent at once, so that the order of the code is the order of the statements.
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
