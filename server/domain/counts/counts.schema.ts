/**
 * Highest number that a response counts exactly. The limit keeps responses fast in large organizations. A count of 10,001 means
 * "more than 10,000".
 */
export const EXACT_UP_TO = 10_000;
