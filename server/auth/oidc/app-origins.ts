import { domainToUnicode } from "node:url";
import type { Database } from "../../store/database";
import { parseUrl } from "../../kernel/http/parse-url";

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
