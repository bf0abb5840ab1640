import { and, eq, isNull, sql } from "drizzle-orm";
import { errors, Provider, type Adapter, type AdapterFactory, type AdapterPayload } from "oidc-provider";
import type { PendingQuery, Row } from "postgres";
import { oidcPayloads } from "@/db/platform/sign-in";
import { hashSecret, parseClientId } from "../../kernel/http/client-id";
import type { Ports } from "../../kernel/operation/ports";
import { builderOver, type Database } from "../../store/database";
import { createRowBudget, type RowBudget } from "../row-budget";

/** Payload of a row. `sealedId` is the encrypted id. Only rows that can be found by another key have it. */
interface Stored extends AdapterPayload {
  sealedId?: string;
  /** Custom domain at which the row was created; absent for the installation's own host. */
  domain?: string;
}

/**
 * Returns the client id of an interaction while its row exists. Returns null if there is no row, or if it was
 * created at another host.
 */
export async function clientOfInteraction(
  { sql: connection }: Pick<Database, "sql">,
  uid: string,
  domain: string | null,
): Promise<string | null> {
  const [row] = await connection<{ client: string | null }[]>`
    select payload -> 'params' ->> 'client_id' as client from oidc_payloads
    where model = 'Interaction' and id_hash = ${hashSecret(uid)} and payload ->> 'domain' is not distinct from ${domain}`;
  return row?.client ?? null;
}

/** Error text of the library for a used refresh token. Also thrown here if two requests use one token at the same time. */
export const TOKEN_REUSED = "refresh token already used";

/** Models whose ids are tokens of users. */
const tokens = new Set(["AccessToken", "RefreshToken"]);

/** Returns true if a request without a signed-in user and without client authentication created this row. */
function isAnonymous(model: string, { accountId, result, session }: AdapterPayload): boolean {
  if (model === "Session") return accountId === undefined;
  if (model === "Interaction") return !result?.login && !(session as { accountId?: string })?.accountId;
  return model === "PushedAuthorizationRequest" && Provider.ctx?.oidc.client?.clientAuthMethod === "none";
}

/** Models whose rows anonymous requests can create. */
const anonymousModels = new Set(["Session", "Interaction", "PushedAuthorizationRequest"]);

/** Returns the organization of the app that the row names; null if it names none. */
function tenantOf({ clientId, params }: AdapterPayload): number | null {
  const named = clientId ?? params?.["client_id"];
  const place = typeof named === "string" ? parseClientId(named) : null;
  return place && "tenantId" in place ? place.tenantId : null;
}

/**
 * Creates the storage adapter of oidc-provider on the table oidc_payloads. Ids are secrets of the client (codes, tokens,
 * cookies), so only their SHA-256 is stored. The id of a row that is found by another key is stored encrypted. Clients are stored
 * elsewhere: see clients.ts.
 *
 * Each host is its own issuer: a row of one host (`domain`; null for the installation's own) is invisible at another. A code, a
 * token or a session is therefore valid only at the host that issued it. `budget` limits the rows of anonymous requests.
 */
