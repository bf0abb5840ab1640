import { auditEvents, type FieldChange } from "@/db/tenant/journal";
import type { SeedDependencies } from "./apply";
import type { DemoGrant, DemoPerson } from "./demo";
import { insertRows } from "./demo-rows";
import { pick, type Random } from "./random";
import type { SeededTenant } from "./result";

const DAY = 86_400_000;
export const WEEKS = 6;
const EVENTS_PER_PERSON = 8;

type Changes = Record<string, FieldChange>;
interface Happening {
  at: Date;
  event: string;
  channels: readonly string[];
  subject: DemoPerson;
  changes: Changes;
}

const byAnyone = ["console", "management_api", "scim"] as const;
/** Channels of manual changes; the identity provider changes only the role that it governs. */
const byHand = ["console", "management_api"] as const;

/** Adds weeks of audit events in working hours, by people and programs of the organization. */
export async function addHistory(
  { database: { sql } }: SeedDependencies,
  dice: Random,
  tenant: SeededTenant,
  {
    people,
    grants,
    administrators,
  }: { people: DemoPerson[]; grants: DemoGrant[]; administrators: DemoPerson[] },
) {
  const machines = await sql<{ client_id: string; name: string; service_account_id: string }[]>`
    select client_id, name, service_account_id from credentials
    where tenant_id = ${tenant.tenantId} and capabilities @> '["ManageUsers", "ManageRoles"]' order by id`;
  const actorOf = (channel: string, subject: DemoPerson) => {
    if (channel === "management_api") {
      const { service_account_id, name, client_id } = pick(dice, machines);
      return { userId: Number(service_account_id), userEmail: null, actorLabel: name, clientId: client_id };
    }
    const nobody = { userId: null, userEmail: null, clientId: null };
    if (channel === "scim") return { ...nobody, actorLabel: "Identity provider" };
    if (channel === "system") return { ...nobody, actorLabel: "Castellan" };
    const { id, email, name } = channel === "account" ? subject : pick(dice, administrators);
    return { userId: id, userEmail: email, actorLabel: name, clientId: null };
  };

  const happened = [...whatLasts(dice, people, grants)];
  while (happened.length < people.length * EVENTS_PER_PERSON) happened.push(...whatPasses(dice, people));
  happened.sort((one, other) => one.at.getTime() - other.at.getTime());

  const rows = happened.map(({ at, event, channels, subject, changes }) => {
    const channel = pick(dice, channels);
    return {
      at,
      action: `${channel}.${event}`,
      target: `user:${subject.id}`,
      targetLabel: subject.email,
      ...actorOf(channel, subject),
      ip: channel === "system" ? null : address(dice),
      changes,
    };
  });
  await insertRows(sql, tenant.tenantId, auditEvents, rows);
}

/** Yields events with lasting effects: new people, suspensions, locks and grants. */
function* whatLasts(dice: Random, people: DemoPerson[], grants: DemoGrant[]): Iterable<Happening> {
  for (const subject of people) {
    if (subject.createdAt > started()) {
      const changes = { email: { from: null, to: subject.email }, name: { from: null, to: subject.name } };
      yield { at: subject.createdAt, event: "user_created", channels: byAnyone, subject, changes };
    }
    if (subject.suspended) {
      const changes = { status: { from: "active", to: "suspended" } };
      const channels = ["console", "scim"];
      yield { at: workingTime(dice, subject.createdAt), event: "user_suspended", channels, subject, changes };
    }
    if (subject.locked) {
      const changes = { lockedIndefinitely: { from: false, to: true } };
      const channels = ["console"];
      yield { at: workingTime(dice, subject.createdAt), event: "user_locked", channels, subject, changes };
    }
  }
  for (const { person: subject, role, at, provisioned } of grants) {
    const changes = { role: { from: null, to: role } };
    yield { at, event: "role_granted", channels: provisioned ? ["scim"] : byHand, subject, changes };
  }
}

/** Yields events without lasting effects: changes that were reverted within days, and changed details. */
function whatPasses(dice: Random, people: DemoPerson[]): Happening[] {
  const subject = pick(dice, people);
  const at = workingTime(dice, subject.createdAt);
  const undone = workingTime(dice, at, 3);
  const pair = (
    events: [string, string],
    channels: readonly string[],
    field: string,
    is: unknown,
    was: unknown,
  ) => [
    { at, event: events[0], channels, subject, changes: { [field]: { from: is, to: was } } },
    { at: undone, event: events[1], channels, subject, changes: { [field]: { from: was, to: is } } },
  ];
  const kind = dice();
  if (kind < 0.3)
    return pair(["role_granted", "role_revoked"], byHand, "role", null, pick(dice, passingRoles));
  if (kind < 0.4 && !subject.locked)
    return pair(["user_locked", "user_unlocked"], ["console"], "lockedIndefinitely", false, true);
  if (kind < 0.45 && !subject.suspended)
    return pair(["user_suspended", "user_reactivated"], ["console", "scim"], "status", "active", "suspended");
  if (kind < 0.7)
    return [
      {
        at,
        event: "password_changed",
        channels: ["account"],
        subject,
        changes: { password: { from: "(hidden)", to: "(hidden)" } },
      },
    ];
  const [given = "", ...family] = subject.name.split(" ");
  const changes = { name: { from: `${given.charAt(0)}. ${family.join(" ")}`, to: subject.name } };
  return [{ at, event: "user_updated", channels: byAnyone, subject, changes }];
}

/** Names of roles that are granted for a few days. */
const passingRoles = ["Production access", "On-call", "Invoice approver", "Support agent"];

export const started = () => new Date(Date.now() - WEEKS * 7 * DAY);

/** Returns a time of the last weeks after another one, on a working day between 7:00 and 19:00. */
export function workingTime(dice: Random, after: Date, withinDays = Infinity): Date {
  const now = Date.now();
  const from = Math.max(after.getTime(), started().getTime());
  const span = Math.min(now - from, withinDays * DAY);
  for (let attempt = 0; attempt < 50; attempt++) {
    const at = new Date(from + dice() * span);
    if (at.getUTCDay() % 6 === 0) continue;
    at.setUTCHours(7 + Math.floor(dice() * 12), Math.floor(dice() * 60), Math.floor(dice() * 60));
    if (at.getTime() > from && at.getTime() < now) return at;
  }
  // The period is too short to contain working hours.
  return new Date(from + dice() * span);
}

/** Returns an IP address of the ranges for documentation (RFC 5737, RFC 3849). */
function address(dice: Random): string {
  const prefix = pick(dice, ["192.0.2.", "198.51.100.", "203.0.113.", "2001:db8::"]);
  const host = 1 + Math.floor(dice() * 250);
  return prefix + (prefix.includes(":") ? host.toString(16) : host);
}
