import { and, eq, sql, type SQL } from "drizzle-orm";
import { getTableConfig, type AnyPgColumn, type PgTable, type SelectedFieldsFlat } from "drizzle-orm/pg-core";
import { auditEvents, auditSeals } from "@/db/tenant/journal";
import { credentials } from "@/db/tenant/credentials";
import { tenantTables } from "@/db/tenant/tables";
import { administrators, users } from "@/db/tenant/users";
import { asciiAddress } from "../kernel/strings/mail-address";
import type { AudienceName } from "../kernel/http/api-audience";
import type { AuditFilter, PeopleSearch } from "../kernel/operation/searches";
import {
  statement,
  type ReadTx,
  type RegistryDatabase,
  type Selection,
  type Statement,
  type WriteTx,
} from "../kernel/operation/store";
import { auditDigests, auditExtent, trimAudit } from "./audit-chain";
import { auditActions, auditCount, auditNaming, auditPage } from "./audit-page";
import { visibleColumns } from "./columns";
import { builderOver, type Connection } from "./database";
import { translated } from "./errors";
import { insertRow } from "./insertion";
import { runStatement, selected } from "./selection";
import { newestRisky, riskiestPeople } from "./sign-in-reads";

/*
 * Implements the functions of kernel/operation/store.ts with PostgreSQL. Each function adds the tenant to its condition and to
 * new rows. Row-level security of PostgreSQL is the second check.
 */

interface Table extends PgTable {
  tenantId: AnyPgColumn;
  id: AnyPgColumn;
}
type Values = Record<string, unknown>;

/**
 * Maximum number of rows in one INSERT statement. For every table, this number of rows needs far fewer than 65,534 parameters,
 * the limit of a statement.
 */
const ROWS_OF_ONE_STATEMENT = 500;

/** Maximum number of found users that a search looks up one by one. */
const MOST_LOOKED_UP = 10_000;

/** This statement is compiled once, because every request of an API client reads its credential. */
const credentialByClientId = statement<{ clientId: string }>()({
  fields: { capabilities: credentials.capabilities, revokedAt: credentials.revokedAt },
  from: credentials,
  where: eq(credentials.clientId, sql.placeholder("clientId")),
});

class TableVerbs {
  constructor(
    private readonly connection: Connection,
    private readonly db: RegistryDatabase,
    private readonly tenantId: number,
    private readonly table: Table,
  ) {}

  private own(where?: SQL) {
    return and(eq(this.table.tenantId, this.tenantId), where);
  }
  private ofId(id: number) {
    return this.own(eq(this.table.id, id));
  }
  private rows() {
    return this.db.select(visibleColumns(this.table)).from(this.table).$dynamic();
  }

