import { index, integer, text } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { scimTokens } from "./credentials";

/** What identity providers asked for over SCIM, and what they were answered: without bodies, and for a month. */
export const provisioningLog = tenantTable(
  "provisioning_log",
  {
    at: instant("at").notNull(),
    /** Null where the token was none of this tenant's. */
    tokenId: integer64("token_id"),
    method: codeText("method").notNull(),
    /** Below the tenant's SCIM address, with what a list was asked for. */
    path: text("path").notNull(),
    /** Whom or what it was about, as the provider or the answer calls it. */
    about: text("about"),
    /** The same as the audit log names it. */
    target: codeText("target"),
    outcome: text("outcome", { enum: ["succeeded", "refused", "failed"] }).notNull(),
    status: integer("status").notNull(),
    /** Why it was refused, as the provider was told. */
    detail: text("detail"),
    durationMs: integer("duration_ms").notNull(),
    requestId: text("request_id"),
  },
  (t) => [
    references(t, t.tokenId, () => scimTokens),
    index("provisioning_log_outcome").on(t.tenantId, t.outcome, t.id),
    index("provisioning_log_token").on(t.tenantId, t.tokenId),
    // What is too old is removed across tenants.
    index("provisioning_log_at").on(t.at),
  ],
);
