import { randomBytes, randomUUID } from "node:crypto";
import { appAuthorizations } from "@/db/tenant/app-access";
import { credentialUsage, scimTokenUsage } from "@/db/tenant/credentials";
import { auditEvents } from "@/db/tenant/journal";
import { provisioningLog } from "@/db/tenant/provisioning";
import { devices, sessions } from "@/db/tenant/sessions";
import { factors as factorTable, signIns } from "@/db/tenant/sign-ins";
import { beginTotp } from "@/server/domain/factors/kinds/totp";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import { provisioningRefusals } from "@/server/domain/provisioning/people";
import {
  ago,
  DAY,
  type DemoPerson,
  HOUR,
  insertRows,
  isGone,
  MINUTE,
  type NewRow,
  type Scene,
  started,
} from "./demo-scene";
import type { DemoApps } from "./demo-apps";
import { type Attempt, attemptsOfAll, type Factors, type LastSeen } from "./demo-sign-ins";
import { newPassword, pick, type Random } from "./random";

/*
 * Rows that no operation makes: traces of sign-ins and requests, passwords and factors of people who never enrolled.
 */

/**
 * Gives most people a password and a share of them an authenticator app or a passkey. The password is the same unknown one
 * for all. Some people have only a passkey. People who need a second factor have one. The owner has none, so that
 * users of the demo can sign in as the owner.
 */
export async function addFactors(
  { past, dice, tenant: { tenantId }, people }: Scene,
  mustHave: readonly DemoPerson[],
): Promise<Factors> {
  const { ports, database, config } = past;
  const factors: Factors = new Map();
  const rows: NewRow<typeof factorTable>[] = [];
  for (const person of people) {
    const hasPassword = dice() > 0.05;
    const second = new Set<"totp" | "webauthn">();
    if (dice() < 0.42 || mustHave.includes(person)) second.add("totp");
    if (!hasPassword || dice() < 0.15) second.add("webauthn");
    factors.set(person, { second, hasPassword, passwordWeak: hasPassword && dice() < 0.05 });
    for (const kind of second) {
      const createdAt = new Date(+person.createdAt + dice() * Math.max(+started() - +person.createdAt, 0));
      rows.push({
        userId: person.id,
        kind,
        createdAt,
        verifiedAt: createdAt,
        ...(kind === "totp"
          ? { secretSealed: beginTotp(ports.vault, person.email, "Acme").sealed, data: { lastStep: 0 } }
          : {
              label: pick(dice, ["Laptop", "iPhone", "Security key", "Work phone"]),
              ...passkey(new URL(config.BASE_URL).hostname),
            }),
      });
    }
  }
  await insertRows(database.sql, tenantId, factorTable, rows);
  const idsOf = (has: "hasPassword" | "passwordWeak") =>
    people.filter((person) => factors.get(person)![has]).map(({ id }) => id);
  await database.sql`
    update users set password_hash = ${await ports.passwords.hash(newPassword())},
      password_weak = id = any(${idsOf("passwordWeak")}),
      password_changed_at = greatest(created_at, now() - make_interval(days => (id % 200)::int))
    where tenant_id = ${tenantId} and id = any(${idsOf("hasPassword")})`;
  return factors;
}

/** Returns the stored form of a passkey without a real authenticator. */
const passkey = (rpId: string) => ({
  externalKey: randomBytes(32).toString("base64url"),
  data: {
    rpId,
    publicKey: randomBytes(77).toString("base64url"),
    counter: 0,
    transports: ["internal", "hybrid"],
    backedUp: true,
    aaguid: randomUUID(),
    userHandle: randomBytes(32).toString("base64url"),
  },
});

/**
 * Records sign-ins of the last weeks with their devices, sessions and app authorizations. Returns the last one of each
 * person who can still sign in.
 */
