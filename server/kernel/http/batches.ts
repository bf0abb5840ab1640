/*
 * Limits of one request of the console. The client keeps them (components/data/trpc.tsx), and the server
 * enforces them (server/trpc/handler.ts). Safe for the browser.
 */

/** Maximum number of procedures that one request may call. The busiest page of the console calls about 12. */
export const MOST_CALLS = 25;

/**
 * Maximum length of a URL from the console's client. node:http refuses a request with a head of more than 16
 * KB.
 */
export const LONGEST_ADDRESS = 8_000;
