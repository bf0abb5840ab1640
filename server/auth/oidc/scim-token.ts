import { LRUCache } from "lru-cache";
import type { RequestFacts, TenantActor } from "../../kernel/operation/actor";
import { scimCapabilities as capabilities } from "../../domain/scim-tokens/scim-tokens";
import { hashSecret } from "../../kernel/http/client-id";
import { authorizationRefusals } from "../../kernel/refusals";
import type { Database } from "../../store/database";

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;
const MINUTE_MS = 60_000;

export type ScimAuth = (
  authorization: string | undefined,
  slug: string,
  facts: RequestFacts,
) => Promise<TenantActor>;

/**
 * Creates the function that converts a SCIM token to an actor of the tenant in the address. It reads the current state in one
 * statement.
 */
export function createScimAuth({ sql }: Database): ScimAuth {
  const used = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE_MS });
  return async function authenticate(authorization, slug, facts) {
    if (!authorization) throw authorizationRefusals.scim_token_required();
    const [, token] = BEARER.exec(authorization) ?? [];
    const rows =
      token === undefined || slug.includes("\0")
        ? []
        : await sql<{ tenant_id: string; id: string; name: string }[]>`
            select s.tenant_id, s.id, s.name from tenants t
            join scim_tokens s on s.tenant_id = t.id and s.token_hash = ${hashSecret(token)}
              and s.revoked_at is null and (s.expires_at is null or s.expires_at > now())
            where t.slug = ${slug} and t.status = 'active'`;
    const [row] = rows;
    if (!row) throw authorizationRefusals.invalid_scim_token();
    const tokenId = Number(row.id);
    const key = `${row.tenant_id}/${row.id}`;
    if (!used.has(key)) {
      used.set(key, true);
      // Runs in the background, so that the request neither waits for this write nor fails with it.
      sql`update scim_tokens set last_used_at = now() where tenant_id = ${row.tenant_id} and id = ${row.id}`.catch(
        () => used.delete(key),
      );
    }
    return {
      scope: "tenant",
      tenantId: Number(row.tenant_id),
      channel: "scim",
      subject: { kind: "scim_client", label: row.name, tokenId },
      capabilities,
      request: facts,
    };
  };
}
