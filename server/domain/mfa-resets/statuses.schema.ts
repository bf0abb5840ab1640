/** Statuses of a request. */
export const mfaResetStatuses = ["pending", "approved", "denied", "expired"] as const;
