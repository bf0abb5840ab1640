import * as z from "zod";
import { Id, Instant, Limit, oneOf, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";

export const AuditEvent = z.object({
  id: Id,
  action: z.string(),
  target: z.string().describe("kind:id"),
  targetLabel: z.string().nullable(),
  related: z.string().nullable().describe("The related record, kind:id, for example the role of a grant."),
  userId: Id.nullable().describe("The actor; for a credential, its service account."),
  userEmail: z.string().nullable(),
  actorLabel: z.string().nullable(),
  clientId: z.string().nullable().describe("The credential that acted."),
  appId: Id.nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  at: Timestamp,
  changes: z
    .record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() }))
    .nullable(),
});
export type AuditEvent = z.output<typeof AuditEvent>;

/** An event for the console, with texts in the reader's language. */
export const LoggedEvent = AuditEvent.extend({
  label: z.string().describe("Name of the event."),
  actorName: z.string().nullable().describe("Name of the actor, if one is known."),
  acting: z
    .object({ actor: z.string(), user: z.string() })
    .nullable()
    .describe("Names of the administrator and of the user for whom the administrator acted."),
});
export type LoggedEvent = z.output<typeof LoggedEvent>;

/** The names of all events that the log can contain. The console's form offers these names as choices. */
export const EventNames = z.array(
  z.object({ event: z.string(), label: z.string(), description: z.string() }),
);
export type EventNames = z.output<typeof EventNames>;

const text = z.string().max(200);

export const AuditQuery = z.strictObject({
  since: Instant.optional().describe("Only events at or after it."),
  action: text.optional().describe("Prefix of the action, such as management_api. or console.user_"),
  userId: Id.optional().describe("The actor."),
  page: wholeNumber(1, 1_000_000).default(1),
  limit: Limit,
});

export const channels = ["management_api", "console", "scim", "platform_api", "account", "system"] as const;

/** Filters of the audit log. */
export const AuditChoice = z.strictObject({
  channel: z.enum(channels, must("not_channel")).optional().describe("The channel of the action."),
  action: text.optional().describe("Prefix of the action or of its event part."),
  actor: text.optional().describe("The actor: a user id, an e-mail address or a client id."),
  target: text.optional().describe("The target, kind:id."),
  since: Instant.optional().describe("Only events at or after it."),
  until: Instant.optional().describe("Only events before it."),
});

export const AuditExportQuery = AuditChoice.extend({
  format: oneOf("ndjson", "csv").default("ndjson"),
  userId: AuditQuery.shape.userId,
});

/** A search of the log for the name of an actor or target. */
export const AuditSearch = z.strictObject({
  text: text.min(2),
  limit: wholeNumber(1, 20).default(5),
});

export const AuditPageQuery = AuditChoice.extend({
  limit: Limit,
  cursor: z.string().max(2_000).optional(),
});

/** Number of days for which events stay in the audit log; null for an unlimited time. */
export const AuditSettings = z.strictObject({ retentionDays: wholeNumber(30, 3_650).nullable() });

/**
 * The last seal of an audit chain. A seal contains a hash of some events and of the preceding seal. An administrator can keep a
 * copy of the last seal outside Castellan. A later verification with the copy detects that the end of the log was removed.
 */
export const ChainHead = z.strictObject({
  position: z.int(must("not_whole")).positive(must("not_positive")),
  hash: z.string().regex(/^[0-9a-f]{64}$/, must("not_sha256")),
});
export type ChainHead = z.output<typeof ChainHead>;

export const Verdict = z.object({
  intact: z.boolean(),
  sealedEvents: z.int(),
  seals: z.int(),
  waiting: z.int().describe("Number of new events that are not sealed yet."),
  removedThrough: z.int().nullable().describe("Position of the last seal whose events retention removed."),
  head: ChainHead.nullable().describe("The last seal. Store a copy elsewhere and pass it as `known` later."),
  problems: z.array(z.string()).describe("The first problems of the chain."),
});
export type Verdict = z.output<typeof Verdict>;
