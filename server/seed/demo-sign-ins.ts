import type { PgTable } from "drizzle-orm/pg-core";
import { appAuthorizations } from "@/db/tenant/app-access";
import { devices, sessions } from "@/db/tenant/sessions";
import { signIns } from "@/db/tenant/sign-ins";
import type { DemoPerson } from "./demo";
import type { DemoApps } from "./demo-apps";
import { attemptsOf, type Attempt, type Subject } from "./demo-attempts";
import type { HeldFactors } from "./demo-factors";
import { habitOf } from "./demo-habits";
import { insertRows, type NewRow } from "./demo-rows";
import type { Scene } from "./demo-scene";
import { authorizationsOf, deviceOf, recordInAudit, sessionOf } from "./demo-traces";

const none: ReadonlySet<"totp" | "webauthn"> = new Set();
const SESSION_HOURS = 12;
const FINANCE_HOURS = 8;

/** Returns all attempts of the last weeks in the order of time, except the owner's. */
export async function attemptsOfAll(
  scene: Scene,
  { apps, tagged }: DemoApps,
  factors: HeldFactors,
): Promise<Attempt[]> {
  const { dice, people } = scene;
  const { passwords, isAway, signedOutAfter } = await factsOf(scene);
  const attempts: Attempt[] = [];
  for (const person of people) {
    const isContractor = tagged.contractor.includes(person);
    const inFinance = tagged.finance.includes(person);
    const subject: Subject = {
      person,
      habit: habitOf(dice, person, isContractor),
      factors: factors.get(person.id) ?? none,
      hasPassword: passwords.has(person.id),
      passwordWeak: passwords.get(person.id) === true,
      apps: apps
        .filter(({ users }) => users.includes(person))
        .map(({ appId, name }) => ({
          appId,
          inOfficeOnly: name === "Ledger",
          takesCodes: name === "Partner portal",
        })),
      sessionHours: inFinance ? FINANCE_HOURS : SESSION_HOURS,
      mayRemember: !inFinance,
      neverOnWeekends: isContractor,
      isAway: (at) => isAway(person.id, at),
      signedOutAfter: (at) => signedOutAfter(person.id, at),
    };
    attempts.push(...attemptsOf(dice, subject));
  }
  return attempts.sort((one, other) => +one.at - +other.at);
}

/**
 * Returns the people with a password, with weak ones marked, and the periods of suspensions and locks from
 * the audit log.
 */
async function factsOf({ deps, tenant }: Scene) {
  const { sql } = deps.database;
  const passwords = await sql<{ id: string; weak: boolean }[]>`
    select id, password_weak as weak from users
    where tenant_id = ${tenant.tenantId} and password_hash is not null`;
  const events: { target: string; event: string; at: string }[] = await sql`
    select target, split_part(action, '.', 2) as event, at::text as at from audit_events
    where tenant_id = ${tenant.tenantId}
      and action ~ '[.]user_(suspended|reactivated|locked|unlocked)$' order by at, id`;
  const byTarget = new Map<string, typeof events>();
  for (const event of events) byTarget.set(event.target, [...(byTarget.get(event.target) ?? []), event]);
  const eventsOf = (userId: number) => byTarget.get(`user:${userId}`) ?? [];
  const signedOutAfter = (userId: number, at: Date) => {
    const ended = eventsOf(userId).find(
      (then) => (then.event === "user_suspended" || then.event === "user_locked") && new Date(then.at) > at,
    );
    return ended === undefined ? null : new Date(ended.at);
  };
  const isAway = (userId: number, at: Date) => {
    let [suspended, locked] = [false, false];
    for (const { event, at: when } of eventsOf(userId)) {
      if (new Date(when) > at) break;
      if (event === "user_suspended" || event === "user_reactivated") suspended = event === "user_suspended";
      else locked = event === "user_locked";
    }
    return suspended || locked;
  };
  return {
    passwords: new Map(passwords.map(({ id, weak }) => [Number(id), weak])),
    isAway,
    signedOutAfter,
  };
}

/** Stores the attempts with their devices, sessions, app authorizations and records. */
export async function recordAttempts(
  { deps, dice, tenant, people }: Scene,
  attempts: readonly Attempt[],
  waitFor: readonly DemoPerson[],
) {
  const add = <T extends PgTable>(table: T, rows: NewRow<T>[]) =>
    insertRows(deps.database.sql, tenant.tenantId, table, rows);
  const succeeded = attempts.filter(({ session }) => session);
  const used = [...new Map(succeeded.map((attempt) => [attempt.browser, attempt])).values()];
  const deviceIds = await add(
    devices,
    used.map((attempt) => deviceOf(attempt, waitFor.includes(attempt.person))),
  );
  const deviceOfBrowser = new Map(used.map(({ browser }, index) => [browser, deviceIds[index]!]));
  const deviceId = ({ browser }: Attempt) => deviceOfBrowser.get(browser)!;
  const sessionIds = await add(
    sessions,
    succeeded.map((attempt) => sessionOf(dice, attempt, deviceId(attempt))),
  );
  const sessionOfAttempt = new Map(succeeded.map((attempt, index) => [attempt, sessionIds[index]!]));
  const sessionId = (attempt: Attempt) => sessionOfAttempt.get(attempt) ?? null;
  await add(
    signIns,
    attempts.map((attempt) => {
      const { person: _person, browser: _browser, session, ...row } = attempt;
      return { ...row, ...(session && { deviceId: deviceId(attempt), sessionId: sessionId(attempt) }) };
    }),
  );
  const away = new Set(people.filter(({ suspended, locked }) => suspended || locked));
  await add(appAuthorizations, authorizationsOf(succeeded, sessionId, away));
  await recordInAudit({ deps, tenant }, attempts);
  await deps.database.sql`
    update users set last_sign_in_at = latest.at
    from (select user_id, max(at) as at from sign_ins
      where tenant_id = ${tenant.tenantId} and outcome = 'succeeded' group by user_id) latest
    where tenant_id = ${tenant.tenantId} and users.id = latest.user_id`;
  await deps.database.sql`
    update factors set last_used_at = (select max(s.at) from sign_ins s
      where s.tenant_id = factors.tenant_id and s.user_id = factors.user_id and s.outcome = 'succeeded'
        and (s.method = 'webauthn') = (factors.kind = 'webauthn'))
    where tenant_id = ${tenant.tenantId}`;
}
