/*
 * Limits of one request of the console. The client splits its requests at these limits (components/data/trpc.tsx). The server
 * enforces the limits (server/trpc/handler.ts). This module may be loaded in the browser.
 */

/** Maximum number of procedures that one request may call. The console page with the most calls makes about 12. */
export const MOST_CALLS = 25;

/**
 * Maximum length of a URL from the console's client, in characters. node:http refuses a request if its headers and URL have
 * more than 16 KB.
 */
export const LONGEST_ADDRESS = 8_000;
