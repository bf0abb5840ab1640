/** Statuses of a request to act as a user. */
export const actAsStatuses = ["pending", "approved", "denied", "expired", "active", "ended"] as const;