export async function addSignIns(scene: Scene, apps: DemoApps, factors: Factors): Promise<LastSeen> {
  const {
    past,
    dice,
    tenant: { tenantId },
  } = scene;
  const { sql } = past.database;
  const attempts = attemptsOfAll(scene, apps, factors);
  const succeeded = attempts.filter(({ session }) => session);
  // The last sign-in of each browser.
  const used = new Map(succeeded.map((attempt) => [attempt.browser, attempt]));
  const deviceIds = await insertRows(
    sql,
    tenantId,
    devices,
    [...used.values()].map(({ person, at, ip, place, browser }) => ({
      userId: person.id,
      tokenHash: browser.tokenHash,
      label: browser.label,
      status: "registered" as const,
      ip,
      place,
      firstSeen: browser.firstSeen,
      lastUsed: at,
      decidedAt: apps.tagged.contractor.includes(person) ? browser.firstSeen : null,
    })),
  );
  const deviceOf = new Map([...used.keys()].map((browser, index) => [browser, deviceIds[index]!]));
  const ids = await insertRows(
    sql,
    tenantId,
    sessions,
    succeeded.map((attempt) => sessionOf(dice, attempt, deviceOf.get(attempt.browser)!)),
  );
  const sessionIds = new Map(succeeded.map((attempt, index) => [attempt, ids[index]!]));
  await insertRows(
    sql,
    tenantId,
    signIns,
    attempts.map((attempt) => {
      const { person: _person, spot: _spot, browser, session, ...row } = attempt;
      return {
        ...row,
        ...(session && { deviceId: deviceOf.get(browser)!, sessionId: sessionIds.get(attempt)! }),
      };
    }),
  );
  await insertRows(sql, tenantId, appAuthorizations, authorizationsOf(succeeded, sessionIds));
  await recordInAudit(scene, attempts);
  await sql`
    update users set last_sign_in_at = (select max(at) from sign_ins s
      where s.tenant_id = users.tenant_id and s.user_id = users.id and s.outcome = 'succeeded')
    where tenant_id = ${tenantId} and kind = 'person'`;
  await sql`
    update factors set last_used_at = (select max(s.at) from sign_ins s
      where s.tenant_id = factors.tenant_id and s.user_id = factors.user_id and s.outcome = 'succeeded'
        and (s.method = 'webauthn') = (factors.kind = 'webauthn'))
    where tenant_id = ${tenantId}`;
  return new Map(
    succeeded.filter(({ person }) => !isGone(person)).map((attempt) => [attempt.person, attempt]),
  );
}

/** Returns the session of a successful attempt. */
function sessionOf(dice: Random, attempt: Attempt, deviceId: number): NewRow<typeof sessions> {
  const { person, at, ip, country, place, userAgent } = attempt;
  const { methods, expiresAt, revokedAt, remembered } = attempt.session!;
  const revoked = revokedAt !== null && revokedAt < expiresAt ? revokedAt : null;
  const end = Math.min(+(revoked ?? expiresAt), Date.now());
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
    revokedAt: revoked,
    lastSeenAt: new Date(+at + dice() * Math.min(remembered ? Infinity : 6 * HOUR, end - +at)),
    isTrusted,
    ...(isTrusted && { trustedAt: at, trustExpiresAt: new Date(+at + 30 * DAY) }),
  };
}

