import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";

/**
 * A request to approve a connector for an app. The requesting administrator may configure the app's sign-in but may not approve
 * connectors.
 */
export const NewConnectorRequest = z.strictObject({
  appId: Id,
  name: z.string().max(100),
  reason: z.string(must("no_reason_for_decision")).trim().min(3, must("no_reason_for_decision")).max(500),
});

/** Denial of a request, with an optional reason. */
export const ConnectorDenial = z.strictObject({
  note: z.string().trim().max(1_000).nullish(),
});

/** A request without a decision. */
export const ConnectorRequest = z.object({
  requestId: Id,
  appId: Id,
  appName: z.string(),
  name: z.string(),
  label: z.string().describe("Name of the connector."),
  requester: z.object({ userId: Id, name: z.string().nullable(), email: z.string().nullable() }),
  reason: z.string(),
  requestedAt: Timestamp,
  expiresAt: Timestamp,
});
export type ConnectorRequest = z.output<typeof ConnectorRequest>;
