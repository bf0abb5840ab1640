import { toFetchResponse, toReqRes } from "fetch-to-node";
import type { Provider } from "oidc-provider";
import type { KeyRing, KeySet } from "./keys";
import { createProvider, routes, type ProviderDeps } from "./provider";

export interface OidcDeps extends ProviderDeps {
  keys: KeyRing;
}

export type OidcHandler = (request: Request, facts: { ip: string | null }) => Promise<Response>;

const discovery = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];

/** What each path takes. */
const methods = new Map<string, string[]>();
for (const path of [routes.token, routes.introspection, routes.revocation])
  methods.set(path, ["POST", "OPTIONS"]);
for (const path of [routes.jwks, ...discovery]) methods.set(path, ["GET", "HEAD", "OPTIONS"]);

/** A key that signs must be known to whoever fetches the keys to verify with it. */
const PUBLISHED_KEYS_MS = 1_000;

/** The OAuth endpoints as a function of a fetch request: oidc-provider, which speaks node:http, through fetch-to-node. */
export function createOidcHandler(deps: OidcDeps): OidcHandler {
  const { host, protocol } = new URL(deps.baseUrl);
  let serving: { keys: KeySet; callback: ReturnType<Provider["callback"]> } | null = null;

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
      return refusal(405, "invalid_request", `This path takes ${allowed.join(", ")}.`, {
        allow: allowed.join(", "),
      });
    }
    if (path === routes.jwks) await deps.keys.refresh(PUBLISHED_KEYS_MS).catch(() => {});

    const { req, res } = toReqRes(request);
    // Koa asks the socket whether it is encrypted and from where; fetch-to-node has none.
    const socket = { encrypted: protocol === "https:", remoteAddress: ip ?? undefined, destroy() {} };
    Object.defineProperty(req, "socket", { value: socket });
    // Addresses in discovery are the configured ones, whatever a client or a proxy says.
    req.headers.host = host;
    for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-for"]) delete req.headers[name];
    // A body is known by one of these two (RFC 9112 §6); a request that did not come over HTTP/1 may lack both.
    if (req.headers["content-length"] === undefined) req.headers["transfer-encoding"] ??= "chunked";
    // What goes wrong in there is answered and logged in there.
    void callback()(req, res);
    return toFetchResponse(res);
  };
}

const refusal = (status: number, error: string, description: string, headers: Record<string, string> = {}) =>
  Response.json(
    { error, error_description: description },
    { status, headers: { "cache-control": "no-store", ...headers } },
  );
