import { Provider, type KoaContextWithOIDC } from "oidc-provider";
import { hashSecret } from "../../kernel/http/client-id";
import type { Database } from "../../store/database";
import { appClient, type ClientRow } from "./clients";
import { mayOpenText, subjectColumns, subjectOf, type Subject, type SubjectRow } from "../sessions/people";
import { asJwt } from "./api-tokens";
import { GRACE_SECONDS } from "./refresh-grace";

/*
 * Reads a token or code together with the records that the request needs next: the grant while it is valid, its user, the
 * administrator who acts as the user, the browser session and the client. One statement instead of five. All records are of one
 * moment. They are kept for one request only, so a revocation applies to the next request on every instance.
 */

type Context = KoaContextWithOIDC;

/** Row of oidc_payloads. */
export interface PayloadRow {
  payload: Record<string, unknown>;
  consumed: number | null;
}

/** Grant of a token while it is valid, with its user. */
interface GrantOfToken extends SubjectRow {
  payload: Record<string, unknown>;
  tenant_id: string;
  app_id: string;
  actor_user_id: string | null;
  is_person: boolean;
}

interface GatheredRow extends PayloadRow {
  model: string;
  /** True within the grace after the use; null if the row was never used. */
  is_repeatable: boolean | null;
  grant_id: string | null;
  session_uid: string | null;
  granted: GrantOfToken | null;
  may_open: boolean | null;
  session: Record<string, unknown> | null;
  client_id: string | null;
  client: ClientRow | null;
}

/** Records that a request has read beside its token. */
interface Beside {
  grantId: string;
  granted: GrantOfToken;
  mayOpen: boolean | null;
  clientId: string | null;
  client: ClientRow | null;
}

/** Models that this module reads. */
const gathered = new Set(["AccessToken", "RefreshToken", "AuthorizationCode", "DeviceCode"]);

/** Introspection and revocation try both kinds. */
const bothKinds = ["AccessToken", "RefreshToken"];

/** Returns the expression for the tenant that a client id names. */
export const tenantOfClient = (column: string) => `substring(${column} from '^t([0-9]+)_')::bigint`;

/**
 * Returns the tables and the condition of a valid grant in the row `grant`: the tenant's record of it, the user and the tenant must be
 * active. A grant that an administrator got by acting as the user is valid as long as that session.
 */
export const standing = (grant: string) => ({
  tables: `app_authorizations held
    join users who on who.tenant_id = held.tenant_id and who.id = held.user_id and who.status = 'active'
    join tenants place on place.id = held.tenant_id and place.status = 'active'
    left join sessions acting on acting.tenant_id = held.tenant_id and acting.id = held.session_id and acting.actor_user_id is not null`,
  condition: `held.tenant_id = ${tenantOfClient(`${grant}.client_id`)} and held.grant_hash = ${grant}.id_hash
    and held.revoked_at is null and (acting.id is null or acting.expires_at > now())`,
});

function statementOf({ withClient }: { withClient: boolean }): string {
  const { tables, condition } = standing("grant_row");
  const opens = mayOpenText({ tenantId: "allowed.tenant_id", appId: "allowed.app_id", userId: "allowed.id" });
  const client = `select to_jsonb(asking) from (${appClient(tenantOfClient("kept.client_id"), "kept.client_id")}) asking`;
  return `
    select kept.model, kept.payload, extract(epoch from kept.consumed_at)::int as consumed, kept.grant_id, kept.client_id,
      kept.consumed_at > now() - interval '${GRACE_SECONDS} seconds' as is_repeatable,
      case when allowed.id is not null then to_jsonb(allowed) end as granted, browser.uid as session_uid, browser.payload as session,
      case when kept.model <> 'AccessToken' and allowed.id is not null then ${opens} end as may_open,
      ${withClient ? `(${client})` : "null::jsonb"} as client
    from oidc_payloads kept
    left join lateral (
      select grant_row.payload, held.tenant_id, held.app_id, acting.actor_user_id, who.kind = 'person' as is_person, ${subjectColumns("who")}
      from oidc_payloads grant_row, ${tables}
      where grant_row.model = 'Grant' and grant_row.id_hash = encode(sha256(convert_to(kept.grant_id, 'UTF8')), 'hex')
        and (grant_row.expires_at is null or grant_row.expires_at > now()) and ${condition}
    ) allowed on true
    left join lateral (
      select found.payload, found.uid from oidc_payloads found
      where found.model = 'Session' and found.uid = kept.payload->>'sessionUid' and kept.payload->>'expiresWithSession' = 'true'
        and (found.expires_at is null or found.expires_at > now()) limit 1
    ) browser on true
    where kept.model = any($1::text[]) and kept.id_hash = $2 and (kept.expires_at is null or kept.expires_at > now())`;
}

