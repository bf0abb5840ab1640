/** What alerts can be listed by; without zod, for the page's address names them, too. */
export const alertStates = ["open", "acknowledged", "all"] as const;
