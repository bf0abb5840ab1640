import { IncomingMessage, ServerResponse, type RequestListener } from "node:http";
import { Socket } from "node:net";
import type { KeyRing, KeySet } from "./keys";
import { createProvider, routes, type ProviderDeps } from "./provider";

export interface OidcDeps extends ProviderDeps {
  keys: KeyRing;
}

export type OidcHandler = (request: Request, facts: { ip: string | null }) => Promise<Response>;

const discovery = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];

/** What each path takes. */
const methods = new Map<string, string[]>();
for (const path of [routes.token, routes.introspection, routes.revocation]) methods.set(path, ["POST", "OPTIONS"]);
for (const path of [routes.jwks, ...discovery]) methods.set(path, ["GET", "HEAD", "OPTIONS"]);

/** A key that signs must be known to whoever fetches the keys to verify with it. */
const PUBLISHED_KEYS_MS = 1_000;

/** The OAuth endpoints as a function of a fetch request: oidc-provider, which speaks node:http, through fetch-to-node. */
export function createOidcHandler(deps: OidcDeps): OidcHandler {
  const { host, protocol } = new URL(deps.baseUrl);
  let serving: { keys: KeySet; callback: RequestListener } | null = null;

  // A provider keeps its keys for life, so that a new set of keys gets a new provider.
  const callback = () => {
    const keys = deps.keys.current();
    if (serving?.keys !== keys) serving = { keys, callback: createProvider(deps, keys).callback() };
    return serving.callback;
  };
  callback();

  return async function handle(request, { ip }) {
    const path = new URL(request.url).pathname.replace(/\/+$/, "");
    const allowed = methods.get(path);
    if (!allowed) return refusal(404, "not_found", "There is nothing at this path.");
    if (!allowed.includes(request.method)) {
      return refusal(405, "invalid_request", `This path takes ${allowed.join(", ")}.`, { allow: allowed.join(", ") });
    }
    if (path === routes.jwks) await deps.keys.refresh(PUBLISHED_KEYS_MS).catch(() => {});

    const body = request.method === "POST" ? await formOf(request) : "";
    if (body === null) return refusal(413, "invalid_request", `The body must have at most ${LARGEST} bytes.`);
    return answer(callback(), request, body, { host, encrypted: protocol === "https:", remoteAddress: ip ?? undefined });
  };
}

/** Room for any form that these endpoints take. */
const LARGEST = 56 * 1024;

/** The body, or null when it is too large. */
async function formOf(request: Request): Promise<string | null> {
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST) return null;
  const text = await request.text();
  return text.length > LARGEST ? null : text;
}

/** One exchange of a node:http listener: what it reads is the request, what it ends its response with is the answer. */
function answer(listener: RequestListener, request: Request, body: string, { host, ...facts }: { host: string; encrypted: boolean; remoteAddress: string | undefined }) {
  const socket = Object.assign(Object.create(DEAF) as Socket, { encrypted: facts.encrypted });
  Object.defineProperty(socket, "remoteAddress", { value: facts.remoteAddress });
  const req = new IncomingMessage(socket);
  req.method = request.method;
  const { pathname, search } = new URL(request.url);
  req.url = pathname + search;
  const headers: Record<string, string> = Object.fromEntries(request.headers);
  for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-for", "transfer-encoding"]) delete headers[name];
  req.headers = { ...headers, host, "content-length": String(Buffer.byteLength(body)) };
  if (body !== "") req.push(body);
  req.push(null);
  const res = new ServerResponse(req);
  return new Promise<Response>((resolve) => {
    res.end = ((chunk?: string | Buffer) => {
      const answered = new Headers();
      for (const [name, value] of Object.entries(res.getHeaders())) {
        for (const one of [value ?? []].flat()) answered.append(name, String(one));
      }
      resolve(new Response(request.method === "HEAD" || res.statusCode === 204 ? null : chunk, { status: res.statusCode, headers: answered }));
      return res;
    }) as ServerResponse["end"];
    listener(req, res);
  });
}

const DEAF = new Socket();

const refusal = (status: number, error: string, description: string, headers: Record<string, string> = {}) =>
  Response.json({ error, error_description: description }, { status, headers: { "cache-control": "no-store", ...headers } });
