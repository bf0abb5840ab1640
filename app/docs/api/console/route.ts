import { container } from "@/server/container";

/** Returns the table of endpoints and the console procedures with the same operations, for the "API" menu of pages. */
export const GET = async (): Promise<Response> =>
  Response.json((await container()).restReference, { headers: { "cache-control": "no-cache" } });
