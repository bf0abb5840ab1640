import { LRUCache } from "lru-cache";
import type { PlatformActor, RequestFacts, TenantActor } from "../../kernel/operation/actor";
import { authorizationRefusals } from "../../kernel/refusals";
import type { Database } from "../../store/database";
import type { AccessToken, AccessTokens } from "./access-tokens";

export interface BearerDeps {
  database: Database;
  tokens: Pick<AccessTokens, "verify" | "standing">;
}

export type BearerAuth = (
  authorization: string | undefined,
  facts: RequestFacts,
) => Promise<TenantActor | PlatformActor>;

/** RFC 6750 §2.1. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

const MINUTE_MS = 60_000;

/**
 * Creates the function that converts the Authorization header of each request to an actor. It verifies the signature of a token
 * once. It reads the credential in one statement at each request, so that changes apply at once on every instance.
 */
export function createBearerAuth({ database: { sql }, tokens }: BearerDeps): BearerAuth {
  const used = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE_MS });

  /** Records the use of a credential in the background, at most once a minute for each instance. */
  function noteUse({ clientId, tenantId }: AccessToken) {
    if (used.has(clientId)) return;
    used.set(clientId, true);
    const noted =
      tenantId === null
        ? sql`update platform_credentials set last_used_at = now()
              where client_id = ${clientId} and (last_used_at is null or last_used_at < now() - interval '50 seconds')`
        : sql`update credentials set last_used_at = now()
              where tenant_id = ${tenantId} and client_id = ${clientId}
                and (last_used_at is null or last_used_at < now() - interval '50 seconds')`;
    // A failed write is harmless, because the next use writes again.
    noted.execute().catch(() => used.delete(clientId));
  }

  return async function bearer(authorization, request) {
    if (authorization === undefined || !/^Bearer( |$)/i.test(authorization)) {
      throw authorizationRefusals.token_required();
    }
    const text = BEARER.exec(authorization)?.[1];
    const token = text === undefined ? null : await tokens.verify(text);
    if (token === null) throw authorizationRefusals.invalid_token();
    const standing = await tokens.standing(token);
    if (standing === null) throw authorizationRefusals.revoked_token();
    noteUse(token);

    const { name: label, capabilities, ofApp } = standing;
    const { clientId, tenantId } = token;
    return tenantId === null
      ? {
          scope: "platform",
          channel: "platform_api",
          subject: { kind: "credential", label, clientId, userId: null },
          capabilities,
          request,
        }
      : {
          scope: "tenant",
          tenantId,
          channel: "management_api",
          subject: {
            kind: "credential",
            label,
            clientId,
            userId: Number(token.subject),
            ...(ofApp && { ofApp }),
          },
          capabilities,
          request,
        };
  };
}
