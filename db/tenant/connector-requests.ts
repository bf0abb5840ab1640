import { index, text } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { apps } from "./apps";
import { users } from "./users";

/**
 * A request for the approval of a sign-in method, from an administrator who may set up an app's sign-in but not approve methods.
 * The status does not change on expiry. Readers must compare the time.
 */
export const connectorRequests = tenantTable(
  "connector_requests",
  {
    appId: integer64("app_id").notNull(),
    name: codeText("name").notNull(),
    requesterId: integer64("requester_id").notNull(),
    reason: text("reason").notNull(),
    status: text("status", { enum: ["pending", "approved", "denied"] })
      .notNull()
      .default("pending"),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    decidedAt: instant("decided_at"),
    /** The person who decided, in the audit log's form. */
    decidedBy: text("decided_by"),
    note: text("note"),
  },
  (t) => [
    references(t, t.appId, () => apps),
    references(t, t.requesterId, () => users),
    index("connector_requests_app").on(t.tenantId, t.appId),
    index("connector_requests_requester").on(t.tenantId, t.requesterId),
    index("connector_requests_status").on(t.tenantId, t.status, t.id),
  ],
);
