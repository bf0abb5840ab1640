import { toReqRes } from "fetch-to-node";

/** A fetch request as oidc-provider wants it: node's request and response, with addresses that are the configured ones. */
export function nodePair(request: Request, { baseUrl, ip }: { baseUrl: string; ip: string | null }) {
  const { host, protocol } = new URL(baseUrl);
  const { req, res } = toReqRes(request);
  // Koa asks the socket whether it is encrypted and from where; fetch-to-node has none.
  const socket = { encrypted: protocol === "https:", remoteAddress: ip ?? undefined, destroy() {} };
  Object.defineProperty(req, "socket", { value: socket });
  // Addresses in discovery are the configured ones, whatever a client or a proxy says.
  req.headers.host = host;
  for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-for"]) delete req.headers[name];
  // A body is known by one of these two (RFC 9112 §6); a request that did not come over HTTP/1 may lack both.
  if (req.headers["content-length"] === undefined) req.headers["transfer-encoding"] ??= "chunked";
  return { req, res };
}
