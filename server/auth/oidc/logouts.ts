import { SignJWT } from "jose";
import { newOpaqueToken } from "../../kernel/http/client-id";
import type { Database } from "../../store/database";
import type { SigningAlgorithm } from "../../kernel/signing-keys";
import type { KeyRing } from "./keys";

/** A sign-in whose end must be reported to an app. */
export interface ExpectedLogout {
  tenantId: number;
  appId: number;
  sessionId: number;
  /** The claims that identify the user and the session to the app. */
  subject: string;
  sid: string;
  /** Issuer of a sign-in at a custom domain; null for the installation's own issuer. */
  issuer: string | null;
}

/** Contents of a logout token. The app verifies it like its ID tokens (Back-Channel Logout 1.0 §2.6). */
type LogoutToken = Pick<ExpectedLogout, "subject" | "sid" | "issuer"> & {
  clientId: string;
  /** The app's algorithm. */
  algorithm: SigningAlgorithm;
};

/** Event in a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Lifetime of a logout token in seconds. The specification recommends at most two minutes. */
const TOKEN_SECONDS = 120;

/**
 * Creates the notices of back-channel logout. A notice is stored when a user signs in to an app. The worker
 * (server/outbox/logouts.ts) sends it after the session has ended for any reason.
 */
export function createLogouts({ sql }: Database, keys: KeyRing, ownIssuer: string) {
  return {
    /** Stores the notice that this app gets when this session ends. */
    expect: async ({ tenantId, appId, sessionId, subject, sid, issuer }: ExpectedLogout): Promise<void> => {
      await sql`insert into logout_notices (tenant_id, app_id, session_id, subject, sid, issuer)
        values (${tenantId}, ${appId}, ${sessionId}, ${subject}, ${sid}, ${issuer})
        on conflict (tenant_id, app_id, sid) do update set session_id = excluded.session_id, subject = excluded.subject`;
    },

    /** Makes the notice due now, because the user has signed out of this app. */
    due: async ({
      tenantId,
      appId,
      sid,
    }: Pick<ExpectedLogout, "tenantId" | "appId" | "sid">): Promise<void> => {
      await sql`update logout_notices set next_attempt_at = now()
        where tenant_id = ${tenantId} and app_id = ${appId} and sid = ${sid} and next_attempt_at is null`;
    },

    /** Returns a logout token (§2.4) for the app with this client id, valid for two minutes. */
    token: async ({ clientId, algorithm, subject, sid, issuer }: LogoutToken) => {
      const key = (await keys.fresh()).signing[algorithm];
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({ events: { [EVENT]: {} }, sid })
        .setProtectedHeader({ alg: algorithm, typ: "logout+jwt", kid: key.kid })
        .setIssuer(issuer ?? ownIssuer)
        .setAudience(clientId)
        .setSubject(subject)
        .setJti(newOpaqueToken())
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_SECONDS)
        .sign(key.privateKey);
    },
  };
}

export type Logouts = ReturnType<typeof createLogouts>;