export function createAdapterFactory(
  { sql: connection }: Database,
  vault: Ports["vault"],
  domain: string | null = null,
  budget: RowBudget = createRowBudget(),
): AdapterFactory {
  const db = builderOver(connection);
  const t = oidcPayloads;
  // A grant that an administrator got by acting as the user is valid as long as that session.
  const standing = connection`exists (
    select 1 from app_authorizations held
    join users who on who.tenant_id = held.tenant_id and who.id = held.user_id and who.status = 'active'
    join tenants place on place.id = held.tenant_id and place.status = 'active'
    left join sessions acting on acting.tenant_id = held.tenant_id and acting.id = held.session_id and acting.actor_user_id is not null
    where held.tenant_id = substring(kept.client_id from '^t([0-9]+)_')::bigint and held.grant_hash = kept.id_hash
      and held.revoked_at is null and (acting.id is null or acting.expires_at > now()))`;

  /**
   * Records the last token and its expiry for the list of connected apps, and marks the session of the token as used. Writes to
   * the session at most as often as last-seen.ts.
   */
  const noteToken = (grantId: string, expiresAt: Date | null) => connection`
    with noted as (
      update app_authorizations held set last_token_issued_at = now(),
        active_until = greatest(held.active_until, ${expiresAt?.toISOString() ?? null}::timestamptz)
      from oidc_payloads given
      where given.model = 'Grant' and given.id_hash = ${hashSecret(grantId)}
        and held.tenant_id = substring(given.client_id from '^t([0-9]+)_')::bigint and held.grant_hash = given.id_hash
      returning held.tenant_id, held.session_id)
    update sessions used set last_seen_at = now() from noted
    where used.tenant_id = noted.tenant_id and used.id = noted.session_id and used.revoked_at is null
      and used.last_seen_at < now() - interval '5 minutes'`;

  const endAuthorization = (grantId: string) => connection`
    update app_authorizations held set revoked_at = now(), revoked_reason = 'revoked by the protocol'
    from oidc_payloads given
    where given.model = 'Grant' and given.id_hash = ${hashSecret(grantId)} and held.revoked_at is null
      and held.tenant_id = substring(given.client_id from '^t([0-9]+)_')::bigint and held.grant_hash = given.id_hash`;

  /**
   * Ends the grant of a code or token. This ends every token that was or is being issued under it. If several calls run at once,
   * only one returns true.
   */
  async function endGrantOf(model: string, id: string): Promise<boolean> {
    const [row] = await db
      .select({ grantId: t.grantId })
      .from(t)
      .where(and(eq(t.model, model), eq(t.idHash, hashSecret(id))));
    if (!row?.grantId) return false;
    await endAuthorization(row.grantId);
    const isGrant = and(eq(t.model, "Grant"), eq(t.idHash, hashSecret(row.grantId)));
    return (await db.delete(t).where(isGrant).returning({ model: t.model })).length > 0;
  }

  /** Counts a row of an anonymous request. Deletes the oldest rows if there are too many. */
  async function bound(model: string, idHash: string, payload: AdapterPayload, expiresAt: Date | null) {
    const key = `${model} ${idHash}`;
    if (expiresAt === null || !isAnonymous(model, payload)) return budget.settle(key);
    const ip = Provider.ctx?.req.socket.remoteAddress ?? null;
    const row = { key, ip, tenantId: tenantOf(payload), expiresAt: +expiresAt };
    for (const evicted of budget.add(row)) {
      const [of = "", hash = ""] = evicted.split(" ");
      await db.delete(t).where(and(eq(t.model, of), eq(t.idHash, hash)));
    }
  }

  return (model): Adapter => {
    const ofId = (id: string) => and(eq(t.model, model), eq(t.idHash, hashSecret(id)));

    /**
     * Returns the row with this condition. Built without drizzle for speed, because every request of the protocol looks up
     * several rows.
     */
    async function one(where: PendingQuery<Row[]>, id: string | null) {
      const [row] = await connection<{ payload: Stored; consumed: number | null }[]>`
        select kept.payload, extract(epoch from kept.consumed_at)::int as consumed from oidc_payloads kept
        where kept.model = ${model} and ${where} and (kept.expires_at is null or kept.expires_at > now()) limit 1`;
      if (!row) return undefined;
      const { sealedId, domain: madeAt = null, ...payload } = row.payload;
      if (madeAt !== domain) return undefined;
      const jti = id ?? (sealedId === undefined ? undefined : vault.decrypt(sealedId));
      return {
        ...payload,
        ...(jti !== undefined && { jti }),
        ...(row.consumed !== null && { consumed: row.consumed }),
      };
    }

    return {
      upsert: async (id, { jti: _jti, ...payload }, expiresIn) => {
        const elsewhere = payload.uid !== undefined || payload.userCode !== undefined;
        const values = {
          payload: {
            ...payload,
            ...(elsewhere && { sealedId: vault.encrypt(id) }),
            ...(domain !== null && { domain }),
          },
          clientId: payload.clientId ?? null,
          accountId: payload.accountId ?? null,
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          userCode: payload.userCode ?? null,
          expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
        };
        const insert = db.insert(t).values({ model, idHash: hashSecret(id), ...values });
        if (model === "ReplayDetection") {
          // The library has already searched for the proof. This insert decides between two concurrent requests with the same
          // proof (RFC 9449 §11.1).
          const kept = await insert.onConflictDoNothing().returning({ model: t.model });
          if (kept.length === 0) throw new errors.InvalidDpopProof("DPoP proof JWT Replay detected");
          return;
        }
        await insert.onConflictDoUpdate({ target: [t.model, t.idHash], set: values });
        if (anonymousModels.has(model)) await bound(model, hashSecret(id), payload, values.expiresAt);
        if (tokens.has(model) && values.grantId !== null) await noteToken(values.grantId, values.expiresAt);
      },
      // A grant is valid as long as the tenant's record of the grant, the user and the tenant are. If one of them ends, every
      // code and token under the grant ends at once, on every instance.
      find: (id) => {
        const ofThis = connection`kept.id_hash = ${hashSecret(id)}`;
        return one(model === "Grant" ? connection`${ofThis} and ${standing}` : ofThis, id);
      },
      findByUid: (uid) => one(connection`kept.uid = ${uid}`, null),
      findByUserCode: (userCode) => one(connection`kept.user_code = ${userCode}`, null),
      consume: async (id) => {
        const consumed = await db
          .update(t)
          .set({ consumedAt: sql`now()` })
          .where(and(ofId(id), isNull(t.consumedAt)))
          .returning({ model: t.model });
        if (consumed.length > 0) return;
        // If two requests use the same code or refresh token at once, one succeeds. The other one ends the grant, like a later
        // reuse (RFC 6749 §4.1.2, RFC 9700 §4.14.2).
        const ended = await endGrantOf(model, id);
        throw new errors.InvalidGrant(model === "RefreshToken" && ended ? TOKEN_REUSED : "already consumed");
      },
      destroy: async (id) => {
        if (model === "Grant") await endAuthorization(id);
        if (anonymousModels.has(model)) budget.settle(`${model} ${hashSecret(id)}`);
        await db.delete(t).where(ofId(id));
      },
      revokeByGrantId: async (grantId) =>
        void (await db.delete(t).where(and(eq(t.model, model), eq(t.grantId, grantId)))),
    };
  };
}
