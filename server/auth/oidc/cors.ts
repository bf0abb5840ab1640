import type { KoaContextWithOIDC } from "oidc-provider";
import { webOriginOf } from "../../kernel/http/web-origin";
import type { ClientRecord } from "./clients";
import { domainToUnicode } from "node:url";
import type { Database } from "../../store/database";
import { parseUrl } from "../../kernel/http/parse-url";

/*
 * Cross-origin requests of browsers (Fetch §3.2). Discovery and keys are public. The other endpoints answer pages of the origins of
 * the client: those of its redirect URIs and of its list. They never allow credentials, because no endpoint reads a cookie here.
 */

interface CorsDeps {
  baseUrl: string;
  recordOf: (client: object | undefined) => ClientRecord;
  /** Returns true if an app of this host has the origin. */
  isAppOrigin: (origin: string) => Promise<boolean>;
}

type Context = KoaContextWithOIDC;

/** Routes that every page may read. */
const open = new Set(["jwks", "discovery", "cors.jwks", "cors.discovery"]);

/** Request headers that pages may send, beside those that Fetch always permits. */
const REQUEST_HEADERS = "authorization,content-type,dpop";
/** Headers of the answer that pages may read. */
const ANSWER_HEADERS = "WWW-Authenticate,Retry-After";

/** Returns true if a page of the origin belongs to the app. */
export const hasOrigin = ({ app }: ClientRecord, origin: string): boolean =>
  app !== null &&
  (app.allowedOrigins.includes(origin) || app.redirectUris.some((uri) => webOriginOf(uri) === origin));

/** Creates the rules and the middleware for cross-origin requests to the OAuth endpoints of one host. */
export function createCors({ baseUrl, recordOf, isAppOrigin }: CorsDeps) {
  const own = new URL(baseUrl).origin;

  /**
   * Returns true if a page of the origin may use the endpoint for this client. A client with a secret or a key may only be used at
   * userinfo, because a page cannot keep them. The console's own pages (the API reference) may use every client.
   */
  function allows(ctx: Context, origin: string, client: ClientRecord): boolean {
    if (origin === own) return true;
    if (ctx.oidc.route !== "userinfo" && client.authMethod !== "none") return false;
    return hasOrigin(client, origin);
  }

  async function isAllowed(ctx: Context, origin: string): Promise<boolean> {
    if (origin === "") return false;
    const { client } = ctx.oidc;
    if (client) return allows(ctx, origin, recordOf(client));
    return origin === own || isAppOrigin(origin);
  }

  /**
   * Replaces the headers of the library. The library permits an origin until it has found the client, so that pages of other origins
   * could read its refusals of malformed requests.
   */
  async function headers(ctx: Context, next: () => Promise<void>) {
    await next();
    const { response } = ctx;
    const given = Object.keys(response.headers).filter((name) => name.startsWith("access-control-"));
    if (given.length === 0) return;
    for (const name of given) ctx.remove(name);
    const isOpen = open.has(ctx.oidc.route);
    const origin = ctx.get("Origin");
    if (!isOpen && !(await isAllowed(ctx, origin))) return;
    ctx.set("Access-Control-Allow-Origin", isOpen ? "*" : origin);
    if (ctx.method !== "OPTIONS") return ctx.set("Access-Control-Expose-Headers", ANSWER_HEADERS);
    ctx.set(
      "Access-Control-Allow-Methods",
      isOpen ? "GET" : ctx.oidc.route === "cors.userinfo" ? "GET,POST" : "POST",
    );
    ctx.set("Access-Control-Allow-Headers", REQUEST_HEADERS);
    ctx.set("Access-Control-Max-Age", "3600");
  }

  return { allows, headers };
}

/**
 * Creates the check that an origin belongs to an app: of the tenant with this id, or of any tenant for null. The index
 * `apps_web_origins` answers it. A preflight request and a refused request name no client, so that only this check applies to them.
 */
export function createAppOrigins({ sql }: Pick<Database, "sql">, tenantId: number | null) {
  return async function isAppOrigin(origin: string): Promise<boolean> {
    const url = /^https?:\/\//.test(origin) && origin.length <= LONGEST ? parseUrl(origin) : null;
    if (url === null) return false;
    const { protocol, hostname, port } = url;
    // The function of the index does not convert international names, and a redirect URI can contain either form.
    const unicode = `${protocol}//${domainToUnicode(hostname)}${port === "" ? "" : `:${port}`}`;
    const ofTenant = tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`;
    const [row] = await sql<{ found: boolean }[]>`
      select exists (select 1 from apps
        where castellan_web_origins(redirect_uri, additional_redirect_uris, allowed_origins) && array[${origin}::text, ${unicode}::text]
          ${ofTenant}) as found`;
    return row?.found ?? false;
  };
}

/** Maximum length of an origin in characters. */
const LONGEST = 300;
