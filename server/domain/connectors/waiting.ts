import { and, eq, gt, type SQL } from "drizzle-orm";
import { connectorRequests } from "@/db/tenant/connector-requests";
import type { WriteTx } from "@/server/kernel/operation/store";

/** Returns the condition for pending requests that have not expired. */
export const waiting = (now: Date) =>
  and(eq(connectorRequests.status, "pending"), gt(connectorRequests.expiresAt, now))!;

/** Stores the decision in the pending, unexpired requests that satisfy the condition `which`. */
export const settle = (
  tx: Pick<WriteTx, "connectorRequests">,
  which: SQL,
  decision: { status: "approved" | "denied"; note: string | null; decidedBy: string },
  now: Date,
) => tx.connectorRequests.updateWhere(and(waiting(now), which)!, { ...decision, decidedAt: now });
