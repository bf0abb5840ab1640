import { container } from "./container";

/** The machine interfaces as route handlers of Next: the same application, if Next runs alone. */
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
