import { and, eq, fillPlaceholders, getTableName, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { AnyPgColumn, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { RegistryDatabase, Selection, Statement } from "../kernel/operation/store";
import { builderOver, type Connection } from "./database";
import { decoderOf } from "./drizzle";

/** Creates the query of a selection. Adds the tenant to the condition of each table in the query. */
export function selected(
  db: RegistryDatabase,
  tenantId: number | Placeholder,
  {
    fields,
    from,
    among,
    join = [],
    where,
    orderBy = [],
    groupBy,
    having,
    limit,
    offset,
  }: Omit<Selection<never>, "limit"> & { limit?: number | Placeholder },
) {
  const own = (table: { tenantId: AnyPgColumn }) => eq(table.tenantId, tenantId);
  let rows = db
    .select(fields)
    .from(among ? firstOf(db, from, and(own(from), among.where), among) : from)
    .$dynamic();
  for (const { table, on, optional } of join) {
    const condition = and(own(table), on);
    rows = optional ? rows.leftJoin(table, condition) : rows.innerJoin(table, condition);
  }
  rows = rows.where(and(own(from), where)).orderBy(...orderBy);
  if (groupBy) rows = rows.groupBy(...groupBy);
  if (having) rows = rows.having(having);
  if (limit !== undefined) rows = rows.limit(limit);
  if (offset !== undefined) rows = rows.offset(offset);
  return rows;
}

/**
 * Creates a subquery of the first rows in an order. The subquery has the same name as the table, so that conditions on the
 * table apply to the subquery.
 */
function firstOf(
  db: RegistryDatabase,
  from: Selection<never>["from"],
  where: SQL | undefined,
  { orderBy, limit }: { orderBy: (SQL | AnyPgColumn)[]; limit: number },
): typeof from {
  const rows = db
    .select()
    .from(from)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  // The cast is needed because a subquery has the columns of the table, but not the type of a table.
  return rows.as(getTableName(from)) as unknown as typeof from;
}

interface Compiled {
  text: string;
  parameters: unknown[];
  names: string[];
  /** For each field, converts the value of the driver to the value of the column. */
  decode: ((value: never) => unknown)[];
}

const compiled = new WeakMap<object, Compiled>();
/** A query builder without a connection. Used to build SQL, not to run it. */
const drafting = builderOver({} as Connection);

function compile({ selection }: Statement<never, Record<string, unknown>>): Compiled {
  const { sql: text, params } = selected(drafting, sql.placeholder("tenant"), selection).toSQL();
  const fields = Object.entries(selection.fields);
  return {
    text,
    parameters: params,
    names: fields.map(([name]) => name),
    decode: fields.map(([, field]) => {
      const decoder = decoderOf(field);
      return decoder ? (value) => decoder.mapFromDriverValue(value) : (value) => value;
    }),
  };
}

/** Runs a statement. Builds its SQL only at the first run. Converts the rows without drizzle's own mapping, which is slower. */
export async function runStatement<F extends SelectedFields, V extends Record<string, unknown>>(
  connection: Connection,
  tenantId: number,
  statement: Statement<F, V>,
  values: V,
): Promise<SelectResultFields<F>[]> {
  let plan = compiled.get(statement);
  // The cast is needed because drizzle's builder accepts the fields of every statement, but its declared type does not.
  if (!plan) compiled.set(statement, (plan = compile(statement as unknown as Statement<never, V>)));
  const { text, parameters, names, decode } = plan;
  const filled = fillPlaceholders(parameters, { ...values, tenant: tenantId });
  // The cast is needed because the driver has no type for these parameters. `execute()` sends the statement at once. Therefore,
  // statements are sent in the order of the code.
  const sent = connection.unsafe(text, filled as never[], { prepare: true }).execute();
  const rows = await sent.values();
  return rows.map((row) => {
    const result: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) {
      const value = row[index] as never;
      result[names[index]!] = value === null ? null : decode[index]!(value);
    }
    // The cast is correct because `result` has the names and the types of the selected fields.
    return result as SelectResultFields<F>;
  });
}
