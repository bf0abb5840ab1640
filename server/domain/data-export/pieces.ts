import { and, asc, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { tenantTables } from "@/db/tenant/tables";
import { users } from "@/db/tenant/users";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { CodedText } from "@/server/kernel/texts/define";
import { textIn } from "@/server/kernel/texts/text";
import { fieldValuesOf } from "../custom-fields/custom-fields";

type TableName = keyof typeof tenantTables;
type Row = Record<string, unknown>;
type Read = <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>;

interface Section {
  table: TableName;
  /** Name of the section and condition on its rows. Absent if the section contains all rows of its table. */
  named?: { name: string; where: SQL };
  /** Columns of the primary key. The rows of the section are ordered by these columns. */
  key: string[];
  /** Columns that the export omits: secrets and their digests, private data of one user, and search keys. */
  without?: string[];
  /** Columns with coded texts. The export contains the texts in English. */
  texts?: string[];
  /** Number of rows that one SQL statement reads. Absent for tables with small rows. */
  page?: number;
}

const byId = (table: TableName, without: string[] = []): Section => ({ table, key: ["id"], without });

const withheldOfUsers = [
  "passwordHash",
  "searchText",
  "nameKey",
  "emailKey",
  "userNameKey",
  "shownUserNameKey",
  "shownNameKey",
  "shownGivenNameKey",
  "shownFamilyNameKey",
];

/**
 * The table of users also contains service accounts. The export lists service accounts in a section of their own
 * (clarifications, document 1, 2).
 */
const kindOfUser = (name: string, kind: "person" | "service_account"): Section => ({
  ...byId("users", withheldOfUsers),
  texts: ["lockReason"],
  named: { name, where: eq(users.kind, kind) },
});

/** All tables of the export, in the order of the export. A test fails if a table is neither in this list nor in `kept`. */
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
  byId("apps"),
  byId("appSecrets", ["secretHash"]),
  byId("apis", ["secretHash", "audienceKey"]),
  byId("apiScopes"),
  { table: "apiApps", key: ["apiId", "appId"] },
  { table: "apiMachineScopes", key: ["appId", "scopeId"] },
  { table: "apiRoleScopes", key: ["roleId", "scopeId"] },
  { table: "appGuests", key: ["appId", "userId"] },
  { table: "appTags", key: ["appId", "tagId"] },
  { table: "appExclusions", key: ["appId", "userId"] },
  { table: "appConnectors", key: ["appId", "name"] },
  byId("appAuthorizations", ["grantHash"]),
  byId("accessRules"),
  { ...byId("devices", ["tokenHash"]), texts: ["waitReason"] },
  byId("sessions"),
  { ...byId("signIns"), texts: ["explanation"] },
  byId("mfaResetRequests"),
  { ...byId("actAsRequests", ["ticketHash"]), texts: ["endedBy"] },
  byId("connectorRequests"),
  { ...byId("securityAlerts", ["openKey"]), texts: ["summary"] },
  byId("invitations", ["tokenHash", "proofHash", "pendingKey", "emailKey"]),
  byId("credentials", ["secretHash"]),
  byId("scimTokens", ["tokenHash"]),
  byId("roleSyncSources", ["secretSealed", "nameKey"]),
  { ...byId("roleSyncRuns"), texts: ["errors"] },
  byId("identityProviders", ["secretSealed", "nameKey"]),
  byId("identityProviderKeys", ["keySealed"]),
  byId("identities"),
  byId("webhooks", ["secretSealed", "oldSecretSealed", "oldSecretExpiresAt"]),
  { table: "notificationChoices", key: ["userId"] },
  // Only the user who created a view may see the filters of the view.
  byId("savedViews", ["name", "query"]),
  byId("documentTemplates", ["nameKey"]),
  { table: "documentVersions", key: ["templateId", "version"], texts: ["note"], page: 4 },
  { ...byId("documentAssets"), page: 4 },
];

/**
 * Tables that the export omits. `factors` contains only secrets. Values of custom fields are exported with their users. Records
 * of single requests, messages, jobs and imports are deleted after some weeks.
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

/** Default number of rows of a page. Larger pages would leave the young generation of V8's garbage collector. */
const PAGE = 100;

/** Returns the next rows of a table after the primary key `after`, ordered by the primary key. */
async function pageOf(
  tx: ReadTx,
  { table, named, key, page = PAGE }: Section,
  after: unknown[] | null,
): Promise<Row[]> {
  // TypeScript has no common type for the columns of all tables.
  const columns = getTableColumns(tenantTables[table]) as unknown as Record<string, AnyPgColumn>;
  const keyed = key.map((name) => columns[name]!);
  const list = sql.join(keyed, sql`, `);
  const values =
    after &&
    sql.join(
      after.map((value, index) => sql`${sql.param(value, keyed[index])}`),
      sql`, `,
    );
  // TypeScript has no common type for the `list` functions of all tables either.
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

/** Returns the stored text in English. If the value is a list, returns each text of the list in English. */
const inEnglish = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inEnglish)
    : value === null
      ? null
      : textIn("en", value as CodedText | string);

const shown = (row: Row, { without = [], texts = [] }: Section) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !without.includes(name))
        .map(([name, value]) => [name, texts.includes(name) ? inEnglish(value) : value]),
    ),
  );

/** Yields the export, one piece for each page. The use of memory does not depend on the number of users. */
export async function* exportPieces(read: Read, now: Date): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(now)}`;
  for (const section of exported) {
    yield `,\n${JSON.stringify(section.named?.name ?? section.table)}:[`;
    let first = true;
    for await (const page of rowsOf(read, section)) {
      yield (first ? "\n" : ",\n") + page.map((row) => shown(row, section)).join(",\n");
      first = false;
    }
    yield "]";
  }
  yield "}\n";
}