const statements = {
  plain: statementOf({ withClient: false }),
  withClient: statementOf({ withClient: true }),
};

/** Records of one request. A payload is given out once: the library changes its objects, and reads again after a change. */
class RequestReads {
  readonly asked = new Map<string, Promise<GatheredRow[]>>();
  readonly payloads = new Map<string, PayloadRow>();
  beside: Beside | null = null;

  keep(row: GatheredRow) {
    if (row.session !== null)
      this.payloads.set(`Session ${row.session_uid}`, { payload: row.session, consumed: null });
    if (row.granted === null || row.grant_id === null) return;
    this.payloads.set(`Grant ${hashSecret(row.grant_id)}`, { payload: row.granted.payload, consumed: null });
    this.beside = {
      grantId: row.grant_id,
      granted: row.granted,
      mayOpen: row.may_open,
      clientId: row.client_id,
      client: row.client,
    };
  }
}

const requests = new WeakMap<Context, RequestReads>();

/** Returns true if this module reads rows of the model within a request of the protocol. */
export const gathers = (model: string): boolean => gathered.has(model) && Provider.ctx?.oidc !== undefined;

/** Reads a token or code with the records beside it. Returns undefined if there is none. */
export async function gatherToken(
  { sql }: Pick<Database, "sql">,
  model: string,
  id: string,
): Promise<PayloadRow | undefined> {
  // A JWT is found by its `jti`, so no row has it as its id.
  if (model === "RefreshToken" && asJwt(id) !== null) return undefined;
  const ctx = Provider.ctx!;
  const reads = requests.get(ctx) ?? new RequestReads();
  requests.set(ctx, reads);
  const { route, client } = ctx.oidc;
  const models =
    bothKinds.includes(model) && (route === "introspection" || route === "revocation") ? bothKinds : [model];
  const idHash = hashSecret(id);
  const key = `${models.join()} ${idHash}`;
  let asking = reads.asked.get(key);
  if (!asking) {
    const text = client === undefined ? statements.withClient : statements.plain;
    asking = sql.unsafe<GatheredRow[]>(text, [`{${models.join()}}`, idHash], { prepare: true }).execute();
    reads.asked.set(key, asking);
  } else reads.asked.delete(key);
  const row = (await asking).find((each) => each.model === model);
  if (!row) return undefined;
  reads.keep(row);
  // The library refuses a used token before it writes. Within the grace, the write decides (token-writes.ts).
  const mayRepeat = model === "RefreshToken" && route === "token" && row.is_repeatable === true;
  return mayRepeat ? { ...row, consumed: null } : row;
}

/** Returns the valid grant with this hash, or the browser session with this uid, if this request has read it. Removes it. */
export function takeGathered(model: "Grant" | "Session", key: string): PayloadRow | undefined {
  const payloads = Provider.ctx && requests.get(Provider.ctx)?.payloads;
  const row = payloads?.get(`${model} ${key}`);
  payloads?.delete(`${model} ${key}`);
  return row;
}

/** Returns the row of the client of this request's token, if this request has read it. */
export function gatheredClient(ctx: Context | undefined, clientId: string): ClientRow | null {
  const beside = ctx && requests.get(ctx)?.beside;
  return beside?.clientId === clientId ? beside.client : null;
}

/** Returns the user of this request's token, if this request has read the user. */
export function gatheredPerson(ctx: Context, tenantId: number, accountId: string): Subject | null {
  const granted = requests.get(ctx)?.beside?.granted;
  if (!granted?.is_person || Number(granted.tenant_id) !== tenantId || String(granted.id) !== accountId)
    return null;
  return subjectOf(granted);
}

/** Returns true if the user of this request's token may open the app. Returns null if this request has not read it. */
export function gatheredAccess(
  ctx: Context,
  { tenantId, appId, userId }: Record<"tenantId" | "appId" | "userId", number>,
) {
  const beside = requests.get(ctx)?.beside;
  if (!beside) return null;
  const { granted, mayOpen: answer } = beside;
  const isSame =
    Number(granted.tenant_id) === tenantId &&
    Number(granted.app_id) === appId &&
    Number(granted.id) === userId;
  return isSame ? answer : null;
}

/**
 * Returns the administrator who got the grant by acting as its user (null if the user gave it), if this request has read the
 * grant. Otherwise returns undefined.
 */
export function gatheredActor(ctx: Context, grantId: string): number | null | undefined {
  const beside = requests.get(ctx)?.beside;
  if (beside?.grantId !== grantId) return undefined;
  const { actor_user_id: actor } = beside.granted;
  return actor === null ? null : Number(actor);
}
