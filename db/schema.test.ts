import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyDatabaseKind, freshDatabase, type TestDatabase } from "@/server/testing/stores";
import { TENANT_ROLE } from "./kit";
import { journalTables, summaryTables, tenantTables } from "./tenant/tables";

/** The tables that the modules of a folder define. */
const tablesIn = (modules: Record<string, object>) => [
  ...new Set(
    Object.values(modules)
      .flatMap((module) => Object.values(module) as unknown[])
      .filter((value) => is(value, PgTable)),
  ),
];
/** The one condition of every policy, as PostgreSQL prints it. */
const OWN_ROWS =
  "(tenant_id = (NULLIF(current_setting('castellan.tenant_id'::text, true), ''::text))::bigint)";

const owned = tablesIn(import.meta.glob("./tenant/*.ts", { eager: true }));
const platform = new Set(
  tablesIn(import.meta.glob("./platform/*.ts", { eager: true })).map((table) => getTableName(table)),
);

/** Ids without a foreign key, with the reason. */
const unreferenced = new Set([
  // History outlives its subjects.
  "audit_events.user_id",
  "audit_events.app_id",
  "sign_ins.app_id",
  "sign_ins.device_id",
  "sign_ins.session_id",
  // The id of the audit event of the same transaction. The retention of the log must not wait for the outbox.
  "outbox_events.event_id",
  // A seal keeps the id of an event that was removed, so that verification reports the removal.
  "audit_sealed_events.event_id",
  // The change that removed a user's sessions can have removed the user.
  "session_changes.user_id",
  // An app is notified of the end of a session even if the session was removed with its user.
  "logout_notices.session_id",
  // The invitation of a deleted user is kept.
  "invitations.inviter_user_id",
]);

describe("every tenant-owned table", () => {
  it("is known to the store", () => {
    const known = Object.values({ ...tenantTables, ...journalTables, ...summaryTables }).map((table) =>
      getTableName(table),
    );
    expect([...known].sort()).toEqual(owned.map((table) => getTableName(table)).sort());
  });

  it.each(owned.map((table) => [getTableName(table), table] as const))(
    "%s has the tenant in its key, references and policy",
    (name, table) => {
      const { columns, primaryKeys, foreignKeys, policies } = getTableConfig(table);
      expect(primaryKeys.map((key) => key.columns[0]!.name)).toEqual(["tenant_id"]);
      expect(policies.map((policy) => policy.name)).toEqual(["tenant_isolation"]);
      const referenced = foreignKeys.map((key) => key.reference());
      for (const { columns, foreignColumns } of referenced) {
        expect(columns[0]!.name).toBe("tenant_id");
        expect(foreignColumns.map(({ name }) => name)).toEqual(["tenant_id", "id"]);
      }
      const ids = columns.filter(
        (column) =>
          column.getSQLType() === "bigint" && column.name.endsWith("_id") && column.name !== "tenant_id",
      );
      const withKey = referenced.map(({ columns }) => `${name}.${columns[1]!.name}`);
      expect(
        ids
          .map((column) => `${name}.${column.name}`)
          .filter((id) => !unreferenced.has(id))
          .sort(),
      ).toEqual(withKey.sort());
    },
  );
});

describe.each(everyDatabaseKind)("the database on %s", (kind) => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await freshDatabase(kind)));
  afterAll(() => database.close());

  it("attack: a policy shows or accepts the rows of another tenant, or applies to another role", async () => {
    const policies = await database.sql`
      select polrelid::regclass::text as name, pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written,
        polcmd as command, polroles::regrole[]::text as roles
      from pg_policy order by polrelid::regclass::text collate "C"`;
    const names = owned.map((table) => getTableName(table)).sort();
    const own = { seen: OWN_ROWS, written: OWN_ROWS, command: "*", roles: `{${TENANT_ROLE}}` };
    expect([...policies]).toEqual(names.map((name) => ({ name, ...own })));
  });

  it("isolates every table with a reference to a tenant", async () => {
    const rows = await database.sql.unsafe<
      {
        name: string;
        secured: boolean;
        policies: number;
        first: string;
        references: number;
        composite: number;
      }[]
    >(`
      select c.relname as name, c.relrowsecurity as secured,
        (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies,
        (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary) as first,
        (select count(*)::int from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as references,
        (select count(*)::int from pg_constraint f join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1] where f.conrelid = c.oid and f.contype = 'f' and a.attname = 'tenant_id' and cardinality(f.conkey) = 2) as composite
      from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`);
    const isolated = rows.filter(({ name }) => !platform.has(name));
    expect(isolated.map(({ name }) => name).sort()).toEqual(owned.map((table) => getTableName(table)).sort());
    for (const row of isolated) {
      expect(row).toMatchObject({ secured: true, policies: 1, first: "tenant_id" });
      expect(row.composite, row.name).toBe(row.references);
    }
  });
});
