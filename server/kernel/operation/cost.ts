/**
 * Kinds of transactions. Each kind has its own time limits (server/store/transaction.ts) and its own connections
 * (server/store/gate.ts).
 * - `interactive`: a client waits. The duration does not depend on the size of the organization.
 * - `heavy`: a client waits. The duration grows with the size of the organization: analyses, exports, filters without an index.
 * - `job`: no client waits.
 */
export type Cost = "interactive" | "heavy" | "job";