/** Returns the app authorizations of successful sign-ins. People who are suspended or locked have none. */
function authorizationsOf(
  succeeded: readonly Attempt[],
  sessionIds: ReadonlyMap<Attempt, number>,
): NewRow<typeof appAuthorizations>[] {
  const grants = new Map<string, { first: Attempt; last: Attempt }>();
  for (const attempt of succeeded) {
    if (attempt.appId == null || isGone(attempt.person)) continue;
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
      sessionId: sessionIds.get(last)!,
      scopes: ["openid", "profile", "email", "offline_access"],
      grantHash: hashSecret(newOpaqueToken()),
      authorizedAt: first.at,
      lastTokenIssuedAt,
      activeUntil: new Date(+lastTokenIssuedAt + HOUR),
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
  { past, tenant }: Scene,
  attempts: readonly Pick<Attempt, "person" | "at" | "outcome" | "ip" | "appId">[],
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
  await insertRows(past.database.sql, tenant.tenantId, auditEvents, rows);
}

/** Records the requests for the identity provider's changes of the last two weeks, and its regular reads. */
export async function addProvisioning({ past, dice, tenant: { tenantId, governedRoleId } }: Scene) {
  const { sql } = past.database;
  const [token] = await past.stores.tenant(tenantId).read((tx) => tx.scimTokens.list({ limit: 1 }));
  const tokenId = token!.id;
  const done = await sql<{ at: string; event: string; target: string; label: string }[]>`
    select at::text as at, split_part(action, '.', 2) as event, target, target_label as label from audit_events
    where tenant_id = ${tenantId} and action like 'scim.%' and at > ${ago(14 * DAY).toISOString()}`;
  const millis = () => 9 + Math.floor(dice() * 40);
  const rows: NewRow<typeof provisioningLog>[] = done.map(({ at, event, target, label }) => ({
    at: new Date(at),
    outcome: "succeeded",
    durationMs: millis(),
    ...(event === "user_created"
      ? { method: "POST", path: "/Users", status: 201, about: label, target }
      : event.startsWith("role_")
        ? {
            method: "PATCH",
            path: `/Groups/${governedRoleId}`,
            status: 204,
            about: "Staff",
            target: `role:${governedRoleId}`,
          }
        : { method: "PATCH", path: `/Users/${target.split(":")[1]}`, status: 200, about: label, target }),
  }));
  for (let at = +ago(14 * DAY) + dice() * HOUR; at < Date.now(); at += 6 * HOUR)
    rows.push({
      at: new Date(at),
      method: "GET",
      outcome: "succeeded",
      status: 200,
      durationMs: millis(),
      path: "/Users?startIndex=1&count=100",
    });
  const refused = { method: "POST", path: "/Users", outcome: "refused", status: 409 } as const;
  const detail = provisioningRefusals.user_name_in_use().reason;
  for (let count = 0; count < 5; count++)
    rows.push({
      ...refused,
      at: ago(dice() * 14 * DAY),
      about: pick(dice, done)?.label ?? null,
      detail,
      durationMs: millis(),
    });
  // The log is ordered by its rows.
  rows.sort((one, other) => +one.at - +other.at);
  await insertRows(
    sql,
    tenantId,
    provisioningLog,
    rows.map((row) => ({ ...row, tokenId })),
  );
  // The provider has an id of its own for the group.
  await sql`update roles set external_id = 'grp-staff' where tenant_id = ${tenantId} and id = ${governedRoleId}`;
  await sql`update scim_tokens set last_used_at = ${rows.at(-1)!.at.toISOString()} where tenant_id = ${tenantId} and id = ${tokenId}`;
}

/** Number of requests of each credential on a working day and on a day of the weekend. */
const usual: Record<string, [weekday: number, weekend: number]> = {
  "Back office": [140, 4],
  "Payroll sync": [320, 320],
  "SIEM export": [288, 288],
  "Help desk": [75, 0],
};

/** Adds the usage of the credentials and the SCIM token in the last month, by day. */
export async function addUsage({ past, dice, tenant: { tenantId } }: Scene) {
  const { sql } = past.database;
  const held = await past.stores.tenant(tenantId).read((tx) => tx.credentials.list({}));
  const rows = held.flatMap(({ id: credentialId, name }) =>
    Array.from({ length: 30 }, (_, daysAgo) => {
      const at = ago(daysAgo * DAY);
      const [weekday, weekend] = usual[name]!;
      // Today is not complete.
      const passed = daysAgo === 0 ? (Date.now() % DAY) / DAY : 1;
      const most = at.getUTCDay() % 6 === 0 ? weekend : weekday;
      const requests = Math.round(most * passed * (0.8 + dice() * 0.4));
      const refused = Math.floor(requests * dice() * 0.02);
      return { credentialId, day: at.toISOString().slice(0, 10), requests, refused, limited: 0, failed: 0 };
    }).filter(({ requests }) => requests > 0),
  );
  await insertRows(sql, tenantId, credentialUsage, rows);
  await sql`update credentials set last_used_at = ${ago((2 + dice() * 150) * MINUTE).toISOString()} where tenant_id = ${tenantId}`;
  const logged = await sql<{ tokenId: number; day: string; requests: number; refused: number }[]>`
    select token_id::int as "tokenId", to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as requests,
      (count(*) filter (where outcome = 'refused'))::int as refused
    from provisioning_log where tenant_id = ${tenantId} group by 1, 2`;
  await insertRows(
    sql,
    tenantId,
    scimTokenUsage,
    logged.map((row) => ({ ...row, limited: 0, failed: 0 })),
  );
}
