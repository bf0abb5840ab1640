import { bytesOf, isTooLong } from "../../kernel/request-body";
import { toFetchResponse } from "fetch-to-node";
import type { Provider } from "oidc-provider";
import type { KeySet } from "./keys";
import { nodePair } from "./node-pair";
import { createProvider, routes, type ProviderDeps } from "./provider";
import { trimEndOf } from "../../kernel/trim";

export type OidcHandler = (request: Request, facts: { ip: string | null }) => Promise<Response>;

const discovery = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"];

/** What each path takes. */
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

/** Where a browser comes back to from a sign-in. */
const resumes = [`${routes.authorization}/`, `${routes.code_verification}/`];

/**
 * Where OpenID Connect Core (§3.1.2.1) and RP-Initiated Logout (§2) want forms, too. A form that another site sends brings no
 * cookie along (SameSite), so that nobody would seem to be signed in; as an address it does.
 */
const formsAsAddresses = new Set([routes.authorization, routes.end_session]);
/** As long as an address may get on its way. */
const LONGEST_FORM = 8_192;

async function asAddress(request: Request, baseUrl: string, path: string): Promise<Response> {
  const form = await bytesOf(request, LONGEST_FORM);
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    return refusal(400, "invalid_request", "This path takes a form (application/x-www-form-urlencoded).");
  if (form === null) return refusal(413, "invalid_request", "The form is too long.");
  const location = `${baseUrl}${path}?${new URLSearchParams(new TextDecoder().decode(form)).toString()}`;
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

/** oidc-provider reads no more, and would call a longer body one that it failed to parse. */
const LONGEST_BODY = 56 * 1024;

/** The same request where its body is not too long; null where it is. One that says its length is not read for that. */
async function limited(request: Request): Promise<Request | null> {
  const tooLong = isTooLong(request, LONGEST_BODY);
  if (tooLong !== null) return tooLong ? null : request;
  const body = await bytesOf(request, LONGEST_BODY);
  const { method, headers } = request;
  return body && new Request(request.url, { method, headers, body: body as BodyInit });
}

/** A key that signs must be known to whoever fetches the keys to verify with it. */
const PUBLISHED_KEYS_MS = 1_000;

/** The OAuth endpoints as a function of a fetch request: oidc-provider, which speaks node:http, through fetch-to-node. */
export function createOidcHandler(deps: ProviderDeps) {
  let serving: { keys: KeySet; provider: Provider; callback: ReturnType<Provider["callback"]> } | null = null;

  // A provider keeps its keys for life, so that a new set of keys gets a new provider.
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
    if (path === routes.jwks) await deps.keys.refresh(PUBLISHED_KEYS_MS).catch(() => {});

    const taken = request.method === "POST" ? await limited(request) : request;
    if (taken === null)
      return refusal(413, "invalid_request", `The body may have at most ${LONGEST_BODY} bytes.`);
    const { req, res } = nodePair(taken, { baseUrl: deps.baseUrl, ip });
    // What goes wrong in there is answered and logged in there.
    void current().callback(req, res);
    return withoutHops(await toFetchResponse(res));
  };
  return { handle, provider: () => current().provider };
}

/** What an answer says of its connection (RFC 9110 §7.6.1): the one that it goes out on is not the library's to keep. */
const hops = ["connection", "keep-alive", "transfer-encoding"];

function withoutHops(answer: Response): Response {
  for (const name of hops) answer.headers.delete(name);
  return answer;
}

const refusal = (status: number, error: string, description: string, headers: Record<string, string> = {}) =>
  Response.json(
    { error, error_description: description },
    { status, headers: { "cache-control": "no-store", ...headers } },
  );
