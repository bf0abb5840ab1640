import { errors, type KoaContextWithOIDC } from "oidc-provider";
import type { ClientRecord } from "./clients";
import type { People } from "../sessions/people";
import type { OidcSession } from "./sessions";

/*
 * Reads of the user and the session of a request to the authorization endpoint. Each is read once for a request.
 */

type Context = KoaContextWithOIDC;
/** Result of a completed sign-in, beside the fields of the protocol. */
type LoginResult = { accountId: string; tenantSession?: number } | undefined;

export interface SessionDeps {
  people: People;
  /** Returns the stored record of a client of this provider. */
  recordOf: (client: object | undefined) => ClientRecord;
}

export const sessionOf = (ctx: Context) => ctx.oidc.session as OidcSession;

/** Returns the record of the request's app with its organization. Throws `unauthorized_client` for any other client. */
export function appOf(deps: Pick<SessionDeps, "recordOf">, ctx: Context) {
  const record = deps.recordOf(ctx.oidc.client);
  if (record.app === null || record.tenantId === null)
    throw new errors.UnauthorizedClient("this client does not sign people in");
  return { ...record, tenantId: record.tenantId, app: record.app };
}

const standings = new WeakMap<Context, ReturnType<People["standing"]>>();
const entries = new WeakMap<Context, { of: string; read: ReturnType<People["entry"]> }>();

/**
 * Returns the user of this request's session with the state of the session and the access to the app. Reads them once for each
 * request.
 */
export function entryOf({ people, recordOf }: SessionDeps, ctx: Context, accountId: string) {
  const { tenantId, app } = recordOf(ctx.oidc.client);
  if (tenantId === null) return Promise.resolve(null);
  const sessionId = loginOf(ctx)?.tenantSession ?? sessionOf(ctx).tenantSession;
  const of = `${accountId} ${sessionId}`;
  const known = entries.get(ctx);
  if (known?.of === of) return known.read;
  const read = people.entry(tenantId, accountId, sessionId, app?.appId);
  entries.set(ctx, { of, read });
  return read;
}

const loginOf = (ctx: Context) => ctx.oidc.result?.login as LoginResult;

/**
 * Returns the state of this request's session, with the administrator who acts in it. Returns null if the session has ended.
 * Reads the state once for each request.
 */
export function standingOf(deps: SessionDeps, ctx: Context) {
  const known = standings.get(ctx);
  if (known) return known;
  const asking = askStanding(deps, ctx);
  standings.set(ctx, asking);
  return asking;
}

async function askStanding({ people, recordOf }: SessionDeps, ctx: Context) {
  const session = sessionOf(ctx);
  const { tenantId } = recordOf(ctx.oidc.client);
  if (tenantId === null || !session.accountId) return null;
  const before = session.tenantSession;
  const now = loginOf(ctx)?.tenantSession ?? before;
  if (now !== before) {
    // Moves the grants to the new session, because tokens must end with a listed session. Clears the grants if they cannot move,
    // e.g. after a session in which an administrator acted as the user.
    const goesOn = await people.replaceSession(tenantId, session.accountId, { before, now: now! });
    if (!goesOn) session.authorizations = {};
    session.tenantSession = now!;
  }
  const standing = (await entryOf({ people, recordOf }, ctx, session.accountId))?.standing ?? null;
  if (standing?.acting) withoutConsent(ctx);
  return standing;
}

/**
 * Removes `consent` from the prompts while an administrator acts as the user, because the administrator must not consent in the
 * user's place.
 */
function withoutConsent({ oidc }: Context) {
  const left = [...oidc.prompts].filter((name) => name !== "consent").join(" ");
  if (oidc.params) oidc.params["prompt"] = left || undefined;
}
