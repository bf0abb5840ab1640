import { container } from "./container";

/** The machine interfaces as Next route handlers: the same application, for where Next alone is served. */
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
