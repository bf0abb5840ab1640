import { parseClientId } from "../kernel/client-id";
import type { Database } from "../store/database";

/** An OAuth client that may authenticate now, and what its tokens carry. */
export interface ClientRecord {
  clientId: string;
  /** Null: the platform's own. */
  tenantId: number | null;
  /** The subject of its tokens: the service account, or the platform credential itself. */
  subject: string;
  secretHash: string;
  generation: number;
  capabilities: string[];
}

interface Row {
  secret_hash: string;
  secret_generation: number;
  capabilities: string[];
  subject: string;
}

export type FindClient = (clientId: string) => Promise<ClientRecord | null>;

/**
 * Finds clients by their id, which tells where to look. One that is revoked, whose service account or tenant is
 * suspended, or that never was: null, all the same to the caller.
 */
export function createClients({ sql }: Database): FindClient {
  return async function find(clientId) {
    const place = parseClientId(clientId);
    if (place === null) return null;
    // The tenant's apps (db/tenant/apps) are looked for here too, once they can sign people in: in the same statement.
    const rows =
      "platform" in place
        ? await sql<Row[]>`
            select secret_hash, secret_generation, capabilities, client_id as subject
            from platform_credentials where client_id = ${clientId} and revoked_at is null`
        : await sql<Row[]>`
            select c.secret_hash, c.secret_generation, c.capabilities, c.service_account_id::text as subject
            from credentials c
            join users u on u.tenant_id = c.tenant_id and u.id = c.service_account_id and u.status = 'active'
            join tenants t on t.id = c.tenant_id and t.status = 'active'
            where c.tenant_id = ${place.tenantId} and c.client_id = ${clientId} and c.revoked_at is null`;
    const row = rows[0];
    if (!row) return null;
    return {
      clientId,
      tenantId: "platform" in place ? null : place.tenantId,
      subject: row.subject,
      secretHash: row.secret_hash,
      generation: row.secret_generation,
      capabilities: row.capabilities,
    };
  };
}
