/** First keys of the two-part advisory locks of PostgreSQL. Work with the same key runs on one instance at a time. */
export const advisoryLocks = {
  auditSeals: 726_627,
  webhookClaims: 726_628,
  dispatch: 726_629,
  summaries: 726_630,
} as const;
