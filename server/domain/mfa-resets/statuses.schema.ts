/** Statuses of an MFA reset request. */
export const mfaResetStatuses = ["pending", "approved", "denied", "expired"] as const;
