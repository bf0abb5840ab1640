import * as z from "zod";
import { Timestamp } from "@/server/kernel/fields";

/** State of the installation for its administrators. */
export const SystemState = z.object({
  version: z.string(),
  startedAt: Timestamp.describe("Since when this instance runs."),
  checkedAt: Timestamp,
  database: z.object({
    kind: z.enum(["postgres", "pglite"]),
    version: z.string(),
    bytes: z.int(),
    answeredInMs: z.number(),
  }),
  locates: z
    .object({ regions: z.boolean(), anonymizers: z.boolean() })
    .describe("What can be told of an address, besides its country."),
  organizations: z.object({ active: z.int(), suspended: z.int() }),
  outbox: z.object({
    waiting: z.int(),
    oldestAt: Timestamp.nullable().describe("When the event that has waited longest happened."),
  }),
  webhooks: z.object({
    waiting: z.int().describe("Deliveries that are still to be made, retries among them."),
    overdue: z.int().describe("Of these, the ones whose time has come."),
    oldestDueAt: Timestamp.nullable(),
  }),
  lastSealAt: Timestamp.nullable().describe(
    "When the newest seal over any organization's audit log was made.",
  ),
  problems: z.array(z.string()).describe("What needs somebody's attention; empty while all is well."),
});
export type SystemState = z.output<typeof SystemState>;
