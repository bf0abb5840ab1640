import { Hono, type Context } from "hono";
import type { Logger } from "pino";
import { choosePageLanguage } from "../auth/oidc/page-language";
import { LANGUAGE_PATH } from "../auth/oidc/ui-locales";
import { isSameOrigin } from "../auth/same-origin";
import { useOf, type CredentialUse } from "../kernel/credential-use";
import { AppError, forbidden, invalid } from "../kernel/errors";
import { logText } from "../kernel/log-text";
import { endpointGroups } from "./endpoints";
import { errorResponse, refusalOf } from "./errors";
import { requestId, type RequestFacts } from "./facts";
import { createCommonHeaders, transportHeaders } from "./headers";
import { hostedFont } from "./hosted-files";
import { createOpenApiDocument } from "./openapi";
import { hasTooManyParameters, pathOf, spellingOf, TOO_MANY_PARAMETERS } from "./paths";
import { createScimApp, type ScimServices } from "../scim/app";
import { renderingActor, renderPdf, type RenderServices } from "./render";
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
  /** The address that a request came from. */
  addressOf: (request: Request, bindings: unknown) => string | null;
  /** What the installation's own host serves. */
  hosted: HostedServices;
  /** What the custom domain serves that a request is for; null where it is for the installation's own host. */
  hostedAt: (request: Request, bindings: unknown) => Promise<HostedServices | null> | null;
  /** What a form of the pages of acting as somebody does. */
  actAs: (request: Request, step: string, facts: RequestFacts) => Promise<Response>;
  /** What the console's pages ask of the sign-in library. */
  consoleAuth: (request: Request, facts: RequestFacts) => Promise<Response>;
  consoleSignIn: (request: Request, step: string, facts: RequestFacts) => Promise<Response>;
  /** Where identity providers send people back to. */
  federation: (request: Request, facts: RequestFacts) => Promise<Response>;
  /** The console's procedures. */
  trpc: (request: Request, facts: RequestFacts) => Promise<Response>;
  /** Counts a request of a credential, of either kind, or of a SCIM token. */
  countUse: (use: CredentialUse) => void;
  /** Whether the database answers. */
  ready: () => Promise<boolean>;
}

/** The paths that the OAuth provider answers; everything else is Castellan's own. */
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

/** What the provider's own pages are made with. */
const oauthPageFiles = [LANGUAGE_PATH, "/hosted/fonts"];

/** Every path prefix that this application answers. */
const prefixes = [
  ...oauthPaths,
  ...oauthPageFiles,
  ...["/api/v1", "/api/trpc", "/api/auth", "/scim/v2", "/api/render", "/federation", "/healthz", "/readyz"],
];

const POLICY = "content-security-policy";

/** What people come through who are not signed in. */
const linkPages = ["recover", "verify", "join"];
const hostedPages = ["interaction", ...linkPages].join("|");

/** The forms of the hosted pages: of a sign-in to an app, and of links in mails. The pages are Next's. */
const HOSTED_FORM = new RegExp(`^/(?:${hostedPages})/[^/]+/[^/]+$`);

/** A form of the console's sign-in. */
const SIGN_IN_FORM = /^\/sign-in\/[^/]+$/;

/** A form of the pages of acting as somebody. */
const ACT_AS = /^\/act-as\/step\/[^/]+$/;

/** Whether this application answers a path; server/front.ts hands the rest to Next. */
export const answersPath = (path: string) =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ||
  HOSTED_FORM.test(path) ||
  SIGN_IN_FORM.test(path) ||
  ACT_AS.test(path);

/** What a load balancer asks. */
const PROBES = new Set(["/healthz", "/readyz"]);

/** Whether a custom domain answers a path of this application: the protocol and its forms, and no other interface. */
const isHosted = (path: string) =>
  [...oauthPaths, ...oauthPageFiles].some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ||
  HOSTED_FORM.test(path);

