import type { Connection } from "../store/database";
import { tenantTableNames } from "./tables";

/** Highest id that an archive of another installation can set. Later organizations get higher ids. */
const MOST_FOREIGN_ID = 1_000_000_000;

/**
 * Returns the id of the archived tenant if it is free at the target, else null. A tenant of another installation gets only an id that
 * this installation has never used: tokens and log entries of a former organization could otherwise apply to the restored one.
 */
export async function freeTenantId(
  connection: Connection,
  { id, isOwn }: { id: number; isOwn: boolean },
): Promise<number | null> {
  const [issued] = await connection.unsafe<{ last: string; taken: boolean }[]>(
    `select greatest(coalesce(max(id), 0), (select case when is_called then last_value else 0 end from tenants_id_seq))::text as last,
       coalesce(bool_or(id = $1), false) as taken from tenants`,
    [id],
  );
  if (!issued || issued.taken) return null;
  if (!isOwn && (id <= Number(issued.last) || id > MOST_FOREIGN_ID)) return null;
  return (await hasRows(connection, id)) ? null : id;
}

/** Returns true if a table contains rows of this tenant. */
async function hasRows(connection: Connection, id: number): Promise<boolean> {
  const tables = [...tenantTableNames, "api_audiences"];
  const found = tables.map((table) => `exists (select from "${table}" where tenant_id = $1)`).join(" or ");
  const [row] = await connection.unsafe<{ found: boolean }[]>(`select ${found} as found`, [id]);
  return row?.found === true;
}

/** Differences up to this number are drawn from the sequence, so that no other transaction can draw the same ids meanwhile. */
const DRAWN = 10_000;

/** Moves the sequence of a table past this id. */
export async function movePast(connection: Connection, table: string, id: number): Promise<void> {
  const sequence = `${table}_id_seq`;
  const [state] = await connection.unsafe<{ last: string }[]>(
    `select case when is_called then last_value else 0 end::text as last from "${sequence}"`,
  );
  const missing = id - Number(state?.last ?? 0);
  if (missing <= 0) return;
  if (missing <= DRAWN)
    await connection.unsafe(`select max(nextval('"${sequence}"')) from generate_series(1, $1::int)`, [
      missing,
    ]);
  else await connection.unsafe(`select setval('"${sequence}"', $1::bigint)`, [id]);
}
