import { Hono, type Context } from "hono";
import type { Logger } from "pino";
import { choosePageLanguage } from "../auth/oidc/page-language";
import { LANGUAGE_PATH } from "../auth/oidc/ui-locales";
import { isSameOrigin } from "../auth/browser/same-origin";
import { useOf, type CredentialUse } from "../kernel/operation/actor";
import { logText } from "../kernel/strings/log-text";
import { AppError } from "../kernel/errors";
import { authorizationRefusals, requestRefusals } from "../kernel/refusals";
import { inLanguage } from "../kernel/texts/text";
import { consoleDownloads, sendConsoleDownload } from "./console-download";
import { endpointGroups } from "./endpoints";
import { errorResponse, refusalOf } from "./errors";
import { requestId, type RequestFacts } from "./facts";
import { createCommonHeaders, transportHeaders } from "./headers";
import { hostedFont } from "./hosted-files";
import { createOpenApiDocument } from "./openapi";
import { hasTooManyParameters, pathOf, spellingOf, tooManyParameters } from "./paths";
import { createScimApp, type ScimServices } from "../scim/app";
import { restReference } from "./rest-reference";
import { consoleLocale, renderingActor, renderPdf, type RenderServices } from "./render";
import {
  createRestRoutes,
  otherMethod,
  type HostedServices,
  type HttpEnvironment,
  type RestServices,
} from "./rest";

export interface HttpServices
  extends Omit<RestServices, "headersOf">, Omit<ScimServices, "headersOf">, RenderServices {
  baseUrl: string;
  log: Logger;
  /** Returns the client's address of a request. */
  addressOf: (request: Request, bindings: unknown) => string | null;
  /** Services of the installation's own host. */
  hosted: HostedServices;
  /** Returns the services of the custom domain of a request, or null for a request to the installation's own host. */
  hostedAt: (request: Request, bindings: unknown) => Promise<HostedServices | null> | null;
  /** Answers a submitted form of the pages with which an administrator acts as another user. */
  actAs: (request: Request, step: string, facts: RequestFacts) => Promise<Response>;
  /** Passes a request of the console's pages to the sign-in library. */
  consoleAuth: (request: Request, facts: RequestFacts) => Promise<Response>;
  consoleSignIn: (request: Request, step: string, facts: RequestFacts) => Promise<Response>;
  /** Answers the callbacks of identity providers. */
  federation: (request: Request, facts: RequestFacts) => Promise<Response>;
  /** Answers requests to the console's procedures. */
  trpc: (request: Request, facts: RequestFacts) => Promise<Response>;
  /** Counts a request of a tenant's credential, a platform credential or a SCIM token. */
  countUse: (use: CredentialUse) => void;
  /** Returns true if the database answers. */
  ready: () => Promise<boolean>;
}

/** Paths of the OAuth provider. All other paths are Castellan's own. */
const oauthPaths = [
  "/token",
  "/introspect",
  "/revoke",
  "/jwks",
  "/authorize",
  "/userinfo",
  "/end_session",
  "/par",
  "/device_authorization",
  "/device",
  "/.well-known/openid-configuration",
  "/.well-known/oauth-authorization-server",
];

/** Files of the provider's own pages. */
const oauthPageFiles = [LANGUAGE_PATH, "/hosted/fonts"];

/** Every path prefix that this application answers. */
const prefixes = [
  ...oauthPaths,
  ...oauthPageFiles,
  "/api/v1",
  "/api/trpc",
  "/api/auth",
  "/scim/v2",
  "/api/render",
  "/federation",
  "/docs/api/console",
  "/healthz",
  "/readyz",
];

const POLICY = "content-security-policy";

/** Pages for visitors who are not signed in. */
const linkPages = ["recover", "verify", "join"];
const hostedPages = ["interaction", ...linkPages].join("|");

/**
 * Paths of the forms of the hosted pages: the sign-in to an app, and the links in mails. Next serves the pages of these forms.
 */
const HOSTED_FORM = new RegExp(`^/(?:${hostedPages})/[^/]+/[^/]+$`);

/** Path of an account page. Its forms are sent to the same path. */
const ACCOUNT_PAGE = /^\/account\/[^/]+(?:\/|$)/;

/** Returns true if this application answers a request of an account page. Next answers the page itself. */
export const takesAccountForm = (method: string | undefined, path: string): boolean =>
  method === "POST" && ACCOUNT_PAGE.test(path);

/** Path of a download link of a console page. */
const CONSOLE_DOWNLOAD = new RegExp(`^/[^/]+(?:${Object.keys(consoleDownloads).join("|")})$`);

/** Path of a form of the console's sign-in. */
const SIGN_IN_FORM = /^\/sign-in\/[^/]+$/;

/** Path of a form of the pages with which an administrator acts as another user. */
const ACT_AS = /^\/act-as\/step\/[^/]+$/;

/** Returns true if this application serves a path. server/edge/front.ts passes all other paths to Next. */
export const answersPath = (path: string) =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ||
  HOSTED_FORM.test(path) ||
  CONSOLE_DOWNLOAD.test(path) ||
  SIGN_IN_FORM.test(path) ||
  ACT_AS.test(path);

