import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  customType,
  date,
  foreignKey,
  integer,
  type PgColumnBuilderBase,
  pgPolicy,
  pgRole,
  pgTable,
  type PgTable,
  type PgTableExtraConfigValue,
  primaryKey,
  timestamp,
} from "drizzle-orm/pg-core";
import type { BuildExtraConfigColumns } from "drizzle-orm";

/*
 * The column kit: what every table of Castellan is made of. Tenant-owned tables go through `tenantTable`, so
 * that none of them can lack the tenant in its key or the row-level-security policy (a schema test looks).
 * The types here are PostgreSQL's; a tenant database of another kind is a second body of this file.
 */

/** The database role that tenant transactions run as; row-level security binds it, the owner is exempt. */
export const TENANT_ROLE = "castellan_tenant";

/** The setting that names the acting tenant inside a transaction. */
export const TENANT_SETTING = "castellan.tenant_id";

const tenantRole = pgRole(TENANT_ROLE).existing();

/** The acting tenant, or null outside a tenant transaction: then no row is visible and none can be written. */
const actingTenant = sql.raw(`nullif(current_setting('${TENANT_SETTING}', true), '')::bigint`);

const tenantPolicy = () =>
  pgPolicy("tenant_isolation", {
    as: "permissive",
    for: "all",
    to: tenantRole,
    using: sql`tenant_id = ${actingTenant}`,
    withCheck: sql`tenant_id = ${actingTenant}`,
  });

/** A 64-bit integer that JavaScript holds exactly up to 2^53 - 1; identities never get there. */
export const integer64 = (name: string) => bigint(name, { mode: "number" });

/** A point in time, to the millisecond, read as Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/**
 * What the database writes for an instant, as the interfaces write it (RFC 3339, UTC, milliseconds): "2026-11-21
 * 22:07:33.1+00" becomes "2026-11-21T22:07:33.100Z". By Date it would take ten times as long, which lists notice.
 */
export function isoOfInstant(written: string): string {
  const zone = written.length - 3;
  // Years past 9999 and before Christ, and zones other than UTC, are written otherwise.
  if (written[10] !== " " || written[zone] !== "+" || !written.endsWith("00"))
    return new Date(written).toISOString();
  return `${written.slice(0, 10)}T${written.slice(11, 19)}.${written.slice(20, zone).padEnd(3, "0")}Z`;
}

/** An instant that is read to be shown, as text. */
export const instantText = (column: AnyPgColumn) => sql<string>`${column}`.mapWith(isoOfInstant);

/**
 * Text that sorts and compares by code point. Its comparison operators are leakproof, so that a prefix range
 * on it can use an index under row-level security, where LIKE cannot.
 */
export const codeText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** A JSON value that may be a bare text. Drizzle's own column would read the text "38" back as a number. */
export const jsonScalar = customType<{ data: string | number | boolean; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value as string | number | boolean,
});

/** Every platform table's key. */
export const identity = () => integer64("id").generatedByDefaultAsIdentity();

const tenantKey = () => ({ tenantId: integer64("tenant_id").notNull() });

type Columns = Record<string, PgColumnBuilderBase>;
type TenantKey = ReturnType<typeof tenantKey>;
type Identified = TenantKey & { id: ReturnType<typeof identity> };
type Extra<Name extends string, C extends Columns> = (
  table: BuildExtraConfigColumns<Name, C, "pg">,
) => PgTableExtraConfigValue[];

/** A tenant-owned table of numbered rows: key (tenant_id, id), isolated by policy. */
export function tenantTable<Name extends string, C extends Columns>(
  name: Name,
  columns: C,
  extra: Extra<Name, Identified & C> = () => [],
) {
  return pgTable(name, { ...tenantKey(), id: identity(), ...columns } as Identified & C, (table) => {
    const key = table as unknown as { tenantId: AnyPgColumn; id: AnyPgColumn };
    return [primaryKey({ columns: [key.tenantId, key.id] }), tenantPolicy(), ...extra(table)];
  });
}

/** A tenant-owned table whose rows are known by other columns: `key` names them, beside the tenant. */
export function tenantLink<Name extends string, C extends Columns>(
  name: Name,
  columns: C,
  key: (keyof C & string)[],
  extra: Extra<Name, TenantKey & C> = () => [],
) {
  return pgTable(name, { ...tenantKey(), ...columns } as TenantKey & C, (table) => {
    const byName = table as unknown as Record<string, AnyPgColumn>;
    const keyColumns = ["tenantId", ...key].map((column) => byName[column]);
    return [
      primaryKey({ columns: keyColumns as [AnyPgColumn, ...AnyPgColumn[]] }),
      tenantPolicy(),
      ...extra(table),
    ];
  });
}

type Referenced = PgTable & { tenantId: AnyPgColumn; id: AnyPgColumn };

/**
 * A reference inside one tenant. The tenant is part of the foreign key, because a plain reference would accept
 * another tenant's row: foreign keys are checked without row-level security.
 */
export function references(
  from: { tenantId: unknown },
  column: unknown,
  to: () => Referenced,
  onDelete: "cascade" | "restrict" = "cascade",
) {
  const target = to();
  return foreignKey({
    columns: [from.tenantId, column] as never,
    foreignColumns: [target.tenantId, target.id] as never,
  }).onDelete(onDelete);
}

/** The folded form of text by which names and addresses are unique "without case"; stored, so that it can be a key. */
export const folded = (name: string, of: string) => codeText(name).generatedAlwaysAs(sql.raw(`lower(${of})`));

/** What is counted of the requests of one day (UTC), of each kind of credential. */
export const usageColumns = () => ({
  day: date("day").notNull(),
  requests: integer("requests").notNull().default(0),
  /** Of them answered by 4xx, but for those that were too many. */
  refused: integer("refused").notNull().default(0),
  /** Of them answered by 429. */
  limited: integer("limited").notNull().default(0),
  /** Of them answered by 5xx. */
  failed: integer("failed").notNull().default(0),
});
