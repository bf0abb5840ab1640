import { container } from "@/server/container";

/** The table of endpoints, with the console's procedures that do the same: for the pages' “API”. */
export const GET = async (): Promise<Response> =>
  Response.json((await container()).restReference, { headers: { "cache-control": "no-cache" } });
