/**
 * First keys of the two-part advisory locks of PostgreSQL. Each first key belongs to one kind of work. The lock prevents two
 * instances from doing the same work at the same time.
 */
export const advisoryLocks = {
  auditSeals: 726_627,
  webhookClaims: 726_628,
  dispatch: 726_629,
  summaries: 726_630,
} as const;
