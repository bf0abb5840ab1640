import { errors, Provider, type Adapter, type KoaContextWithOIDC } from "oidc-provider";
import { hashSecret, parseClientId } from "../../kernel/http/client-id";
import type { Database } from "../../store/database";
import { GRACE_SECONDS, MOST_REPEATS } from "./refresh-grace";

/**
 * Returns the statement that marks the session of noted authorizations as used. `noted` is a table of their tenant_id and session_id.
 * Writes at most as often as `noteSeen` of console-session.ts.
 */
export const seenAgain = (noted: string) => `
    update sessions used_session set last_seen_at = now() from ${noted}
    where used_session.tenant_id = ${noted}.tenant_id and used_session.id = ${noted}.session_id and used_session.revoked_at is null
      and used_session.last_seen_at < now() - interval '5 minutes'`;

/*
 * Writes of one request to the token endpoint: the use of the code or refresh token, the new tokens, and the record of them for the
 * list of connected apps. The library writes them one by one. Here they are collected and written by one statement, so that either
 * all of them are stored or none.
 */

type Context = KoaContextWithOIDC;

/** Row of a new token. */
export interface NewToken {
  model: string;
  id_hash: string;
  payload: object;
  client_id: string | null;
  account_id: string | null;
  grant_id: string | null;
  expires_at: Date | null;
}

interface Collected {
  /** The used code or refresh token. */
  model: string;
  id: string;
  added: NewToken[];
}

type Sql = Database["sql"];

/** Models whose use begins the collection. */
const usable = new Set(["AuthorizationCode", "DeviceCode", "RefreshToken"]);

const collections = new WeakMap<Context, Collected>();

/** Begins to collect the writes of this request, if it exchanges the code or refresh token. Otherwise returns false. */
export function collectFrom(model: string, id: string): boolean {
  const ctx = Provider.ctx;
  if (!usable.has(model) || ctx?.oidc?.route !== "token" || collections.has(ctx)) return false;
  collections.set(ctx, { model, id, added: [] });
  return true;
}

/** Returns true if the library issues a refresh token for this client. */
export const issuesRefreshToken = (client: { grantTypeAllowed: (type: string) => boolean }) =>
  client.grantTypeAllowed("refresh_token");

/**
 * Adds a token to the writes of this request. Returns null if this request collects none. `complete` is true if this token is the last
 * one: at a refresh the access token, and at the exchange of a code the refresh token, if the client gets one.
 */
export function collectToken(token: NewToken): { complete: boolean; writes: Collected } | null {
  const ctx = Provider.ctx;
  const writes = ctx && collections.get(ctx);
  if (!ctx || !writes) return null;
  writes.added.push(token);
  const last =
    writes.model !== "RefreshToken" && issuesRefreshToken(ctx.oidc.client!) ? "RefreshToken" : "AccessToken";
  const complete = token.model === last;
  if (complete) collections.delete(ctx);
  return { complete, writes };
}

/** Returns the statement that adds the tokens if the given update changes the code or refresh token. */
const statementAfter = (update: string) => `
  with used as (${update} returning 1),
  added as (
    insert into oidc_payloads (model, id_hash, payload, client_id, account_id, grant_id, expires_at)
    select n.model, n.id_hash, n.payload, n.client_id, n.account_id, n.grant_id, n.expires_at
    from used, jsonb_to_recordset($3::text::jsonb) as n(model text, id_hash text, payload jsonb, client_id text, account_id text,
      grant_id text, expires_at timestamptz)),
  noted as (
    update app_authorizations held set last_token_issued_at = now(), active_until = greatest(held.active_until, $4::timestamptz)
    from used where held.tenant_id = $5::bigint and held.grant_hash = $6 returning held.tenant_id, held.session_id),
  seen as (${seenAgain("noted")} returning 1)
  select 1 as used from used`;

const firstUse = statementAfter(
  "update oidc_payloads set consumed_at = now() where model = $1 and id_hash = $2 and consumed_at is null",
);

/** Counts a repeated use of a refresh token within the grace, while the successor ($7) is unused. */
const repeatedUse = statementAfter(`
  update oidc_payloads before
  set payload = before.payload || jsonb_build_object('repeats', coalesce((before.payload->>'repeats')::int, 0) + 1)
  from oidc_payloads successor
  where before.model = $1 and before.id_hash = $2 and before.consumed_at > now() - interval '${GRACE_SECONDS} seconds'
    and coalesce((before.payload->>'repeats')::int, 0) < ${MOST_REPEATS}
    and successor.model = $1 and successor.id_hash = $7 and successor.consumed_at is null`);

/**
 * Writes the collected tokens. If the code or refresh token has been used meanwhile, writes nothing and returns false, unless the grace
 * permits the repeated use of the refresh token. Its successor exists then, and only the access token is added.
 */
export async function writeCollected(sql: Sql, writes: Collected): Promise<boolean> {
  if (await write(sql, firstUse, writes)) return true;
  const successor = writes.added.find(({ model }) => model === "RefreshToken");
  if (writes.model !== "RefreshToken" || !successor) return false;
  const added = writes.added.filter((token) => token !== successor);
  return write(sql, repeatedUse, { ...writes, added }, [successor.id_hash]);
}

async function write(sql: Sql, statement: string, { model, id, added }: Collected, also: string[] = []) {
  const [token] = added;
  const place = parseClientId(token?.client_id ?? "");
  const tenantId = place && "tenantId" in place ? place.tenantId : null;
  const latest = Math.max(...added.map(({ expires_at }) => +(expires_at ?? 0)));
  const rows = await sql.unsafe(
    statement,
    [
      model,
      hashSecret(id),
      JSON.stringify(added),
      new Date(latest).toISOString(),
      tenantId,
      token?.grant_id ? hashSecret(token.grant_id) : null,
      ...also,
    ],
    { prepare: true },
  );
  return rows.length > 0;
}

/**
 * Ends the collection of a request that failed. A code is used up, so that it works for one attempt only. A refresh token stays usable,
 * because its client has received no other one.
 */
export function settleFailed(provider: Provider) {
  return async function settle(ctx: Context, next: () => Promise<void>) {
    await next();
    const writes = collections.get(ctx);
    if (!writes) return;
    if (ctx.status < 400) throw new Error("the tokens of a successful answer were not stored");
    if (writes.model === "RefreshToken") return;
    // The collection stays, so that the adapter records this use at once.
    const { adapter } = provider[writes.model as "AuthorizationCode"] as unknown as { adapter: Adapter };
    try {
      await adapter.consume(writes.id);
    } catch (error) {
      // Another request has used the code. The grant has ended.
      if (!(error instanceof errors.InvalidGrant)) throw error;
    }
  };
}
