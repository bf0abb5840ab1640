import * as z from "zod";
import { Timestamp } from "@/server/kernel/fields";

/** State of the installation for its administrators. */
export const SystemState = z.object({
  version: z.string(),
  startedAt: Timestamp.describe("Start time of this instance."),
  checkedAt: Timestamp,
  database: z.object({
    kind: z.enum(["postgres", "pglite"]),
    version: z.string(),
    bytes: z.int(),
    answeredInMs: z.number(),
  }),
  locates: z
    .object({ regions: z.boolean(), anonymizers: z.boolean() })
    .describe("Available data about an IP address besides its country."),
  organizations: z.object({ active: z.int(), suspended: z.int() }),
  outbox: z.object({
    waiting: z.int(),
    oldestAt: Timestamp.nullable().describe("Time of the oldest waiting event."),
  }),
  webhooks: z.object({
    waiting: z.int().describe("Number of pending deliveries, including retries."),
    overdue: z.int().describe("Number of pending deliveries that are overdue."),
    oldestDueAt: Timestamp.nullable(),
  }),
  lastSealAt: Timestamp.nullable().describe("Time of the newest seal over any organization's audit log."),
  problems: z.array(z.string()).describe("Problems that need attention; empty if there are none."),
});
export type SystemState = z.output<typeof SystemState>;