  async get(id: number) {
    return (await this.rows().where(this.ofId(id)))[0];
  }
  // The default is "no key update". A lock "for update" would wait for each transaction that refers to the row by a foreign
  // key. For example, a flood of role grants to a user would delay the suspension of this user.
  async lock(id: number, { references = false } = {}) {
    return (
      await this.rows()
        .where(this.ofId(id))
        .for(references ? "update" : "no key update")
    )[0];
  }
  async lockAll() {
    const key = getTableConfig(this.table).primaryKeys[0]!.columns as AnyPgColumn[];
    const rows = this.db
      .select({ one: sql`1` })
      .from(this.table)
      .where(this.own());
    await rows.orderBy(...key).for("no key update");
  }
  async find(where: SQL) {
    return (await this.rows().where(this.own(where)).limit(1))[0];
  }
  async list({
    where,
    orderBy = [],
    limit,
    offset,
  }: { where?: SQL; orderBy?: SQL[]; limit?: number; offset?: number } = {}) {
    let rows = this.rows()
      .where(this.own(where))
      .orderBy(...orderBy);
    if (limit !== undefined) rows = rows.limit(limit);
    if (offset !== undefined) rows = rows.offset(offset);
    return rows;
  }
  async count(where?: SQL, atMost?: number) {
    const matching = this.db
      .select({ one: sql`1` })
      .from(this.table)
      .where(this.own(where))
      .$dynamic();
    const counted = (atMost === undefined ? matching : matching.limit(atMost)).as("counted");
    const [row] = await this.db.select({ count: sql<number>`count(*)::int` }).from(counted);
    return row?.count ?? 0;
  }
  async estimate(where?: SQL) {
    const { sql: text, params } = this.db
      .select({ one: sql`1` })
      .from(this.table)
      .where(this.own(where))
      .toSQL();
    // The cast is needed because the driver has no type for these parameters.
    const [plan] = await this.connection.unsafe(`explain (format json) ${text}`, params as never[]).values();
    const [{ Plan }] = plan![0] as [{ Plan: { "Plan Rows": number } }];
    return Plan["Plan Rows"];
  }
  async insert(values: Values) {
    const row = { ...values, tenantId: this.tenantId };
    return insertRow(this.connection, this.table, row, visibleColumns(this.table));
  }
  async insertAll(rows: Values[]) {
    for (let from = 0; from < rows.length; from += ROWS_OF_ONE_STATEMENT) {
      const values = rows.slice(from, from + ROWS_OF_ONE_STATEMENT);
      const added = values.map((row) => ({ ...row, tenantId: this.tenantId }));
      // The cast is needed because the table is known only at run time, and drizzle's types have no columns for such a table.
      // The casts in the next functions have the same reason.
      await translated(this.db.insert(this.table).values(added as never));
    }
  }
  async insertIfAbsent(values: Values) {
    const inserted = this.db.insert(this.table).values({ ...values, tenantId: this.tenantId } as never);
    const added = inserted.onConflictDoNothing().returning({ tenantId: this.table.tenantId });
    return (await translated(added)).length > 0;
  }
  async update(id: number, patch: Values) {
    if (Object.keys(patch).length === 0) return this.get(id);
    const changed = this.db.update(this.table).set(patch).where(this.ofId(id));
    const [row] = await translated(changed.returning(visibleColumns(this.table) as SelectedFieldsFlat));
    return row;
  }
  async updateWhere(where: SQL, patch: Values) {
    const changed = this.db.update(this.table).set(patch).where(this.own(where));
    return (await translated(changed.returning({ tenantId: this.table.tenantId }))).length;
  }
  async remove(id: number) {
    return (
      (await this.db.delete(this.table).where(this.ofId(id)).returning({ id: this.table.id })).length > 0
    );
  }
  async removeWhere(where: SQL) {
    return (
      await this.db.delete(this.table).where(this.own(where)).returning({ tenantId: this.table.tenantId })
    ).length;
  }
  async put(values: Values) {
    // The casts are needed because the columns of the table are known only at run time. The type of the caller checks the
    // values.
    const [row] = await translated(
      this.db
        .insert(this.table)
        .values({ ...values, tenantId: this.tenantId } as never)
        .onConflictDoUpdate({ target: this.table.tenantId, set: values as never })
        .returning(visibleColumns(this.table) as SelectedFieldsFlat),
    );
    return row;
  }
}

type PeopleContaining = Parameters<ReadTx["peopleContaining"]>[0];

/** Converts ids to numbers, because the drivers return bigint as text. */
const numbersOf = (ids: (string | number)[]): number[] => ids.map(Number);

class TenantTx {
  private builder: RegistryDatabase | null = null;

  constructor(
    readonly connection: Connection,
    readonly tenantId: number,
  ) {}

  get db() {
    return (this.builder ??= builderOver(this.connection));
  }

  async select(selection: Selection<never>) {
    return selected(this.db, this.tenantId, selection);
  }

  async run(statement: Statement<never, Values>, values: Values) {
    return runStatement(this.connection, this.tenantId, statement, values);
  }

  peopleMatching({ text: typed, status: only, limit, ...order }: PeopleSearch) {
    const text = asciiAddress(typed);
    const status = only ?? null;
    const ids =
      "sort" in order
        ? sql`castellan_search_people_sorted(${text}, ${status}, ${order.sort}, ${order.descending}, ${order.after?.[0] ?? null}, ${order.after?.[1] ?? null}, ${limit})`
        : sql`castellan_search_people(${text}, ${status}, ${order.afterId}, ${limit})`;
    // The planner expects 1,000 rows of the function and reads the index of the whole tenant to join them. An array makes it look
    // up each id. Only for a bounded number of ids: for all matches of a common term, a join is quicker.
    return limit <= MOST_LOOKED_UP
      ? sql`${users.id} = any(array(select ${ids}))`
      : sql`${users.id} in (select ${ids})`;
  }

