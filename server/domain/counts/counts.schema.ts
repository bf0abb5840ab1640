/** Where counting stops, so that an answer takes no longer in a large organization: one more means "more than this". */
export const EXACT_UP_TO = 10_000;
