import type { Ports } from "../kernel/operation/ports";
import type { Connection } from "../store/database";
import { ArchiveError } from "./errors";
import type { ArchivedTable } from "./tables";

/*
 * Rows of a table as texts of PostgreSQL: exact, also for numbers in JSON, and equal on each version of PostgreSQL and on PGlite.
 */

/** A row of an archive: the text of each column, or null. */
export type Cells = (string | null)[];

type Vault = Ports["vault"];

/** Size in characters that a page of rows shall have. */
const PAGE_SIZE = 1_000_000;
const FIRST_PAGE = 50;

/** Sets the forms of instants in texts, for this transaction. */
export const setTextForms = (connection: Connection) =>
  connection.unsafe(
    "select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true), set_config('extra_float_digits', '1', true)",
  );

/** Runs a statement. Returns each row as an array of texts. */
async function texts(connection: Connection, text: string, parameters: (string | number | null)[]) {
  const rows = await connection.unsafe(text, parameters, { prepare: true }).values();
  // The columns are cast to text, so the driver returns strings.
  return rows as unknown as Cells[];
}

const quoted = (name: string) => `"${name}"`;

/** Returns the statement of a page: the rows after a key, in the order of the key. */
function pageStatement({ name, columns, key }: ArchivedTable, isFirst: boolean): string {
  // With the table: ORDER BY would otherwise sort by the text of the selected column.
  const keys = key.map((column) => `${quoted(name)}.${quoted(column.name)}`).join(", ");
  const after = key.map((column, index) => `$${index + 3}::text::${column.type}`).join(", ");
  return `select ${columns.map((column) => `${quoted(column.name)}::text`).join(", ")} from ${quoted(name)}
    where tenant_id = $1::bigint ${isFirst ? "" : `and (${keys}) > (${after})`}
    ${keys === "" ? "" : `order by ${keys}`} limit $2::int`;
}

/**
 * Returns the rows of a tenant's table in pages, in the order of the key. Encrypted values are decrypted. The size of a page follows the
 * size of the rows before.
 */
export async function* pagesOf(
  connection: Connection,
  tenantId: number,
  table: ArchivedTable,
  vault: Vault,
): AsyncGenerator<Cells[]> {
  const keyIndexes = table.key.map((column) => table.columns.indexOf(column));
  let limit = Math.min(FIRST_PAGE, table.mostRows);
  let last: Cells | null = null;
  for (;;) {
    const key: (string | null)[] = last === null ? [] : keyIndexes.map((index) => last![index]!);
    const page = await texts(connection, pageStatement(table, last === null), [tenantId, limit, ...key]);
    if (page.length > 0) yield page.map((cells) => opened(table, cells, vault));
    if (page.length < limit || table.key.length === 0) return;
    last = page.at(-1)!;
    const size = page.reduce(
      (sum, cells) => sum + cells.reduce((all, cell) => all + (cell?.length ?? 4), 0),
      0,
    );
    const fitting = Math.floor((PAGE_SIZE * page.length) / Math.max(size, 1));
    limit = Math.max(1, Math.min(table.mostRows, fitting, limit * 4));
  }
}

/** Decrypts the encrypted values of a row. */
function opened({ name, columns }: ArchivedTable, cells: Cells, vault: Vault): Cells {
  return cells.map((cell, index) => {
    if (cell === null || !columns[index]!.isSealed) return cell;
    try {
      return vault.decrypt(cell);
    } catch (error) {
      throw new ArchiveError(
        "undecryptable",
        `A value of ${name}.${columns[index]!.name} cannot be decrypted: it was encrypted by another key than this one (ENCRYPTION_KEY, DATA_DIR/master.key).`,
        { cause: error },
      );
    }
  });
}

/** Encrypts the values of a row that the target stores encrypted. */
export const sealed = ({ columns }: ArchivedTable, cells: Cells, vault: Vault): Cells =>
  cells.map((cell, index) => (cell === null || !columns[index]!.isSealed ? cell : vault.encrypt(cell)));

/** Inserts rows of a tenant. `indexes` are the columns of the table that the rows contain. */
export async function insertRows(
  connection: Connection,
  tenantId: number,
  table: ArchivedTable,
  rows: Cells[],
): Promise<void> {
  const { name, columns } = table;
  const values = columns.map((column, index) => `(row->>${index})::${column.type}`).join(", ");
  const statement = `insert into ${quoted(name)} (tenant_id, ${columns.map((column) => quoted(column.name)).join(", ")})
    select $1::bigint, ${values} from json_array_elements($2::text::json) as given(row)`;
  try {
    await connection.unsafe(statement, [tenantId, JSON.stringify(rows)], { prepare: true });
  } catch (error) {
    throw refusedRows(name, error);
  }
}

/** Classes of PostgreSQL's errors that the rows cause: invalid data, violated constraints, limits. */
const CAUSED_BY_ROWS = /^(22|23|42804|54)/;

function refusedRows(table: string, error: unknown): Error {
  const {
    code = "",
    message,
    constraint_name: constraint,
  } = error as Error & {
    code?: string;
    constraint_name?: string;
  };
  if (!CAUSED_BY_ROWS.test(code)) return error as Error;
  return new ArchiveError(
    "bad_row",
    `The archive is not valid: the database refuses rows of ${table}${constraint ? ` (${constraint})` : ""}: ${message}`,
    { cause: error },
  );
}
