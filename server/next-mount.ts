import { container } from "./container";

/** Handler of all routes of the machine interfaces if Next runs alone. Passes the request to the same application as server/main.ts. */
const handle = async (request: Request): Promise<Response> => (await container()).http.fetch(request);

export const routeHandlers = {
  GET: handle,
  POST: handle,
  PUT: handle,
  PATCH: handle,
  DELETE: handle,
  HEAD: handle,
  OPTIONS: handle,
};
