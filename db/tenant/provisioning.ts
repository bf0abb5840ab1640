import { index, integer, text } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, storedText, tenantTable } from "../kit";
import { scimTokens } from "./credentials";

/** Requests of identity providers over SCIM with their answers, without bodies. Kept for one month. */
export const provisioningLog = tenantTable(
  "provisioning_log",
  {
    at: instant("at").notNull(),
    /** Null if the token is not one of this tenant. */
    tokenId: integer64("token_id"),
    method: codeText("method").notNull(),
    /** Path below the tenant's SCIM address, with the query of a list. */
    path: text("path").notNull(),
    /** The resource of the request, with its name from the request or the answer. */
    about: storedText("about"),
    /** The resource in the form of the audit log's targets. */
    target: codeText("target"),
    outcome: text("outcome", { enum: ["succeeded", "refused", "failed"] }).notNull(),
    status: integer("status").notNull(),
    /** Reason of the refusal in the answer. */
    detail: storedText("detail"),
    durationMs: integer("duration_ms").notNull(),
    requestId: text("request_id"),
  },
  (t) => [
    references(t, t.tokenId, () => scimTokens),
    index("provisioning_log_outcome").on(t.tenantId, t.outcome, t.id),
    index("provisioning_log_token").on(t.tenantId, t.tokenId),
    // Old rows are removed across tenants.
    index("provisioning_log_at").on(t.at),
  ],
);
