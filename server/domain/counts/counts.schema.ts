/**
 * Upper bound of exact counts. The bound keeps responses fast in large organizations. A count of one more means "more
 * than this".
 */
export const EXACT_UP_TO = 10_000;
