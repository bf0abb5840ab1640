import type { EventName } from "./events";
import type { InferInsertModel, InferSelectModel, Placeholder, SQL } from "drizzle-orm";
import type { AnyPgColumn, PgDatabase, PgTable } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { tenantTables } from "@/db/tenant/tables";
import type { AudienceName } from "./api-audience";
import type { auditEvents, auditSeals } from "@/db/tenant/journal";

/*
 * What operations see of the database. The store (server/store) implements these; nothing here can name a tenant,
 * because every verb is bound to the actor's.
 */

export type TenantTable = PgTable & { tenantId: AnyPgColumn };
export type Row<T extends PgTable> = Omit<InferSelectModel<T>, "tenantId">;
type New<T extends PgTable> = Omit<InferInsertModel<T>, "tenantId">;
type Patch<T extends PgTable> = {
  [K in keyof Omit<InferInsertModel<T>, "tenantId" | "id">]?: InferInsertModel<T>[K] | SQL | undefined;
};

interface ListOptions {
  where?: SQL | undefined;
  orderBy?: (SQL | AnyPgColumn)[];
  limit?: number;
  offset?: number;
}

/** What a query can do with a table. */
export interface ReadVerbs<T extends PgTable> {
  /** The row of this id. */
  get(id: number): Promise<Row<T> | undefined>;
  /** The first row that satisfies the condition. */
  find(where: SQL): Promise<Row<T> | undefined>;
  list(options?: ListOptions): Promise<Row<T>[]>;
  /** How many rows satisfy the condition; counting stops at `atMost`. */
  count(where?: SQL, atMost?: number): Promise<number>;
}

/** What a command can do with a table. Each verb is bound to the acting tenant. */
export interface WriteVerbs<T extends PgTable> extends ReadVerbs<T> {
  /** The row of this id, held until the transaction ends: what is decided on it stays true. */
  lock(id: number): Promise<Row<T> | undefined>;
  /** Holds every row of the table until the transaction ends, in one order: for small tables that are decided on whole. */
  lockAll(): Promise<void>;
  /** Adds a row and gives it back. A broken unique key throws UniqueViolation. */
  insert(values: New<T>): Promise<Row<T>>;
  /** Adds many rows, some hundreds in a statement; for tables of which nobody else writes the same keys. */
  insertAll(rows: New<T>[]): Promise<void>;
  /** Adds a row unless its key is taken; tells whether it was added. */
  insertIfAbsent(values: New<T>): Promise<boolean>;
  /** Changes the row of this id and gives it back as it then stands. */
  update(id: number, patch: Patch<T>): Promise<Row<T> | undefined>;
  /** Changes every row that satisfies the condition; tells how many. */
  updateWhere(where: SQL, patch: Patch<T>): Promise<number>;
  remove(id: number): Promise<boolean>;
  removeWhere(where: SQL): Promise<number>;
  /** Sets the only row of a table that has one for each tenant. */
  put(values: New<T>): Promise<Row<T>>;
}

/** A read over joined tables; the tenant is added to the condition of each of them. */
export interface Selection<F extends SelectedFields> {
  fields: F;
  from: TenantTable;
  join?: { table: TenantTable; on: SQL; optional?: boolean }[];
  where?: SQL | undefined;
  orderBy?: (SQL | AnyPgColumn)[];
  groupBy?: (AnyPgColumn | SQL)[];
  having?: SQL;
  limit?: number;
  offset?: number;
}

/** Which events of the audit log; without `actions`, those of every action. */
export interface AuditFilter {
  actions?: string[] | undefined;
  userId?: number | undefined;
  target?: string | undefined;
  /** From this moment on. */
  since?: Date | undefined;
  /** Before this moment. */
  until?: Date | undefined;
  /** Older than this event, in the order of the log. */
  before?: { at: Date; id: number } | undefined;
}

/** The audit log and the chain over it, counted at one moment. */
export interface AuditExtent {
  events: number;
  /** Events that the chain does not cover yet. */
  waiting: number;
  /** Its position; 0 where there is no seal. */
  lastSeal: number;
}

/** What retention took off the beginning of the audit log. */
export interface TrimmedAudit {
  events: number;
  /** The position of the last seal that lost its events. */
  throughSeal: number;
}

/**
 * A selection of plain fields that is made once, at load, and run with values for its placeholders: for reads that many
 * requests make, because building their SQL costs more than the rest of them (measured: 128 of 200 µs).
 */
export interface Statement<F extends SelectedFields, Values extends Record<string, unknown>> {
  readonly selection: Omit<Selection<F>, "limit"> & { limit?: Placeholder };
  /** Only a type: what must be given when it is run. */
  readonly values?: Values;
}

/** Declares one; its placeholders (drizzle's `sql.placeholder`) are named by the keys of `Values`. */
export const statement =
  <Values extends Record<string, unknown>>() =>
  <F extends SelectedFields>(selection: Statement<F, Values>["selection"]): Statement<F, Values> => ({
    selection,
  });