/** What Next serves on a custom domain: the pages of an organization's people, and what they are made of. */
const DOMAIN_PAGE = new RegExp(`^/(?:(?:account|${hostedPages})/[^/]+|_next/|icon\\.svg$)`);

/**
 * Whether a custom domain has this page; server/front.ts answers 404 for all others. A path that is written otherwise than it is
 * read (`/account/../platform`) is none: Next would serve what it leads to.
 */
export const isDomainPage = (path: string) =>
  DOMAIN_PAGE.test(path) && new URL(`http://domain${path}`).pathname === path;

/** The machine interfaces as one application. Both mounts, Next's route handlers and server/main.ts, serve this one. */
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
    // Whether the process lives is told at every name, and without the database.
    const asked = PROBES.has(c.req.path) ? null : services.hostedAt(c.req.raw, c.env);
    // Of the installation's own host it is known without waiting, and without asking.
    const hosted = asked && (await asked);
    if (hosted) c.set("hosted", hosted);
    const target = targetOf(c);
    const spelling = spellingOf(pathOf(target));
    if (hasTooManyParameters(target)) c.res = errorResponse(invalid(TOO_MANY_PARAMETERS));
    else if (spelling === "malformed") c.res = errorResponse(invalid("This address cannot be read."));
    else if (spelling === "other" || (hosted && !isHosted(c.req.path))) c.res = nothingHere();
    else await next();
    // The rest of such a body is not read: whoever sends it must not believe that the connection goes on (RFC 9110 §15.5.14).
    if (c.res.status === 413) c.res.headers.set("connection", "close");
    // REST and SCIM answers were made with them: setting headers afterwards costs more than the rest of this function.
    if (!c.var.complete) {
      // A hosted page of the protocol says itself what it may load.
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
        // Without the query: it may hold what a person typed, or a token in the wrong place.
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

  const document = JSON.stringify(createOpenApiDocument(endpointGroups, services.baseUrl));
  app.get(
    "/api/v1/openapi.json",
    () => new Response(document, { headers: { "content-type": "application/json" } }),
  );

  app.route("/", createRestRoutes(endpointGroups, { ...services, headersOf }));
  app.route("/", createScimApp({ ...services, headersOf }));
  app.post("/api/render/pdf", async (c) => {
    // A token is shown on purpose; a session's cookie comes along with what any page sends. Only JSON is taken, below.
    const { headers } = c.req.raw;
    if (!headers.has("authorization") && !isSameOrigin(headers, services.baseUrl, true))
      throw forbidden("This request must be sent from a page of the console.");
    const actor = await renderingActor(c.req.raw, c.var.facts, services);
    if (actor !== null) c.set("actor", actor);
    return renderPdf(c.req.raw, actor, services);
  });
  app.all("/api/render/pdf", () => otherMethod(["POST"]));
  for (const path of ["/healthz", "/readyz", "/api/v1/openapi.json"])
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

/** What anybody may keep, and programs do: keys, discovery, the description of the interfaces, fonts. */
const PUBLIC = /^\/(?:jwks|\.well-known\/|hosted\/fonts\/|api\/v1\/openapi\.json$)/;

/** Everything else is somebody's: no cache keeps it, least of all with a cookie. */
function keepFromCaches(path: string, headers: Headers) {
  const personal = headers.has("set-cookie") || !PUBLIC.test(path);
  if (personal && !headers.get("cache-control")?.includes("no-store"))
    headers.set("cache-control", "no-store");
}

/** A request's target as it was sent; where Next's handlers stand before, as they give it. */
function targetOf(c: Context<HttpEnvironment>): string {
  const { incoming } = (c.env ?? {}) as { incoming?: { url?: string } };
  if (incoming?.url !== undefined) return incoming.url;
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

const nothingHere = () => errorResponse(new AppError(404, "not_found", "There is nothing at this path."));

export type HttpApp = ReturnType<typeof createHttpApp>;
