import { and, eq, sql, type SQL } from "drizzle-orm";
import { instantText } from "@/db/kit";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { statement, type ReadTx } from "@/server/kernel/operation/store";
import { fieldsIn, userFieldNames } from "@/server/kernel/user-fields";
import type { Filter } from "./comparisons";
import { userNameIs } from "./filterable";
import type { ProvisionedPerson } from "./people.schema";

/*
 * The most frequent queries of identity providers: each finds one user. Each query is a prepared statement, because building
 * the SQL takes longer than running the statement.
 */

// Names the tables explicitly. drizzle renders a column without its table, and PostgreSQL would then use a column of the inner
// table.
const groups = sql<ProvisionedPerson["groups"]>`(
  select coalesce(jsonb_agg(jsonb_build_object('roleId', role.id, 'name', role.name) order by role.id), '[]')
  from ${roleGrants} held join ${roles} role on role.tenant_id = held.tenant_id and role.id = held.role_id
  where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id and role.governed and role.app_id is null)`;

const lookup = (isWanted: SQL) =>
  statement<{ key: string }>()({
    fields: {
      userId: users.id,
      ...fieldsIn(users, userFieldNames),
      email: users.email,
      externalId: users.externalId,
      active: sql<boolean>`${users.status} = 'active'`,
      attributes: sql<Record<string, unknown>>`coalesce(${users.scimAttributes}, '{}')`,
      createdAt: instantText(users.createdAt),
      updatedAt: instantText(users.updatedAt),
      groups,
    },
    from: users,
    where: and(eq(users.kind, "person"), isWanted)!,
  });

const key = sql.placeholder("key");
const byUserName = lookup(userNameIs(key));
const byExternalId = lookup(eq(users.externalId, key));

/** Returns the users that a filter on one user name or one external id selects. Returns null for any other filter. */
export function lookedUp(
  tx: Pick<ReadTx, "run">,
  filter: Filter | null,
): Promise<ProvisionedPerson[]> | null {
  // PostgreSQL cannot store the character NUL. No stored value contains it.
  if (filter?.op !== "eq" || typeof filter.value !== "string" || filter.value.includes("\0")) return null;
  if (filter.attribute === "username") return tx.run(byUserName, { key: filter.value.toLowerCase() });
  return filter.attribute === "externalid" ? tx.run(byExternalId, { key: filter.value }) : null;
}
