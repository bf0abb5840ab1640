import type { appAuthorizations } from "@/db/tenant/app-access";
import { auditEvents } from "@/db/tenant/journal";
import type { devices, sessions } from "@/db/tenant/sessions";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import type { DemoPerson } from "./demo";
import type { Attempt } from "./demo-attempts";
import { insertRows, type NewRow } from "./demo-rows";
import { DAY, HOUR, MINUTE, type Scene } from "./demo-scene";
import type { Random } from "./random";

/** Returns the device of a browser's last sign-in. `approved` is true if an administrator approved it. */
export const deviceOf = (
  { person, at, ip, place, browser: { label, tokenHash, firstSeen } }: Attempt,
  approved: boolean,
): NewRow<typeof devices> => ({
  userId: person.id,
  tokenHash,
  label,
  status: "registered",
  ip,
  place,
  firstSeen,
  lastUsed: at,
  decidedAt: approved ? firstSeen : null,
});

const TRUSTED_DAYS = 30;

/** Returns the session of a successful attempt. */
export function sessionOf(dice: Random, attempt: Attempt, deviceId: number): NewRow<typeof sessions> {
  const { person, at, ip, country, place, userAgent } = attempt;
  const { methods, expiresAt, revokedAt, remembered } = attempt.session!;
  const revoked = revokedAt !== null && revokedAt < expiresAt;
  const end = Math.min(+(revoked ? revokedAt : expiresAt), Date.now());
  const isTrusted = methods.length > 1 && remembered && dice() < 0.6;
  return {
    userId: person.id,
    deviceId,
    methods,
    ip,
    country,
    place,
    userAgent,
    createdAt: at,
    expiresAt,
    revokedAt: revoked ? revokedAt : null,
    lastSeenAt: new Date(+at + dice() * (remembered ? end - +at : Math.min(6 * HOUR, end - +at))),
    isTrusted,
    ...(isTrusted && { trustedAt: at, trustExpiresAt: new Date(+at + TRUSTED_DAYS * DAY) }),
  };
}

const SCOPES = ["openid", "profile", "email", "offline_access"];
const TOKEN_MINUTES = 60;

/** Returns the app authorizations of successful sign-ins. People who are blocked now have none. */
export function authorizationsOf(
  succeeded: readonly Attempt[],
  sessionIdOf: (attempt: Attempt) => number | null,
  keptOut: ReadonlySet<DemoPerson>,
): NewRow<typeof appAuthorizations>[] {
  const grants = new Map<string, { first: Attempt; last: Attempt }>();
  for (const attempt of succeeded) {
    if (attempt.appId == null || keptOut.has(attempt.person)) continue;
    const key = `${attempt.person.id} ${attempt.appId}`;
    grants.set(key, { first: grants.get(key)?.first ?? attempt, last: attempt });
  }
  return [...grants.values()].map(({ first, last }) => {
    // The app renews its tokens during the session.
    const isLive = +last.session!.expiresAt > Date.now();
    const until = isLive ? Math.min(Date.now() - 5 * MINUTE, +last.at + 6 * HOUR) : +last.at;
    const lastTokenIssuedAt = new Date(Math.max(+last.at, until));
    return {
      userId: last.person.id,
      appId: last.appId!,
      sessionId: sessionIdOf(last),
      scopes: SCOPES,
      grantHash: hashSecret(newOpaqueToken()),
      authorizedAt: first.at,
      lastTokenIssuedAt,
      activeUntil: new Date(+lastTokenIssuedAt + TOKEN_MINUTES * MINUTE),
    };
  });
}

const events: Partial<Record<Attempt["outcome"], string>> = {
  succeeded: "signed_in",
  failed: "sign_in_failed",
  refused: "sign_in_refused",
};

/** Records the attempts in the audit log. */
export async function recordInAudit(
  { deps: { database }, tenant }: Pick<Scene, "deps" | "tenant">,
  attempts: readonly Attempt[],
) {
  const rows = attempts.flatMap(({ person, at, outcome, ip, appId }) => {
    const event = events[outcome];
    if (event === undefined) return [];
    return {
      at,
      action: `account.${event}`,
      target: `user:${person.id}`,
      targetLabel: person.name,
      userId: person.id,
      userEmail: person.email,
      actorLabel: person.name,
      ip,
      appId,
    };
  });
  await insertRows(database.sql, tenant.tenantId, auditEvents, rows);
}
