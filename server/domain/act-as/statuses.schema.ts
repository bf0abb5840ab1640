/** Statuses of a request and of acting. */
export const actAsStatuses = ["pending", "approved", "denied", "expired", "active", "ended"] as const;