interface Reads {
  run<F extends SelectedFields, V extends Record<string, unknown>>(
    statement: Statement<F, V>,
    values: V,
  ): Promise<SelectResultFields<F>[]>;
  select<F extends SelectedFields>(selection: Selection<F>): Promise<SelectResultFields<F>[]>;
  /** The condition "is a person whose name or identifiers contain this text", served from an index in order of id. */
  peopleMatching(options: { text: string; status?: string; afterId: number; limit: number }): SQL;
  /** The audit log, to read only. */
  auditEvents: ReadVerbs<typeof auditEvents>;
  /** The chain over the audit log, to read only. */
  auditSeals: ReadVerbs<typeof auditSeals>;
  /** What there is of the audit log and its chain, at one moment. */
  auditExtent(): Promise<AuditExtent>;
  /** The digests of these events, by id, as the chain covers them; those that are not there are left out. */
  auditDigests(ids: number[]): Promise<Map<number, string>>;
  /** The exact actions from `from` on, up to but not including `below`, that occur in the log (of one user). */
  auditActions(range: { from: string; below: string | null; userId?: number | undefined }): Promise<string[]>;
  /** The matching events, newest first. */
  auditPage(filter: AuditFilter & { limit: number; offset?: number }): Promise<Row<typeof auditEvents>[]>;
  auditCount(filter: AuditFilter, atMost: number): Promise<number>;
  /** Of the newest `among` events those whose target's and actor's names hold every word of a text, newest first. */
  auditNaming(search: { text: string; among: number; limit: number }): Promise<Row<typeof auditEvents>[]>;
  /** Whether another tenant has verified this domain; the only thing that a tenant is told of others. */
  domainTaken(domain: string): Promise<boolean>;
}

/** The audiences of access tokens, which belong to one organization each (table api_audiences). */
interface AudienceVerbs {
  /** Claims an audience for the tenant; false where it is, or lies under a verified domain of, another one's. */
  claimAudience(audience: AudienceName): Promise<boolean>;
  /** Releases an audience that no app of the tenant names. */
  releaseAudience(key: string): Promise<void>;
  /** Takes the audiences under a domain that the tenant has verified from other tenants; gives how many. */
  takeAudiences(domain: string): Promise<number>;
}

type Tables = typeof tenantTables;

/** The handle of a query. */
export type ReadTx = Reads & { readonly [K in keyof Tables]: ReadVerbs<Tables[K]> };
/** The handle of a command. */
export type WriteTx = Reads &
  AudienceVerbs & { readonly [K in keyof Tables]: WriteVerbs<Tables[K]> } & {
    /** Removes the oldest events with their seals, whole seals only; null when none is old enough. For retention alone. */
    trimAudit(options: { before: Date; atMost: number }): Promise<TrimmedAudit | null>;
  };

/** The registry's database handle; the registry is always PostgreSQL, so its operations use the builder as it is. */
export type RegistryDatabase = PgDatabase<PostgresJsQueryResultHKT>;

/** The handle of a query on the platform. */
export interface PlatformReadTx {
  db: Pick<RegistryDatabase, "select" | "$count">;
  /** Reads one tenant's own data, in the same transaction; the registry is out of reach meanwhile. */
  inTenant<T>(tenantId: number, work: (tx: ReadTx) => Promise<T>): Promise<T>;
}

/** The handle of a command on the platform. */
export interface PlatformWriteTx {
  db: Pick<RegistryDatabase, "select" | "insert" | "update" | "delete" | "$count">;
  /** Works on one tenant's own data, in the same transaction; the registry is out of reach meanwhile. */
  inTenant<T>(tenantId: number, work: (tx: WriteTx) => Promise<T>): Promise<T>;
}

const VIOLATION = Symbol.for("castellan.UniqueViolation");

/** A key that must be unique is taken; `key` is the name of the key in the schema. */
export class UniqueViolation extends Error {
  readonly [VIOLATION] = true;

  /** Also of another copy of this module, as in errors.ts. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && VIOLATION in value;
  }

  constructor(readonly key: string) {
    super(`unique key ${key} is taken`);
    this.name = "UniqueViolation";
  }
}

/** Turns a taken key into the caller's refusal; anything else passes through. */
export async function refuseTaken<T>(work: Promise<T>, refusals: Record<string, () => Error>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const refusal = error instanceof UniqueViolation ? refusals[error.key] : undefined;
    throw refusal?.() ?? error;
  }
}

/** One thing that happened, as audit log and outbox keep it. */
export interface JournalEvent {
  action: string;
  /** The event that subscribers are told of; null for a request that was recorded and changed nothing. */
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

/** An answer that was given under an Idempotency-Key. */
export interface RememberedAnswer {
  fingerprint: string;
  answer: string;
}

/** What `execute` writes beside a command's own changes; never handed to an operation. */
export interface Journal {
  append(...events: JournalEvent[]): Promise<void>;
  /** Takes the key for this transaction. "running" when another one holds it now. */
  claim(owner: string, key: string): Promise<"claimed" | "running" | RememberedAnswer>;
  remember(owner: string, key: string, answer: RememberedAnswer): Promise<void>;
}

/** One tenant's data. */
export interface TenantStore {
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** Runs in one transaction; when `work` throws, nothing of it remains. */
  write<T>(work: (tx: WriteTx, journal: Journal) => Promise<T>): Promise<T>;
}

/** The platform's own data: tenants, settings, administrators. */
export interface PlatformStore {
  read<T>(work: (tx: PlatformReadTx) => Promise<T>): Promise<T>;
  write<T>(work: (tx: PlatformWriteTx, journal: Journal) => Promise<T>): Promise<T>;
}

export interface Stores {
  tenant(tenantId: number): TenantStore;
  platform: PlatformStore;
}
