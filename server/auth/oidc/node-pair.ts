import { toReqRes } from "fetch-to-node";

/** Returns a fetch request as request and response of node:http, with the configured addresses. */
export function nodePair(request: Request, { baseUrl, ip }: { baseUrl: string; ip: string | null }) {
  const { host, protocol } = new URL(baseUrl);
  const { req, res } = toReqRes(request);
  // Koa reads two facts from the socket: the remote address, and whether the connection is encrypted. fetch-to-node has no socket.
  const socket = { encrypted: protocol === "https:", remoteAddress: ip ?? undefined, destroy() {} };
  Object.defineProperty(req, "socket", { value: socket });
  // Addresses in discovery must be the configured ones. Headers of the client or a proxy must not change them.
  req.headers.host = host;
  for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-for"]) delete req.headers[name];
  // A body needs one of these two headers (RFC 9112 §6). A request that did not use HTTP/1 may lack both.
  if (req.headers["content-length"] === undefined) req.headers["transfer-encoding"] ??= "chunked";
  return { req, res };
}
