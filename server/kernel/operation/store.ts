import type { EventName } from "../events";
import { sql, type InferInsertModel, type InferSelectModel, type Placeholder, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgDatabase, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { tenantTables } from "@/db/tenant/tables";
import type { Searches, TrimmedAudit } from "./searches";
import type { AudienceName } from "../http/api-audience";
import type { auditEvents, auditSeals } from "@/db/tenant/journal";
import type { administrators } from "@/db/tenant/users";

/*
 * Interface of the database for operations. The store (server/store) implements this interface. No function has a tenant as a
 * parameter, because every function is bound to the actor's tenant.
 */

export type TenantTable = PgTable & { tenantId: AnyPgColumn };
export type Row<T extends PgTable> = Omit<InferSelectModel<T>, "tenantId">;
type New<T extends PgTable> = Omit<InferInsertModel<T>, "tenantId">;
type Patch<T extends PgTable> = {
  [K in keyof Omit<InferInsertModel<T>, "tenantId" | "id">]?: InferInsertModel<T>[K] | SQL | undefined;
};

/** Returns the SQL condition "is one of these ids". The condition has one parameter for any number of ids. */
export const isAmong = (column: AnyPgColumn, ids: readonly number[]): SQL =>
  sql`${column} = any(${`{${ids.join(",")}}`}::bigint[])`;

interface ListOptions {
  where?: SQL | undefined;
  orderBy?: (SQL | AnyPgColumn)[];
  limit?: number;
  offset?: number;
}

/** Functions that read a table. */
export interface ReadVerbs<T extends PgTable> {
  get(id: number): Promise<Row<T> | undefined>;
  /** Returns one row that satisfies the condition. */
  find(where: SQL): Promise<Row<T> | undefined>;
  list(options?: ListOptions): Promise<Row<T>[]>;
  /** Returns the number of rows that satisfy the condition. Stops counting at `atMost`. */
  count(where?: SQL, atMost?: number): Promise<number>;
  /** Returns the query planner's estimate of the number of rows, without reading the rows. */
  estimate(where?: SQL): Promise<number>;
}

/** Functions that change a table. Each function is bound to the acting tenant. */
export interface WriteVerbs<T extends PgTable> extends ReadVerbs<T> {
  /**
   * Returns the row with this id and locks the row until the transaction ends. With `references`, the lock also blocks new rows
   * that refer to this row by a foreign key.
   */
  lock(id: number, options?: { references: boolean }): Promise<Row<T> | undefined>;
  /**
   * Locks all rows of the table until the transaction ends, always in the same order. For decisions that depend on all rows of
   * a small table.
   */
  lockAll(): Promise<void>;
  /** Adds a row and returns it. Throws UniqueViolation for a duplicate key. */
  insert(values: New<T>): Promise<Row<T>>;
  /**
   * Adds many rows, several hundred with each statement. Only for tables in which no other transaction writes the same keys.
   */
  insertAll(rows: New<T>[]): Promise<void>;
  /** Adds a row unless a row with the same key exists. Returns true if the row was added. */
  insertIfAbsent(values: New<T>): Promise<boolean>;
  /** Changes the row with this id. Returns the changed row. */
  update(id: number, patch: Patch<T>): Promise<Row<T> | undefined>;
  /** Changes every row that satisfies the condition. Returns the number of changed rows. */
  updateWhere(where: SQL, patch: Patch<T>): Promise<number>;
  remove(id: number): Promise<boolean>;
  removeWhere(where: SQL): Promise<number>;
  /** Adds or replaces the tenant's only row of a table that has one row for each tenant. */
  put(values: New<T>): Promise<Row<T>>;
}

/** A read over joined tables. The store adds the tenant to the condition of each table. */
export interface Selection<F extends SelectedFields> {
  fields: F;
  from: TenantTable;
  /**
   * Restricts the read to the first rows of an order. The database reads at most `limit` rows of the table. The other
   * conditions are applied to these rows.
   */
  among?: { where?: SQL; orderBy: (SQL | AnyPgColumn)[]; limit: number };
  join?: { table: TenantTable; on: SQL; optional?: boolean }[];
  where?: SQL | undefined;
  orderBy?: (SQL | AnyPgColumn)[];
  groupBy?: (AnyPgColumn | SQL)[];
  having?: SQL;
  limit?: number;
  offset?: number;
}

/**
 * A selection of plain fields that is compiled once and run with values for its placeholders. Used for frequent reads, because
 * building the SQL text takes most of the time of a read (measured: 128 of 200 µs).
 */
export interface Statement<F extends SelectedFields, Values extends Record<string, unknown>> {
  readonly selection: Omit<Selection<F>, "limit"> & { limit?: Placeholder };
  /** Declares the type of the values for the placeholders. Never set. */
  readonly values?: Values;
}

/** Declares a statement. The keys of `Values` name its placeholders (drizzle's `sql.placeholder`). */
export const statement =
  <Values extends Record<string, unknown>>() =>
  <F extends SelectedFields>(selection: Statement<F, Values>["selection"]): Statement<F, Values> => ({
    selection,
  });

interface Reads extends Searches {
  run<F extends SelectedFields, V extends Record<string, unknown>>(
    statement: Statement<F, V>,
    values: V,
  ): Promise<SelectResultFields<F>[]>;
  select<F extends SelectedFields>(selection: Selection<F>): Promise<SelectResultFields<F>[]>;
  /** The audit log, read-only. */
  auditEvents: ReadVerbs<typeof auditEvents>;
  /** The seals of the audit log's hash chain, read-only. */
  auditSeals: ReadVerbs<typeof auditSeals>;
  /** Returns true if another tenant has verified this domain. All other functions return data of the acting tenant only. */
  domainTaken(domain: string): Promise<boolean>;
  /** Returns the capabilities of a management credential. Null if the credential was revoked. */
  credentialCapabilities(clientId: string): Promise<readonly string[] | null>;
  /** Returns the administrator role of a user. Null if the user is not an administrator. */
  administratorRoleOf(userId: number): Promise<Row<typeof administrators>["role"] | null>;
}

/** Functions for audiences of access tokens. Each audience belongs to one organization (table api_audiences). */
interface AudienceVerbs {
  /**
   * Claims an audience for the tenant. Returns false if the audience belongs to another tenant, or if its host lies under a
   * domain that another tenant verified.
   */
  claimAudience(audience: AudienceName): Promise<boolean>;
  /** Releases an audience if no app and no API of the tenant has it. */
  releaseAudience(key: string): Promise<void>;
  /**
   * Removes the audiences of other tenants whose host lies under a domain that the acting tenant has verified. Returns the
   * number of removed audiences.
   */
  takeAudiences(domain: string): Promise<number>;
}

type Tables = typeof tenantTables;

/** Database access of a query. */
export type ReadTx = Reads & { readonly [K in keyof Tables]: ReadVerbs<Tables[K]> };
/** Database access of a command. */
export type WriteTx = Reads &
  AudienceVerbs & { readonly [K in keyof Tables]: WriteVerbs<Tables[K]> } & {
    /**
     * Removes the oldest events and their seals. Removes only seals whose events are all old enough. Returns null if there is
     * no such seal. For retention only.
     */
    trimAudit(options: { before: Date; atMost: number }): Promise<TrimmedAudit | null>;
  };

/**
 * Query builder of the registry database. The registry is always PostgreSQL. Its operations therefore use the query builder
 * directly.
 */
export type RegistryDatabase = PgDatabase<PostgresJsQueryResultHKT>;

/** Database access of a query on the platform. */
export interface PlatformReadTx {
  db: Pick<RegistryDatabase, "select" | "$count">;
  /** Reads the data of one tenant in the same transaction. The registry is not accessible during `work`. */
  inTenant<T>(tenantId: number, work: (tx: ReadTx) => Promise<T>): Promise<T>;
}

/** Database access of a command on the platform. */
export interface PlatformWriteTx {
  db: Pick<RegistryDatabase, "select" | "insert" | "update" | "delete" | "$count">;
  /** Changes the data of one tenant in the same transaction. The registry is not accessible during `work`. */
  inTenant<T>(tenantId: number, work: (tx: WriteTx) => Promise<T>): Promise<T>;
}

const VIOLATION = Symbol.for("castellan.UniqueViolation");

/** Error of a duplicate key. `key` is the name of the key in the schema. */
export class UniqueViolation extends Error {
  readonly [VIOLATION] = true;

  /** Accepts errors of another copy of this module, like AppError in errors.ts. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && VIOLATION in value;
  }

  constructor(readonly key: string) {
    super(`unique key ${key} is taken`);
    this.name = "UniqueViolation";
  }
}

/** Converts a UniqueViolation to the refusal for its key. Rethrows other errors. */
export async function refuseTaken<T>(work: Promise<T>, refusals: Record<string, () => Error>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const refusal = error instanceof UniqueViolation ? refusals[error.key] : undefined;
    throw refusal?.() ?? error;
  }
}

/** An event in the form in which the audit log and the outbox store it. */
export interface JournalEvent {
  action: string;
  /** The event for webhook subscribers. Null for a recorded request that changed nothing. */
  type: EventName | null;
  target: string;
  targetLabel: string | null;
  related: string | null;
  userId: number | null;
  userEmail: string | null;
  actorLabel: string;
  clientId: string | null;
  appId: number | null;
  ip: string | null;
  requestId: string | null;
  changes: Record<string, { from: unknown; to: unknown }> | null;
}

/** The stored answer to a request with an Idempotency-Key. */
export interface RememberedAnswer {
  fingerprint: string;
  answer: string;
}

/** Functions by which `execute` writes events and idempotency keys. Operations have no access to these functions. */
export interface Journal {
  append(...events: JournalEvent[]): Promise<void>;
  /**
   * Reserves the Idempotency-Key for this transaction. Returns "running" if another transaction holds the key. Returns the
   * stored answer if there is one.
   */
  claim(owner: string, key: string): Promise<"claimed" | "running" | RememberedAnswer>;
  remember(owner: string, key: string, answer: RememberedAnswer): Promise<void>;
}

export interface TenantStore {
  /** Runs in one transaction. `like` is the kind of the read, by which the store predicts its number of statements. */
  read<T>(work: (tx: ReadTx) => Promise<T>, like?: object): Promise<T>;
  /** Runs in one transaction. If `work` throws, all its changes are rolled back. */
  write<T>(work: (tx: WriteTx, journal: Journal) => Promise<T>): Promise<T>;
}

/** Store of the platform's own data: tenants, settings, administrators. */
export interface PlatformStore {
  /** As `TenantStore.read`. */
  read<T>(work: (tx: PlatformReadTx) => Promise<T>, like?: object): Promise<T>;
  write<T>(work: (tx: PlatformWriteTx, journal: Journal) => Promise<T>): Promise<T>;
}

export interface Stores {
  /** True if the database runs only one transaction at a time, like the embedded database. */
  serial?: boolean;
  /** Returns the store of a tenant. `cost` replaces the default kind of its transactions. */
  tenant(tenantId: number, cost?: Cost): TenantStore;
  platform: PlatformStore;
}

/**
 * Kinds of transactions. Each kind has its own time limits (server/store/transaction.ts) and its own connections
 * (server/store/gate.ts).
 * - `interactive`: a client waits. The duration does not depend on the size of the organization.
 * - `heavy`: a client waits. The duration grows with the size of the organization: analyses, exports, filters without an index.
 * - `job`: no client waits.
 */
export type Cost = "interactive" | "heavy" | "job";
