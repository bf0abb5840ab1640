import { sql, type SQL } from "drizzle-orm";
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
 * The column kit: the parts of every table. Tenant-owned tables are made by `tenantTable` or `tenantLink`, so
 * that each has the tenant in its key and the policy of row-level security (a schema test checks it). The
 * types here are PostgreSQL's. A tenant database of another kind needs a second version of this file.
 */

/** Database role of tenant transactions. Row-level security applies to it and not to the owner. */
export const TENANT_ROLE = "castellan_tenant";

/** Setting with the acting tenant inside a transaction. */
export const TENANT_SETTING = "castellan.tenant_id";

const tenantRole = pgRole(TENANT_ROLE).existing();

/** The acting tenant, or null outside a tenant transaction. If it is null, no row is visible and no row can be written. */
const actingTenant = sql.raw(`nullif(current_setting('${TENANT_SETTING}', true), '')::bigint`);

const tenantPolicy = () =>
  pgPolicy("tenant_isolation", {
    as: "permissive",
    for: "all",
    to: tenantRole,
    using: sql`tenant_id = ${actingTenant}`,
    withCheck: sql`tenant_id = ${actingTenant}`,
  });

/** A 64-bit integer, exact in JavaScript up to 2^53 - 1. Identities stay below it. */
export const integer64 = (name: string) => bigint(name, { mode: "number" });

/** A point in time with milliseconds, read as Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/**
 * Converts an instant from the database's text to the one of the interfaces (RFC 3339, UTC, milliseconds):
 * "2026-11-21 22:07:33.1+00" becomes "2026-11-21T22:07:33.100Z". Date would take ten times as long, which
 * slows lists.
 */
export function isoOfInstant(written: string): string {
  const zone = written.length - 3;
  // Other forms: years after 9999 or before Christ, and zones other than UTC.
  if (written[10] !== " " || written[zone] !== "+" || !written.endsWith("00"))
    return new Date(written).toISOString();
  return `${written.slice(0, 10)}T${written.slice(11, 19)}.${written.slice(20, zone).padEnd(3, "0")}Z`;
}

/** An instant as text for output. */
export const instantText = (column: AnyPgColumn) => sql<string>`${column}`.mapWith(isoOfInstant);

/**
 * Text that sorts and compares by code point. Its comparison operators are leakproof, so a prefix range on it
 * can use an index under row-level security. LIKE cannot.
 */
export const codeText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Collation of names in lists, in the language of the installation (server/store/name-collation.ts). */
export const NAME_COLLATION = "castellan_names";

/**
 * A name as the key of an order. Conditions on a position in this order must compare this expression, too. An index on it serves both
 * under row-level security.
 */
export const inNameOrder = (name: AnyPgColumn | SQL) =>
  sql<string>`${name} collate ${sql.identifier(NAME_COLLATION)}`;

/** A JSON value that can be a text. Drizzle's own column would read the text "38" as a number. */
export const jsonScalar = customType<{ data: string | number | boolean; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value as string | number | boolean,
});

/** A text for people as data: its code and its parameters. `textIn` returns the sentence in a language. */
export interface CodedText {
  code: string;
  params: Readonly<Record<string, TextParam>>;
}

/**
 * Value of a name in a text. It is JSON, so that a text can be stored. A country ("DE"), a region ("DE:Bavaria") and the label of a
 * profile field are named in the reader's language.
 */
export type TextParam =
  | string
  | number
  | CodedText
  | { place: string }
  | { userField: string }
  | readonly TextParam[];

/** Beginning of a stored `CodedText`. JSON.stringify keeps the order of the keys. */
const CODED = '{"code":"';

function codedFrom(stored: string): CodedText | string {
  try {
    return JSON.parse(stored) as CodedText;
  } catch {
    return stored;
  }
}

/** Returns the value of a `storedText` column, for statements without drizzle. */
export function toStoredText(text: CodedText | string): string {
  if (typeof text !== "string") return JSON.stringify({ code: text.code, params: text.params });
  return text.startsWith(CODED) ? ` ${text}` : text;
}

/** Returns the text of a value of a `storedText` column, for statements without drizzle. */
export const fromStoredText = (stored: string): CodedText | string =>
  stored.startsWith(CODED) ? codedFrom(stored) : stored;

/**
 * A text for people, as JSON with its code. A string is stored unchanged: older versions stored English
 * sentences, and some texts are names. A string that looks like a code gets a leading space, so that users
 * cannot inject a code.
 */
export const storedText = customType<{ data: CodedText | string; driverData: string }>({
  dataType: () => "text",
  toDriver: toStoredText,
  fromDriver: fromStoredText,
});

export const identity = () => integer64("id").generatedByDefaultAsIdentity();

const tenantKey = () => ({ tenantId: integer64("tenant_id").notNull() });

type Columns = Record<string, PgColumnBuilderBase>;
type TenantKey = ReturnType<typeof tenantKey>;
type Identified = TenantKey & { id: ReturnType<typeof identity> };
type Extra<Name extends string, C extends Columns> = (
  table: BuildExtraConfigColumns<Name, C, "pg">,
) => PgTableExtraConfigValue[];

/** Creates a tenant-owned table of numbered rows with the key (tenant_id, id) and the isolation policy. */
export function tenantTable<Name extends string, C extends Columns>(
  name: Name,
  columns: C,
  extra: Extra<Name, Identified & C> = () => [],
) {
  return pgTable(name, { ...tenantKey(), id: identity(), ...columns } as Identified & C, (table) => {
    // The type of the columns is a parameter here. Drizzle infers no properties of it.
    const key = table as unknown as { tenantId: AnyPgColumn; id: AnyPgColumn };
    return [primaryKey({ columns: [key.tenantId, key.id] }), tenantPolicy(), ...extra(table)];
  });
}

/** Creates a tenant-owned table whose key is the tenant and the columns in `key`. */
export function tenantLink<Name extends string, C extends Columns>(
  name: Name,
  columns: C,
  key: (keyof C & string)[],
  extra: Extra<Name, TenantKey & C> = () => [],
) {
  return pgTable(name, { ...tenantKey(), ...columns } as TenantKey & C, (table) => {
    // The type of the columns is a parameter here. Drizzle infers no properties of it.
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
 * Creates a reference inside one tenant. The tenant is part of the foreign key: a plain reference would
 * accept another tenant's row, because foreign keys are checked without row-level security.
 */
export function references(
  from: { tenantId: unknown },
  column: unknown,
  to: () => Referenced,
  onDelete: "cascade" | "restrict" = "cascade",
) {
  const target = to();
  return foreignKey({
    // Drizzle's types require both lists to be of one table each. The table is not known here.
    columns: [from.tenantId, column] as never,
    foreignColumns: [target.tenantId, target.id] as never,
  }).onDelete(onDelete);
}

/**
 * The lower-case form of a text, for unique names and addresses without case. Stored, so that it can be a
 * key.
 */
export const folded = (name: string, of: string) => codeText(name).generatedAlwaysAs(sql.raw(`lower(${of})`));

/** Request counters of one day (UTC), for each kind of credential. */
export const usageColumns = () => ({
  day: date("day").notNull(),
  requests: integer("requests").notNull().default(0),
  /** Requests answered by 4xx, except 429. */
  refused: integer("refused").notNull().default(0),
  /** Requests answered by 429. */
  limited: integer("limited").notNull().default(0),
  /** Requests answered by 5xx. */
  failed: integer("failed").notNull().default(0),
});
