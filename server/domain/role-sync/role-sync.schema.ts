import * as z from "zod";
import { Id, Name, oneOf, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { verbatim } from "@/server/kernel/strings/composed";

/** The names of the role-sync connectors. */
export const connectorNames = ["DirectoryFeed"] as const;

const Text = z.string().trim();
const FieldName = Text.min(1).max(100);

/** The settings of a directory feed. A feed is a URL that returns rows of people and their roles, as CSV or JSON. */
export const FeedSettings = z.strictObject({
  url: verbatim(Text.min(1).max(2_000)),
  format: oneOf("csv", "json"),
  personField: FieldName.default("email"),
  roleField: FieldName.default("role"),
  /** True if a feed without rows may remove all grants of the source. */
  allowEmpty: z.boolean().default(false),
  /** Roles that have another name in the feed. A role without an entry is found by its own name. */
  mapping: z
    .array(z.strictObject({ feedRole: FieldName, roleId: Id }))
    .max(1_000, must("too_many_names", { max: 1_000 }))
    .refine(
      (list) => new Set(list.map(({ feedRole }) => feedRole.toLowerCase())).size === list.length,
      must("repeated_name"),
    )
    .default([]),
});
export type FeedSettings = z.output<typeof FeedSettings>;

export const Schedule = wholeNumber(5, 10_080);

export const NewSource = z.strictObject({
  name: Name,
  connectorName: z.string().max(100),
  targetAppId: Id.nullish(),
  enabled: z.boolean().default(true),
});

export const SourceConfiguration = z.strictObject({
  sourceId: Id,
  settings: FeedSettings,
  everyMinutes: Schedule.default(60),
  secret: verbatim(z.string().min(1).max(4_000)).nullish(),
});

export const Source = z.object({
  sourceId: Id,
  name: z.string(),
  connectorName: z.string(),
  targetAppId: Id.nullable(),
  enabled: z.boolean(),
  lastSyncedAt: Timestamp.nullable(),
});

export const ConfiguredSource = z.object({
  ...Source.shape,
  settings: FeedSettings.nullable(),
  everyMinutes: z.int(),
  hasSecret: z.boolean(),
  nextRunAt: Timestamp.nullable(),
});
export type ConfiguredSource = z.output<typeof ConfiguredSource>;

export const SyncRun = z.object({
  runId: Id,
  trigger: z.enum(["schedule", "console"]),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  status: z.enum(["running", "succeeded", "failed"]),
  counts: z.record(z.string(), z.int()),
  errors: z.array(z.string()),
});
export type SyncRun = z.output<typeof SyncRun>;

/** A source in the console's list, with its state and its newest run. */
export const SourceState = z.object({
  ...Source.shape,
  targetAppName: z.string().nullable(),
  configured: z.boolean(),
  everyMinutes: z.int(),
  nextRunAt: Timestamp.nullable(),
  lastRun: SyncRun.nullable(),
});
export type SourceState = z.output<typeof SourceState>;
