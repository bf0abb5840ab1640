import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";

/*
 * The hash chain over a tenant's audit log. A seal is a hash over the previous seal and the events since then. A later change,
 * removal or insertion of an event invalidates every later seal.
 */

/** The value that the first seal uses as the previous hash. */
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
 * SQL of the digest of an audit_events row. The database always computes the digest, because another implementation could
 * format the same row differently.
 */
export const digestSql = `encode(sha256(convert_to(jsonb_build_array(${columns})::text, 'UTF8')), 'hex')`;
export const eventDigest = sql<string>`${sql.raw(digestSql)}`;