/** Probes of load balancers. */
const PROBES = new Set(["/healthz", "/readyz"]);

/**
 * Returns true if a custom domain serves a path of this application. A custom domain serves only the OAuth protocol and the
 * forms of its pages.
 */
const isHosted = (path: string) =>
  [...oauthPaths, ...oauthPageFiles].some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ||
  HOSTED_FORM.test(path) ||
  ACCOUNT_PAGE.test(path);

/** Pages and files that Next serves on a custom domain: the pages for users of an organization. */
const DOMAIN_PAGE = new RegExp(`^/(?:(?:account|${hostedPages})/[^/]+|_next/|icon\\.svg$)`);

/**
 * Returns true if a custom domain has this page. server/edge/front.ts answers 404 for all other pages. Returns false for a path
 * whose normalized form differs (`/account/../platform`), because Next would serve the normalized path.
 */
export const isDomainPage = (path: string) =>
  DOMAIN_PAGE.test(path) && new URL(`http://domain${path}`).pathname === path;

/**
 * Creates the application that answers every request except those for pages.
 */
export function createHttpApp(services: HttpServices) {
  const app = new Hono<HttpEnvironment>({ strict: false });
  const hostedOf = (c: Context<HttpEnvironment>) => c.var.hosted ?? services.hosted;
  const headersOf = createCommonHeaders(services.baseUrl);

  app.use(async (c, next) => {
    const started = performance.now();
    const facts = {
      ip: services.addressOf(c.req.raw, c.env),
      requestId: requestId(c.req.header("x-request-id")),
    };
    c.set("facts", facts);
    c.set("log", services.log.child({ requestId: facts.requestId }));
    // Answers probes for every host name without reading the database.
    const asked = PROBES.has(c.req.path) ? null : services.hostedAt(c.req.raw, c.env);
    // `hostedAt` returns null without a promise for the installation's own host. An `await` would delay these requests.
    const hosted = asked && (await asked);
    if (hosted) c.set("hosted", hosted);
    const refused = refusedEarly(c, hosted !== null);
    if (refused === null) await next();
    else c.res = refused;
    // The server does not read the rest of a refused body. The connection must therefore close (RFC 9110 §15.5.14).
    if (c.res.status === 413 || refused?.status === 415) c.res.headers.set("connection", "close");
    // Answers of REST and SCIM already have the common headers. Setting these headers here would cost more than the rest of
    // this function.
    if (!c.var.complete) {
      // A hosted page of the protocol sets its own policy.
      const policy = c.res.headers.get(POLICY);
      for (const [name, value] of Object.entries(headersOf(facts))) c.res.headers.set(name, value);
      if (policy !== null) c.res.headers.set(POLICY, policy);
      if (hosted)
        for (const [name, value] of Object.entries(transportHeaders(hosted.baseUrl, true)))
          c.res.headers.set(name, value);
      keepFromCaches(c.req.path, c.res.headers);
    }
    const { actor } = c.var;
    const subject = actor?.subject;
    const use = actor && useOf(actor);
    if (use) services.countUse({ ...use, status: c.res.status });
    services.log.info(
      {
        requestId: facts.requestId,
        method: c.req.method,
        // The logged path has no query, because a query can contain personal data or a token. The log hides secrets (log.ts).
        path: logText(c.req.path),
        status: c.res.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        client: subject?.kind === "credential" ? subject.clientId : undefined,
      },
      "request",
    );
  });

  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) =>
    (await services.ready()) ? c.json({ status: "ready" }) : c.json({ status: "unavailable" }, 503),
  );

  // Encoded once, because encoding the document takes milliseconds.
  const document = new TextEncoder().encode(
    JSON.stringify(createOpenApiDocument(endpointGroups, services.baseUrl)),
  );
  app.get(
    "/api/v1/openapi.json",
    () => new Response(document, { headers: { "content-type": "application/json" } }),
  );

  // Lists the REST endpoints for the API reference and the "API" menu of the console.
  const reference = restReference(services.baseUrl);
  app.get("/docs/api/console", (c) => c.json(reference, 200, { "cache-control": "no-cache" }));

  app.route("/", createRestRoutes(endpointGroups, { ...services, headersOf }));
  app.route("/", createScimApp({ ...services, headersOf }));
  app.post("/api/render/pdf", async (c) => {
    // A client sends a token intentionally. A browser, however, adds the session's cookie to requests that a page of another
    // site starts. `renderPdf` therefore accepts only JSON.
    const { headers } = c.req.raw;
    if (!headers.has("authorization") && !isSameOrigin(headers, services.baseUrl, true))
      throw authorizationRefusals.foreign_page();
    const actor = await renderingActor(c.req.raw, c.var.facts, services);
    if (actor !== null) c.set("actor", actor);
    return renderPdf(c.req.raw, actor, services).catch((error: unknown) => {
      const locale = consoleLocale(c.req.raw);
      throw error instanceof AppError && locale !== null ? inLanguage(locale, error) : error;
    });
  });
  app.all("/api/render/pdf", () => otherMethod(["POST"]));
  for (const path of ["/healthz", "/readyz", "/api/v1/openapi.json", "/docs/api/console"])
    app.all(path, () => otherMethod(["GET"]));
  for (const path of oauthPaths) {
    app.all(path, (c) => hostedOf(c).oidc(c.req.raw, c.var.facts));
    app.all(`${path}/*`, (c) => hostedOf(c).oidc(c.req.raw, c.var.facts));
  }
  app.get("/hosted/fonts/:file", (c) => hostedFont(c.req.param("file")));
  app.post(LANGUAGE_PATH, (c) => choosePageLanguage(c.req.raw, hostedOf(c).baseUrl));
  app.all(LANGUAGE_PATH, () => otherMethod(["POST"]));
  app.post("/interaction/:uid/:step", (c) =>
    hostedOf(c).interactions.submit(c.req.raw, c.req.param("uid"), c.req.param("step"), c.var.facts),
  );
  for (const kind of linkPages)
    app.post(`/${kind}/:slug/:step`, (c) =>
      hostedOf(c).emailLinks.submit(
        c.req.raw,
        { kind, slug: c.req.param("slug") ?? "", step: c.req.param("step") ?? "" },
        c.var.facts,
      ),
    );
  app.post("/act-as/step/:step", (c) => services.actAs(c.req.raw, c.req.param("step"), c.var.facts));
  app.post("/sign-in/:step", (c) => services.consoleSignIn(c.req.raw, c.req.param("step"), c.var.facts));
  for (const [path, name] of Object.entries(consoleDownloads)) {
    app.get(`/:workspace${path}`, (c) =>
      sendConsoleDownload({ ...services, headersOf }, name, c.req.raw, {
        workspace: c.req.param("workspace"),
        facts: c.var.facts,
      }),
    );
    app.all(`/:workspace${path}`, () => otherMethod(["GET"]));
  }
  app.post("/account/:slug/data/download", (c) =>
    hostedOf(c).account.download(c.req.raw, c.req.param("slug"), c.var.facts),
  );
  app.post("/account/:slug/security/passkey-options", (c) =>
    hostedOf(c).account.answerPasskeyOptions(c.req.raw, c.req.param("slug"), c.var.facts),
  );
  app.post("/account/:slug/*", (c) => {
    const page = c.req.path.split("/").slice(3).join("/");
    return hostedOf(c).account.answerForm(c.req.raw, { slug: c.req.param("slug"), page }, c.var.facts);
  });
  app.get("/interaction/:uid/outside", (c) =>
    hostedOf(c).interactions.returned(c.req.raw, c.req.param("uid"), c.var.facts),
  );
  app.all("/federation/*", (c) => services.federation(c.req.raw, c.var.facts));
  app.all("/api/auth/*", (c) => services.consoleAuth(c.req.raw, c.var.facts));
  app.all("/api/trpc/*", (c) => services.trpc(c.req.raw, c.var.facts));

  app.notFound(nothingHere);
  app.onError((error, c) => errorResponse(refusalOf(error, c.var.log)));
  return app;
}

