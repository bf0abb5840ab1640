/**
 * Kinds of transactions. Each kind has its own time limits (server/store/transaction.ts) and connections (server/store/gate.ts).
 *
 * - `interactive`: a client waits, and the time does not grow with the organization.
 * - `heavy`: a client waits, and the time grows with the organization: analyses, exports, filters without an index.
 * - `job`: no client waits.
 */
export type Cost = "interactive" | "heavy" | "job";
