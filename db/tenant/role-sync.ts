import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type CodedText, codeText, folded, instant, integer64, references, tenantTable } from "../kit";
import { apps } from "./apps";

/** An external source of roles. */
export const roleSyncSources = tenantTable(
  "role_sync_sources",
  {
    name: text("name").notNull(),
    nameKey: folded("name_key", "name"),
    connectorName: codeText("connector_name").notNull(),
    targetAppId: integer64("target_app_id"),
    enabled: boolean("enabled").notNull().default(true),
    /** Settings of the connector, e.g. the feed's address; set in the console. */
    settings: jsonb("settings").$type<Record<string, unknown>>().notNull().default({}),
    /** The secret part of the settings, encrypted. */
    secretSealed: text("secret_sealed"),
    everyMinutes: integer("every_minutes").notNull().default(60),
    nextRunAt: instant("next_run_at"),
    /** Origin of the next run: the schedule, or a person in the console. */
    nextTrigger: text("next_trigger", { enum: ["schedule", "console"] })
      .notNull()
      .default("schedule"),
    lastSyncedAt: instant("last_synced_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("role_sync_sources_name").on(t.tenantId, t.nameKey),
    references(t, t.targetAppId, () => apps),
    // The job runner searches the due sources of all tenants.
    index("role_sync_sources_due").on(t.enabled, t.nextRunAt),
  ],
);

/** Result of one run of a source. */
export const roleSyncRuns = tenantTable(
  "role_sync_runs",
  {
    sourceId: integer64("source_id").notNull(),
    trigger: text("trigger", { enum: ["schedule", "console"] }).notNull(),
    startedAt: instant("started_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
    status: text("status", { enum: ["running", "succeeded", "failed"] }).notNull(),
    /** Numbers of users read and of grants added, removed and skipped. */
    counts: jsonb("counts").$type<Record<string, number>>().notNull().default({}),
    /** The first errors. Older versions stored English sentences. */
    errors: jsonb("errors").$type<(CodedText | string)[]>().notNull().default([]),
  },
  (t) => [
    references(t, t.sourceId, () => roleSyncSources),
    index("role_sync_runs_source").on(t.tenantId, t.sourceId, t.id),
  ],
);
