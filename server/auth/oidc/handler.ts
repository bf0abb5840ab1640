import { bytesOf, isTooLong } from "../../kernel/http/request-body";
import { toFetchResponse } from "fetch-to-node";
import type { Provider } from "oidc-provider";
import type { KeySet } from "./keys";
import { nodePair } from "./browser-session";
import { createProvider, routes, type ProviderDeps } from "./provider";
import { trimEndOf } from "../../kernel/strings/trim";
import { redirect } from "../browser/plain-refusal";

export type OidcHandler = (request: Request, facts: { ip: string | null }) => Promise<Response>;

const discovery = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];

/** Methods that each path accepts. */
const methods = new Map<string, string[]>();
for (const path of [
  routes.token,
  routes.introspection,
  routes.revocation,
  routes.device_authorization,
  routes.pushed_authorization_request,
])
  methods.set(path, ["POST", "OPTIONS"]);
for (const path of [routes.authorization, routes.end_session, routes.code_verification])
  methods.set(path, ["GET", "POST"]);
methods.set(`${routes.end_session}/confirm`, ["POST"]).set(`${routes.end_session}/success`, ["GET"]);
methods.set(routes.userinfo, ["GET", "POST", "OPTIONS"]);
for (const path of [routes.jwks, ...discovery]) methods.set(path, ["GET", "HEAD", "OPTIONS"]);

/** Paths to which a browser returns from a sign-in. */
const resumes = [`${routes.authorization}/`, `${routes.code_verification}/`];

/**
 * Endpoints that must accept forms (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2). A form from another site carries no
 * SameSite cookie, so the user would appear signed out. The form is therefore redirected to a GET with the same parameters, which
 * carries the cookie.
 */
const formsAsAddresses = new Set([routes.authorization, routes.end_session]);
/** Maximum length of such a form in bytes, which is also the maximum of the resulting URL. */
const LONGEST_FORM = 8_192;

async function asAddress(request: Request, baseUrl: string, path: string): Promise<Response> {
  const form = await bytesOf(request, LONGEST_FORM);
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    return refusal(400, "invalid_request", "This path takes a form (application/x-www-form-urlencoded).");
  if (form === null) return refusal(413, "invalid_request", "The form is too long.");
  const location = `${baseUrl}${path}?${new URLSearchParams(new TextDecoder().decode(form)).toString()}`;
  return redirect(location);
}

/** Maximum length of a body in bytes, equal to that of oidc-provider. The library reports a longer body as a parse error. */
const LONGEST_BODY = 56 * 1024;

/** Returns the request, or null if its body is too long. Does not read the body if the request states its length. */
async function limited(request: Request): Promise<Request | null> {
  const tooLong = isTooLong(request, LONGEST_BODY);
  if (tooLong !== null) return tooLong ? null : request;
  const body = await bytesOf(request, LONGEST_BODY);
  const { method, headers } = request;
  return body && new Request(request.url, { method, headers, body: body as BodyInit });
}

/** Creates a fetch handler for the OAuth endpoints. fetch-to-node connects it to oidc-provider, which uses node:http. */
export function createOidcHandler(deps: ProviderDeps) {
  let serving: { keys: KeySet; provider: Provider; callback: ReturnType<Provider["callback"]> } | null = null;

  // A provider cannot change its keys, so each new set of keys gets a new provider.
  const current = () => {
    const keys = deps.keys.current();
    if (serving?.keys !== keys) {
      const provider = createProvider(deps, keys);
      serving = { keys, provider, callback: provider.callback() };
    }
    return serving;
  };
  current();

  const handle: OidcHandler = async (request, { ip }) => {
    const path = trimEndOf(new URL(request.url).pathname, "/");
    const allowed =
      methods.get(path) ?? (resumes.some((start) => path.startsWith(start)) ? ["GET"] : undefined);
    if (!allowed) return refusal(404, "not_found", "There is nothing at this path.");
    if (!allowed.includes(request.method)) {
      return refusal(405, "invalid_request", `This path takes ${allowed.join(", ")}.`, {
        allow: allowed.join(", "),
      });
    }
    if (request.method === "POST" && formsAsAddresses.has(path))
      return asAddress(request, deps.baseUrl, path);
    // A revoked key must sign no more tokens, and clients must find the present keys. Discovery needs no database.
    if (!discovery.includes(path)) await deps.keys.fresh();

    const taken = request.method === "POST" ? await limited(request) : request;
    if (taken === null)
      return refusal(413, "invalid_request", `The body may have at most ${LONGEST_BODY} bytes.`);
    const { req, res } = nodePair(taken, { baseUrl: deps.baseUrl, ip });
    // The provider answers and logs its own errors.
    void current().callback(req, res);
    const answer = withoutHops(await toFetchResponse(res));
    return path === routes.revocation && answer.status === 200 ? withoutType(answer) : answer;
  };
  return { handle, provider: () => current().provider };
}

/**
 * Headers about the connection (RFC 9110 §7.6.1). The server sets them for the actual connection, so the headers of the library
 * are removed.
 */
const hops = ["connection", "keep-alive", "transfer-encoding"];

function withoutHops(answer: Response): Response {
  for (const name of hops) answer.headers.delete(name);
  return answer;
}

/** Removes the type of an empty answer. oidc-client-ts refuses every type but JSON. With a null body, the server adds no type. */
function withoutType({ status, headers }: Response): Response {
  headers.delete("content-type");
  return new Response(null, { status, headers });
}

const refusal = (status: number, error: string, description: string, headers: Record<string, string> = {}) =>
  Response.json(
    { error, error_description: description },
    { status, headers: { "cache-control": "no-store", ...headers } },
  );
