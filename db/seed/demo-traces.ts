import { hashSecret, newOpaqueToken } from "@/server/kernel/client-id";
import type { WriteTx } from "@/server/kernel/store";
import type { DemoPerson } from "./demo";
import type { Attempt } from "./demo-attempts";
import type { DemoBrowser } from "./demo-habits";
import { HOUR, MINUTE, type Scene } from "./demo-scene";

type Rows<Table extends "devices" | "appAuthorizations"> = Parameters<WriteTx[Table]["insertAll"]>[0];

const succeeded = (attempts: readonly Attempt[]) => attempts.filter(({ session }) => session);

/** The browsers that people signed in with; those of the people whose tag asks for it were approved in their time. */
export function devicesOf(attempts: readonly Attempt[], approved: ReadonlySet<DemoPerson>): Rows<"devices"> {
  const last = new Map<DemoBrowser, Attempt>();
  for (const attempt of succeeded(attempts)) last.set(attempt.browser, attempt);
  return [...last].map(([{ label, tokenHash, firstSeen }, { person, at, ip, place }]) => ({
    ...{ userId: person.id, tokenHash, label, status: "registered", ip, place },
    ...{ firstSeen, lastUsed: at },
    ...(approved.has(person) && { decidedAt: firstSeen }),
  }));
}

const SCOPES = ["openid", "profile", "email", "offline_access"];
const TOKEN_MINUTES = 60;

/** What apps were authorized to by those who signed in to them; nothing of it is left of those who are kept out now. */
export function authorizationsOf(
  attempts: readonly Attempt[],
  sessionOf: (attempt: Attempt) => number | null,
  keptOut: ReadonlySet<DemoPerson>,
): Rows<"appAuthorizations"> {
  const grants = new Map<string, { first: Attempt; last: Attempt }>();
  for (const attempt of succeeded(attempts)) {
    if (attempt.appId == null || keptOut.has(attempt.person)) continue;
    const key = `${attempt.person.id} ${attempt.appId}`;
    grants.set(key, { first: grants.get(key)?.first ?? attempt, last: attempt });
  }
  return [...grants.values()].map(({ first, last }) => {
    const sessionId = sessionOf(last);
    // While the session lasts, the app has its tokens renewed.
    const until = sessionId === null ? +last.at : Math.min(Date.now() - 5 * MINUTE, +last.at + 6 * HOUR);
    const lastTokenIssuedAt = new Date(Math.max(+last.at, until));
    return {
      ...{ userId: last.person.id, appId: last.appId!, sessionId, scopes: SCOPES },
      grantHash: hashSecret(newOpaqueToken()),
      ...{ authorizedAt: first.at, lastTokenIssuedAt },
      activeUntil: new Date(+lastTokenIssuedAt + TOKEN_MINUTES * MINUTE),
    };
  });
}

const events: Partial<Record<Attempt["outcome"], string>> = {
  succeeded: "signed_in",
  failed: "sign_in_failed",
  refused: "sign_in_refused",
};
const BATCH = 400;

/** The attempts as the audit log tells of them. */
export async function recordInAudit(
  { deps: { database }, tenant }: Pick<Scene, "deps" | "tenant">,
  attempts: readonly Attempt[],
) {
  const { sql } = database;
  const rows = attempts.flatMap(({ person, at, outcome, ip, appId }) => {
    const event = events[outcome];
    if (event === undefined) return [];
    return {
      ...{ tenant_id: tenant.tenantId, at: at.toISOString(), action: `account.${event}` },
      ...{ target: `user:${person.id}`, target_label: person.name },
      ...{ user_id: person.id, user_email: person.email, actor_label: person.name },
      ...{ ip: ip ?? null, app_id: appId ?? null },
    };
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await sql`insert into audit_events ${sql(rows.slice(from, from + BATCH))}`;
}
