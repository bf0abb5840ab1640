/*
 * How much one request of the console may ask for. The console's client sends no more (components/data/trpc.tsx), and the
 * server takes no more (server/trpc/handler.ts). Safe for the browser.
 */

/** The most procedures that one request may call; the busiest page of the console calls about a dozen. */
export const MOST_CALLS = 25;

/** The longest address that the console's client makes: node:http refuses a request whose head is longer than 16 KB. */
export const LONGEST_ADDRESS = 8_000;
