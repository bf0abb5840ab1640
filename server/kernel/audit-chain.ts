import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";

/*
 * The chain over a tenant's audit log. A seal covers some events and the seal before it: who changes, removes or slips in an
 * event afterwards would have to make every later seal anew.
 */

/** The hash before the first seal. */
export const CHAIN_START = "0".repeat(64);

/** SHA-256 over the hash before and the digests of the events, in the order of their ids. */
export const sealHash = (previous: string, digests: readonly string[]) =>
  createHash("sha256")
    .update([previous, ...digests].join("\n"))
    .digest("hex");

/** Columns covered by the hash: all columns of an event. */
const columns =
  "id, extract(epoch from at), action, target, target_label, related, user_id, user_email, actor_label, client_id, app_id, ip, request_id, changes";

/** The digest of a row of audit_events, made by the database: the one place that reads it the same for ever. */
export const digestSql = `encode(sha256(convert_to(jsonb_build_array(${columns})::text, 'UTF8')), 'hex')`;
export const eventDigest = sql<string>`${sql.raw(digestSql)}`;
