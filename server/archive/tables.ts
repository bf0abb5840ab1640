import { getTableName } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { journalTables, summaryTables, tenantTables } from "@/db/tenant/tables";

/*
 * The tables of an archive. Columns, keys and references come from the tables of db/tenant, so that a new column is archived without a
 * change here. A new table needs a decision below: the type of `decisions` requires it.
 */

const allTables = { ...tenantTables, ...journalTables, ...summaryTables };
type TableName = keyof typeof allTables;

/** Rows of one page for tables with long texts, so that a page stays within memory. */
const FEW = 8;

interface Archived {
  archived: true;
  /** Maximum number of rows in one page. */
  mostRows?: number;
}

/** A table is archived, or left out for a reason. */
type Decision = Archived | { leftOut: string };

const archived: Archived = { archived: true };
const derived: Decision = { leftOut: "Triggers of the target write it from the archived rows." };

/** The decision on each table of tenants. */
export const decisions = {
  users: archived,
  administrators: archived,
  tenantProfiles: archived,
  tenantSettings: archived,
  customDomains: archived,
  customFields: archived,
  customFieldValues: archived,
  sessions: archived,
  devices: archived,
  signIns: archived,
  factors: archived,
  mfaResetRequests: archived,
  securityAlerts: archived,
  actAsRequests: archived,
  tags: archived,
  userTags: archived,
  roles: archived,
  roleGrants: archived,
  roleSyncSources: archived,
  roleSyncRuns: archived,
  apps: archived,
  appSecrets: archived,
  apis: archived,
  apiScopes: archived,
  apiApps: archived,
  apiMachineScopes: archived,
  apiRoleScopes: archived,
  appGuests: archived,
  appTags: archived,
  appExclusions: archived,
  appConnectors: archived,
  connectorRequests: archived,
  appAuthorizations: archived,
  accessRules: archived,
  invitations: archived,
  credentials: archived,
  credentialUsage: archived,
  scimTokens: archived,
  scimTokenUsage: archived,
  provisioningLog: archived,
  webhooks: archived,
  webhookDeliveries: { archived: true, mostRows: 100 },
  webhookTries: archived,
  notificationChoices: archived,
  savedViews: archived,
  identityProviders: archived,
  identityProviderKeys: archived,
  identities: archived,
  usedAssertions: archived,
  documentTemplates: archived,
  documentVersions: { archived: true, mostRows: FEW },
  documentAssets: { archived: true, mostRows: FEW },
  userImports: archived,
  userImportRows: { archived: true, mostRows: 100 },
  bulkJobs: archived,
  bulkJobPeople: archived,
  auditEvents: { archived: true, mostRows: 500 },
  auditSeals: { archived: true, mostRows: 100 },
  outboxEvents: { archived: true, mostRows: 500 },
  signInFlows: {
    leftOut: "Sign-ins in progress continue only in the browser and the installation where they began.",
  },
  outsideAttempts: {
    leftOut: "Redirects to providers in progress end at the installation where they began.",
  },
  logoutNotices: { leftOut: "Notices about sessions of the source. A restore ends all sessions." },
  messages: { leftOut: "The source sends its mails and text messages. A restore must not send them again." },
  oneTimeTokens: { leftOut: "Links and codes that the source has sent. They are valid for hours." },
  idempotencyKeys: { leftOut: "Answers to requests of the last 24 hours. They contain one-time secrets." },
  auditSealedEvents: derived,
  signInCounts: derived,
  credentialCounts: derived,
  concurrentSessions: derived,
  sessionChanges: derived,
  uncountedSummaries: derived,
} satisfies Record<TableName, Decision>;

export interface ArchivedColumn {
  name: string;
  /** Type of PostgreSQL, for casts. */
  type: string;
  isSealed: boolean;
}

/** A table with the columns that an archive contains. */
export interface ArchivedTable {
  name: string;
  columns: ArchivedColumn[];
  /** Columns of the key without the tenant. The rows of an archive are in the order of the key. */
  key: ArchivedColumn[];
  /** True if new rows get their id from a sequence. */
  isNumbered: boolean;
  mostRows: number;
}

const MOST_ROWS = 2_000;

/** Columns with values that are encrypted by the master key of the installation. */
const isSealed = (name: string) => name.endsWith("_sealed");

function describeTable(table: PgTable, { mostRows = MOST_ROWS }: Archived): ArchivedTable {
  const { columns, primaryKeys } = getTableConfig(table);
  const kept = columns
    // Generated columns are computed again. The tenant is that of the archive or of its restore.
    .filter((column) => column.name !== "tenant_id" && column.generated === undefined)
    .map((column) => ({
      name: column.name,
      type: column.getSQLType().replace(/ COLLATE .*/, ""),
      isSealed: isSealed(column.name),
    }));
  const keyNames = primaryKeys[0]!.columns.map(({ name }) => name).filter((name) => name !== "tenant_id");
  return {
    name: getTableName(table),
    columns: kept,
    key: keyNames.map((name) => kept.find((column) => column.name === name)!),
    isNumbered: columns.some(({ generatedIdentity }) => generatedIdentity !== undefined),
    mostRows,
  };
}

/** Returns the tables so that each follows the tables that it refers to. */
function inOrderOfReferences(tables: PgTable[]): PgTable[] {
  const ordered = new Set<PgTable>();
  const visiting = new Set<PgTable>();
  const visit = (table: PgTable) => {
    if (ordered.has(table)) return;
    if (visiting.has(table)) throw new Error(`References of ${getTableName(table)} form a cycle.`);
    visiting.add(table);
    for (const key of getTableConfig(table).foreignKeys) visit(key.reference().foreignTable);
    ordered.add(table);
  };
  tables.forEach(visit);
  return [...ordered].filter((table) => tables.includes(table));
}

function describeAll(): ArchivedTable[] {
  const named = (Object.entries(decisions) as [TableName, Decision][]).flatMap(([name, decision]) =>
    "archived" in decision ? [[allTables[name] as PgTable, decision] as const] : [],
  );
  const decisionOf = new Map(named);
  return inOrderOfReferences([...decisionOf.keys()]).map((table) =>
    describeTable(table, decisionOf.get(table)!),
  );
}

/** The tables of an archive, in the order in which they are written and restored. */
export const archivedTables: readonly ArchivedTable[] = describeAll();

/** Names of all tables of tenants in the database. */
export const tenantTableNames = Object.values(allTables).map((table) => getTableName(table as PgTable));
