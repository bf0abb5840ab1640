import { and, asc, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { tenantTables } from "@/db/tenant/tables";
import { users } from "@/db/tenant/users";
import type { ReadTx } from "@/server/kernel/store";
import { fieldValuesOf } from "../custom-fields/custom-fields";

type TableName = keyof typeof tenantTables;
type Row = Record<string, unknown>;
type Read = <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>;

interface Section {
  table: TableName;
  /** Of a section that is a part of its table: what it is called, and which rows it has. */
  named?: { name: string; where: SQL };
  /** The columns by which its rows are known and read in order. */
  key: string[];
  /** What must not leave: secrets, their digests, what is one person's own, and what is only kept for searching. */
  without?: string[];
  /** How many rows are read at once, where a row can be large. */
  page?: number;
}

const byId = (table: TableName, without: string[] = []): Section => ({ table, key: ["id"], without });

const withheldOfUsers = ["passwordHash", "searchText", "nameKey", "emailKey", "userNameKey"];

/** Service accounts are not listed as users (clarifications, document 1, 2), though they are kept with them. */
const kindOfUser = (name: string, kind: "person" | "service_account"): Section => ({
  ...byId("users", withheldOfUsers),
  named: { name, where: eq(users.kind, kind) },
});

/** Everything that a tenant has, in the order of the export. A test fails when a table is in neither of the two lists. */
export const exported: Section[] = [
  { table: "tenantProfiles", key: [] },
  { table: "customDomains", key: [], without: ["verifyToken", "verifiedKey"] },
  byId("tenantSettings"),
  kindOfUser("users", "person"),
  kindOfUser("serviceAccounts", "service_account"),
  { table: "administrators", key: ["userId"] },
  byId("customFields"),
  byId("tags", ["nameKey"]),
  { table: "userTags", key: ["userId", "tagId"] },
  byId("roles", ["nameKey", "scopeKey"]),
  { table: "roleGrants", key: ["userId", "roleId"] },
  byId("apps", ["clientSecretHash"]),
  { table: "appGuests", key: ["appId", "userId"] },
  { table: "appTags", key: ["appId", "tagId"] },
  { table: "appExclusions", key: ["appId", "userId"] },
  { table: "appConnectors", key: ["appId", "name"] },
  byId("appAuthorizations", ["grantHash"]),
  byId("accessRules"),
  byId("devices", ["tokenHash"]),
  byId("sessions"),
  byId("signIns"),
  byId("mfaResetRequests"),
  byId("actAsRequests", ["ticketHash"]),
  byId("connectorRequests"),
  byId("securityAlerts", ["openKey"]),
  byId("invitations", ["tokenHash", "proofHash", "pendingKey", "emailKey"]),
  byId("credentials", ["secretHash"]),
  byId("scimTokens", ["tokenHash"]),
  byId("roleSyncSources", ["secretSealed", "nameKey"]),
  byId("roleSyncRuns"),
  byId("identityProviders", ["secretSealed", "nameKey"]),
  byId("identityProviderKeys", ["keySealed"]),
  byId("identities"),
  byId("webhooks", ["secretSealed"]),
  { table: "notificationChoices", key: ["userId"] },
  // Whose they are sees what they filter by, and nobody else.
  byId("savedViews", ["name", "query"]),
  byId("documentTemplates", ["nameKey"]),
  { table: "documentVersions", key: ["templateId", "version"], page: 4 },
  { ...byId("documentAssets"), page: 4 },
];

/**
 * What stays: `factors` are secrets through and through, values of custom fields stand with their users, and what tells of
 * single requests, messages and jobs, or waits to be imported, is gone after some weeks.
 */
export const kept: TableName[] = [
  "factors",
  "customFieldValues",
  "webhookDeliveries",
  "webhookTries",
  "provisioningLog",
  "credentialUsage",
  "scimTokenUsage",
  "outsideAttempts",
  "usedAssertions",
  "messages",
  "oneTimeTokens",
  "signInFlows",
  "logoutNotices",
  "userImports",
  "userImportRows",
  "bulkJobs",
  "bulkJobPeople",
];

/** So small that what a page becomes as text stays among the short-lived. */
const PAGE = 100;

/** The rows of a table after a key, in order of the key. */
async function pageOf(
  tx: ReadTx,
  { table, named, key, page = PAGE }: Section,
  after: unknown[] | null,
): Promise<Row[]> {
  // The table is one of many, whose columns and verbs have no common type.
  const columns = getTableColumns(tenantTables[table]) as unknown as Record<string, AnyPgColumn>;
  const keyed = key.map((name) => columns[name]!);
  const list = sql.join(keyed, sql`, `);
  const values =
    after &&
    sql.join(
      after.map((value, index) => sql`${sql.param(value, keyed[index])}`),
      sql`, `,
    );
  // As above.
  const verbs = tx[table] as unknown as { list: (options: object) => Promise<Row[]> };
  return verbs.list({
    where: and(named?.where, values ? sql`(${list}) > (${values})` : undefined),
    orderBy: keyed.map((column) => asc(column)),
    limit: page,
  });
}

async function* rowsOf(read: Read, section: Section): AsyncGenerator<Row[]> {
  for (let after: unknown[] | null = null; ;) {
    const page: Row[] = await read(async (tx) => {
      const rows = await pageOf(tx, section, after);
      if (section.table !== "users") return rows;
      const values = await fieldValuesOf(
        tx,
        rows.map(({ id }) => id as number),
      );
      return rows.map((row) => ({ ...row, customFields: values.get(row["id"] as number) ?? {} }));
    });
    if (page.length > 0) yield page;
    if (page.length < (section.page ?? PAGE) || section.key.length === 0) return;
    after = section.key.map((name) => page.at(-1)![name]);
  }
}

const shown = (row: Row, without: string[] = []) =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name))));

/** The export, a piece for each page: constant memory, however many people there are. */
export async function* exportPieces(read: Read, now: Date): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(now)}`;
  for (const section of exported) {
    yield `,\n${JSON.stringify(section.named?.name ?? section.table)}:[`;
    let first = true;
    for await (const page of rowsOf(read, section)) {
      yield (first ? "\n" : ",\n") + page.map((row) => shown(row, section.without)).join(",\n");
      first = false;
    }
    yield "]";
  }
  yield "}\n";
}
