import { container } from "@/server/container";

/**
 * Returns the list of REST endpoints for the "API" menu of the console. Each endpoint lists the console procedures that run the
 * same operation.
 */
export const GET = async (): Promise<Response> =>
  Response.json((await container()).restReference, { headers: { "cache-control": "no-cache" } });
