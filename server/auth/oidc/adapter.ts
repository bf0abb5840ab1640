import { and, eq, isNull, sql } from "drizzle-orm";
import {
  errors,
  Provider,
  type Adapter,
  type AdapterFactory,
  type AdapterPayload,
  type KoaContextWithOIDC,
} from "oidc-provider";
import type { PendingQuery, Row } from "postgres";
import { oidcPayloads } from "@/db/platform/sign-in";
import { hashSecret, parseClientId } from "../../kernel/http/client-id";
import type { Ports } from "../../kernel/operation/ports";
import { builderOver, type Database } from "../../store/database";
import { takeAssertion } from "./client-keys";
import { createRowBudget, type RowBudget } from "../limits/row-budget";
import { gathers, gatherToken, standing, takeGathered, type PayloadRow } from "./token-reads";
import { collectFrom, collectToken, writeCollected, seenAgain } from "./token-writes";
import { isDeepStrictEqual } from "node:util";

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

/** Columns of a row that the library writes. */
type Values = Required<
  Pick<
    typeof oidcPayloads.$inferInsert,
    "payload" | "clientId" | "accountId" | "grantId" | "uid" | "userCode" | "expiresAt"
  >
>;

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
  const { tables, condition } = standing("kept");
  const isStanding = connection.unsafe(`exists (select 1 from ${tables} where ${condition})`);
  const markSeen = connection.unsafe(seenAgain("noted"));

  /** Records the last token and its expiry for the list of connected apps, and marks the session of the token as used. */
  const noteToken = (grantId: string, expiresAt: Date | null) => connection`
    with noted as (
      update app_authorizations held set last_token_issued_at = now(),
        active_until = greatest(held.active_until, ${expiresAt?.toISOString() ?? null}::timestamptz)
      from oidc_payloads given
      where given.model = 'Grant' and given.id_hash = ${hashSecret(grantId)}
        and held.tenant_id = substring(given.client_id from '^t([0-9]+)_')::bigint and held.grant_hash = given.id_hash
      returning held.tenant_id, held.session_id)
    ${markSeen}`;

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

  /** Records the use of a code or token. Returns false if it was used before. */
  async function use(model: string, id: string): Promise<boolean> {
    const consumed = await db
      .update(t)
      .set({ consumedAt: sql`now()` })
      .where(and(eq(t.model, model), eq(t.idHash, hashSecret(id)), isNull(t.consumedAt)))
      .returning({ model: t.model });
    return consumed.length > 0;
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
      const [row] = await connection<PayloadRow[]>`
        select kept.payload, extract(epoch from kept.consumed_at)::int as consumed from oidc_payloads kept
        where kept.model = ${model} and ${where} and (kept.expires_at is null or kept.expires_at > now()) limit 1`;
      return opened(row, id);
    }

    /** Returns the payload of a row for the library. Returns undefined if another host created the row. */
    function opened(row: PayloadRow | undefined, id: string | null) {
      if (!row) return undefined;
      const { sealedId, domain: madeAt = null, ...payload } = row.payload as Stored;
      if (madeAt !== domain) return undefined;
      const jti = id ?? (sealedId === undefined ? undefined : vault.decrypt(sealedId));
      if (model === "Session" && jti !== undefined) noteRead(hashSecret(jti), payload);
      return {
        ...payload,
        ...(jti !== undefined && { jti }),
        ...(row.consumed !== null && { consumed: row.consumed }),
      };
    }

    function valuesOf(id: string, payload: AdapterPayload, expiresIn: number | undefined): Values {
      const { clientId = null, accountId = null, grantId = null, uid = null, userCode = null } = payload;
      const elsewhere = uid !== null || userCode !== null;
      return {
        payload: {
          ...payload,
          ...(elsewhere && { sealedId: vault.encrypt(id) }),
          ...(domain !== null && { domain }),
        },
        clientId,
        accountId,
        grantId,
        uid,
        userCode,
        expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      };
    }

    /** Ends the grant of a code or refresh token that two requests used at once, and throws the error of the later request. */
    async function refuseReuse(id: string, of = model): Promise<never> {
      // Ends the grant like a later reuse (RFC 6749 §4.1.2, RFC 9700 §4.14.2).
      const ended = await endGrantOf(of, id);
      throw new errors.InvalidGrant(of === "RefreshToken" && ended ? TOKEN_REUSED : "already consumed");
    }

    /** Adds a token to the writes of this request, and writes them with the last token. Returns false if the request collects none. */
    async function isCollected(idHash: string, row: Values): Promise<boolean> {
      const { payload, clientId, accountId, grantId, expiresAt } = row;
      const columns = {
        client_id: clientId,
        account_id: accountId,
        grant_id: grantId,
        expires_at: expiresAt,
      };
      const collected = collectToken({ model, id_hash: idHash, payload, ...columns });
      if (!collected) return false;
      const { complete, writes } = collected;
      if (complete && !(await writeCollected(connection, writes))) await refuseReuse(writes.id, writes.model);
      return true;
    }

    /**
     * Replaces a row that exists. A result belongs to an interaction that exists: without this check, a slow step would restore an
     * interaction that another step has completed.
     */
    async function replace(id: string, values: Values): Promise<void> {
      const kept = await db.update(t).set(values).where(ofId(id)).returning({ model: t.model });
      if (kept.length === 0) throw new errors.SessionNotFound("interaction session not found");
    }

    return {
      upsert: async (id, { jti: _jti, ...payload }, expiresIn) => {
        const values = valuesOf(id, payload, expiresIn);
        const idHash = hashSecret(id);
        if (model === "Session" && isUnchanged(idHash, payload, expiresIn)) return;
        if (tokens.has(model) && (await isCollected(idHash, values))) return;
        const insert = db.insert(t).values({ model, idHash, ...values });
        if (model === "ReplayDetection") {
          // The library has already searched for the JWT. This insert decides between two concurrent requests with the same
          // DPoP proof (RFC 9449 §11.1) or client assertion (RFC 7523 §3).
          const isAssertion = takeAssertion(Provider.ctx);
          const kept = await insert.onConflictDoNothing().returning({ model: t.model });
          if (kept.length > 0) return;
          throw isAssertion
            ? new errors.InvalidClientAuth("client assertion tokens must only be used once")
            : new errors.InvalidDpopProof("DPoP proof JWT Replay detected");
        }
        if (model === "Interaction" && payload.result !== undefined) await replace(id, values);
        else await insert.onConflictDoUpdate({ target: [t.model, t.idHash], set: values });
        if (anonymousModels.has(model)) await bound(model, idHash, payload, values.expiresAt);
        if (tokens.has(model) && values.grantId !== null) await noteToken(values.grantId, values.expiresAt);
      },
      // A grant is valid as long as the tenant's record of the grant, the user and the tenant are. If one of them ends, every
      // code and token under the grant ends at once, on every instance.
      find: async (id) => {
        if (gathers(model)) return opened(await gatherToken({ sql: connection }, model, id), id);
        const idHash = hashSecret(id);
        const ofThis = connection`kept.id_hash = ${idHash}`;
        if (model !== "Grant") return one(ofThis, id);
        const known = takeGathered("Grant", idHash);
        return known ? opened(known, id) : one(connection`${ofThis} and ${isStanding}`, id);
      },
      findByUid: async (uid) => {
        const known = model === "Session" ? takeGathered("Session", uid) : undefined;
        return known ? opened(known, null) : one(connection`kept.uid = ${uid}`, null);
      },
      findByUserCode: (userCode) => one(connection`kept.user_code = ${userCode}`, null),
      consume: async (id) => {
        // The token endpoint records the use together with the new tokens.
        if (!collectFrom(model, id) && !(await use(model, id))) await refuseReuse(id);
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

/*
 * The library writes the browser's session at the end of every request, to extend its lifetime. A session that a request has not
 * changed is not written again while its stored end differs by less than a hundredth of the lifetime.
 */

/** Sessions as this request has read them, as JSON by the digest of their id. The library changes its own objects. */
const reads = new WeakMap<KoaContextWithOIDC, Map<string, string>>();

/** Notes the stored payload of a session. */
function noteRead(idHash: string, payload: object): void {
  const ctx = Provider.ctx;
  if (!ctx) return;
  const ofRequest = reads.get(ctx) ?? new Map<string, string>();
  ofRequest.set(idHash, JSON.stringify(payload));
  reads.set(ctx, ofRequest);
}

/** Returns true if the session need not be written. `expiresIn` is the new lifetime in seconds. */
function isUnchanged(idHash: string, payload: AdapterPayload, expiresIn: number | undefined): boolean {
  const read = Provider.ctx && reads.get(Provider.ctx)?.get(idHash);
  if (read === undefined || expiresIn === undefined) return false;
  const { exp: storedEnd = 0, ...stored } = JSON.parse(read) as AdapterPayload;
  // As JSON, because the library leaves undefined fields in the payload.
  const { exp: end = 0, ...written } = JSON.parse(JSON.stringify(payload)) as AdapterPayload;
  return end - storedEnd < expiresIn / 100 && end >= storedEnd && isDeepStrictEqual(stored, written);
}
