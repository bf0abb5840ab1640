import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";

/*
 * The hash chain over a tenant's audit log. A seal covers some events and the previous seal. A later change,
 * removal or insertion of an event invalidates every later seal.
 */

/** The hash before the first seal. */
export const CHAIN_START = "0".repeat(64);

/** Returns SHA-256 over the previous hash and the digests of the events, in the order of their ids. */
export const sealHash = (previous: string, digests: readonly string[]) =>
  createHash("sha256")
    .update([previous, ...digests].join("\n"))
    .digest("hex");

/** Columns covered by the hash: all columns of an event. */
const columns =
  "id, extract(epoch from at), action, target, target_label, related, user_id, user_email, actor_label, client_id, app_id, ip, request_id, changes";

/**
 * The digest of a row of audit_events. Only the database computes it, so that its text form never differs.
 */
export const digestSql = `encode(sha256(convert_to(jsonb_build_array(${columns})::text, 'UTF8')), 'hex')`;
export const eventDigest = sql<string>`${sql.raw(digestSql)}`;