  async peopleContaining({ part, term, atMost }: PeopleContaining) {
    const call = sql`castellan_people_containing(${part}, ${term}, ${atMost})`;
    const [row] = await translated(
      this.db.select({ found: call.mapWith(numbersOf) }).from(sql`(select 1) as one`),
    );
    return row!.found;
  }

  riskiestPeople(search: Parameters<typeof riskiestPeople>[2]) {
    return riskiestPeople(this.db, this.tenantId, search);
  }
  newestRisky(search: Parameters<typeof newestRisky>[1]) {
    return newestRisky(this.tenantId, search);
  }

  auditExtent() {
    return auditExtent(this.db, this.tenantId);
  }
  auditDigests(ids: number[]) {
    return auditDigests(this.db, this.tenantId, ids);
  }
  trimAudit(options: Parameters<typeof trimAudit>[2]) {
    return trimAudit(this.db, this.tenantId, options);
  }

  /** Calls an SQL function of the platform for the acting tenant. Returns the result. */
  private async asked<T>(call: SQL<T>): Promise<T> {
    const [row] = await translated(this.db.select({ answer: call }).from(sql`(select 1) as one`));
    return row!.answer;
  }
  claimAudience({ key, host }: AudienceName) {
    return this.asked(sql<boolean>`castellan_claim_audience(${key}, ${host})`);
  }
  async releaseAudience(key: string) {
    await this.asked(sql<boolean>`castellan_release_audience(${key})`);
  }
  takeAudiences(domain: string) {
    return this.asked(sql<number>`castellan_take_audiences(${domain})`);
  }

  async domainTaken(domain: string) {
    const [row] = await this.db
      .select({ taken: sql<boolean>`castellan_domain_taken(${domain})` })
      .from(sql`(select 1) as one`);
    return row?.taken ?? false;
  }

  async credentialCapabilities(clientId: string) {
    const [row] = await runStatement(this.connection, this.tenantId, credentialByClientId, { clientId });
    return row === undefined || row.revokedAt !== null ? null : row.capabilities;
  }

  async administratorRoleOf(userId: number) {
    const condition = and(eq(administrators.tenantId, this.tenantId), eq(administrators.userId, userId));
    const rows = await this.db.select({ role: administrators.role }).from(administrators).where(condition);
    return rows[0]?.role ?? null;
  }

  auditActions(range: Parameters<typeof auditActions>[2]) {
    return auditActions(this.db, this.tenantId, range);
  }
  auditPage(filter: Parameters<typeof auditPage>[1]) {
    return auditPage(this, filter);
  }
  auditNaming(search: Parameters<typeof auditNaming>[2]) {
    return auditNaming(this.db, this.tenantId, search);
  }
  auditCount(filter: AuditFilter, atMost: number) {
    return auditCount(this, filter, atMost);
  }
}

// Each table has a getter on the prototype. A transaction uses only two or three tables, and creating the objects of all tables
// for each transaction would cost time.
for (const [name, table] of Object.entries({ ...tenantTables, auditEvents, auditSeals })) {
  Object.defineProperty(TenantTx.prototype, name, {
    get(this: TenantTx) {
      // The cast is needed because drizzle gives each table its own type. Every table of tenants has the columns of `Table`.
      const verbs = new TableVerbs(this.connection, this.db, this.tenantId, table as unknown as Table);
      Object.defineProperty(this, name, { value: verbs });
      return verbs;
    },
  });
}

/**
 * Creates the object with which operations access a tenant. The transaction must already be bound to this tenant. The type in
 * the caller allows only some of the methods.
 */
export const tenantTx = (connection: Connection, tenantId: number) =>
  // The cast is needed because the loop above defines the getters of the tables at run time.
  new TenantTx(connection, tenantId) as unknown as ReadTx & WriteTx;
