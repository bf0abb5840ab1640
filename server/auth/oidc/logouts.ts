import { SignJWT } from "jose";
import { newOpaqueToken } from "../../kernel/client-id";
import type { Database } from "../../store/database";
import { SIGNING_ALGORITHM, type KeyRing } from "./keys";

/** A sign-in that an app wants to know the end of. */
export interface ExpectedLogout {
  tenantId: number;
  appId: number;
  sessionId: number;
  /** The claims that the app knows the person and the session by. */
  subject: string;
  sid: string;
  /** The custom domain that they signed in at, which is the issuer that the app knows; null: the installation's own. */
  issuer: string | null;
}

/** OpenID Connect Back-Channel Logout 1.0 §2.4 */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** How long a logout token can be used; the specification recommends at most two minutes. */
const TOKEN_SECONDS = 120;

/**
 * What apps are told of sessions' ends. A notice is written when an app gets someone signed in; the worker (server/outbox/logouts.ts)
 * sends it when the session has ended, however that came about.
 */
export function createLogouts({ sql }: Database, keys: KeyRing, ownIssuer: string) {
  return {
    /** Notes that this app is to be told when this session ends. */
    expect: async ({ tenantId, appId, sessionId, subject, sid, issuer }: ExpectedLogout): Promise<void> => {
      await sql`insert into logout_notices (tenant_id, app_id, session_id, subject, sid, issuer)
        values (${tenantId}, ${appId}, ${sessionId}, ${subject}, ${sid}, ${issuer})
        on conflict (tenant_id, app_id, sid) do update set session_id = excluded.session_id, subject = excluded.subject`;
    },

    /** The person has signed out of this app: it is told now. */
    due: async ({
      tenantId,
      appId,
      sid,
    }: Pick<ExpectedLogout, "tenantId" | "appId" | "sid">): Promise<void> => {
      await sql`update logout_notices set next_attempt_at = now()
        where tenant_id = ${tenantId} and app_id = ${appId} and sid = ${sid} and next_attempt_at is null`;
    },

    /** A logout token (§2.4) for the app of this client id, valid for two minutes. */
    token: ({
      clientId,
      subject,
      sid,
      issuer,
    }: { clientId: string } & Pick<ExpectedLogout, "subject" | "sid" | "issuer">) => {
      const { active } = keys.current();
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({ events: { [EVENT]: {} }, sid })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: "logout+jwt", kid: active.kid })
        .setIssuer(issuer ?? ownIssuer)
        .setAudience(clientId)
        .setSubject(subject)
        .setJti(newOpaqueToken())
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_SECONDS)
        .sign(active.privateKey);
    },
  };
}

export type Logouts = ReturnType<typeof createLogouts>;