/** Returns the refusal of a request whose address or encoding no route accepts. Returns null for all other requests. */
function refusedEarly(c: Context<HttpEnvironment>, isCustomDomain: boolean): Response | null {
  const target = targetOf(c);
  if (hasTooManyParameters(target)) return errorResponse(tooManyParameters());
  const spelling = spellingOf(pathOf(target));
  if (spelling === "malformed") return errorResponse(requestRefusals.malformed_address());
  if (spelling === "other" || (isCustomDomain && !isHosted(c.req.path))) return nothingHere();
  // No route decodes a body (RFC 9110 §8.4). If a proxy decoded the body, the proxy and this server would read two different
  // requests.
  const coding = (c.req.header("content-encoding") ?? "identity").trim().toLowerCase();
  return coding === "identity" || coding === ""
    ? null
    : errorResponse(requestRefusals.body_encoded({ coding: logText(coding, LONGEST_CODING) }));
}

/** Maximum length of a content coding that an answer quotes, in characters. */
const LONGEST_CODING = 40;

/** Paths of the answers that caches may store: keys, discovery, the descriptions of the interfaces, fonts. */
const PUBLIC = /^\/(?:jwks|\.well-known\/|hosted\/fonts\/|api\/v1\/openapi\.json$|docs\/api\/console$)/;

/** Forbids caches to store an answer that has a cookie or whose path is not public. */
function keepFromCaches(path: string, headers: Headers) {
  const personal = headers.has("set-cookie") || !PUBLIC.test(path);
  if (personal && !headers.get("cache-control")?.includes("no-store"))
    headers.set("cache-control", "no-store");
}

/** Returns the request target (path and query) exactly as the client sent it. A request without a connection has none. */
function targetOf(c: Context<HttpEnvironment>): string {
  const { incoming } = (c.env ?? {}) as { incoming?: { url?: string } };
  if (incoming?.url !== undefined) return incoming.url;
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

const nothingHere = () => errorResponse(requestRefusals.path_not_found());

export type HttpApp = ReturnType<typeof createHttpApp>;
