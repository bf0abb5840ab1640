import type { FieldChange } from "@/db/tenant/journal";
import type { SeedDependencies } from "./apply";
import type { DemoPerson } from "./demo";
import { demoRoles } from "./names";
import { pick, type Random } from "./random";
import type { SeededTenant } from "./result";

const DAY = 86_400_000;
const WEEKS = 6;
const BATCH = 400;

/** What happens in an organization, and how often beside the rest. */
const happenings: [event: string, weight: number, channels: string[]][] = [
  ["role_granted", 34, ["console", "management_api", "scim"]],
  ["role_revoked", 14, ["console", "management_api", "scim"]],
  ["user_created", 12, ["console", "management_api", "scim"]],
  ["user_updated", 18, ["console", "management_api", "scim"]],
  ["user_locked", 4, ["console", "system"]],
  ["user_unlocked", 4, ["console"]],
  ["user_suspended", 3, ["console", "scim"]],
  ["user_reactivated", 2, ["console", "scim"]],
  ["password_changed", 9, ["account"]],
];

/** Weeks of audit events, in working hours, by people and machines of the organization. */
export async function addHistory(
  { database }: SeedDependencies,
  dice: Random,
  tenant: SeededTenant,
  people: DemoPerson[],
) {
  const { sql } = database;
  const administrators = [
    { id: tenant.owner.userId, name: "Olivia Hart", email: tenant.owner.email },
    ...people.slice(0, 2),
  ];
  const machines = await sql<{ client_id: string; name: string; service_account_id: string }[]>`
    select client_id, name, service_account_id from credentials where tenant_id = ${tenant.tenantId} order by id`;
  const weights = happenings.reduce((sum, [, weight]) => sum + weight, 0);

  const rows = Array.from({ length: people.length * 8 }, () => {
    let at = dice() * weights;
    const [event, , channels] = happenings.find(([, weight]) => (at -= weight) < 0) ?? happenings[0]!;
    const channel = pick(dice, channels);
    const subject = pick(dice, people);
    const machine = pick(dice, machines);
    const person = channel === "account" ? subject : pick(dice, administrators);
    const acts =
      channel === "management_api"
        ? {
            user_id: Number(machine.service_account_id),
            user_email: null,
            actor_label: machine.name,
            client_id: machine.client_id,
          }
        : channel === "scim"
          ? { user_id: null, user_email: null, actor_label: "Identity provider", client_id: null }
          : channel === "system"
            ? { user_id: null, user_email: null, actor_label: "Castellan", client_id: null }
            : { user_id: person.id, user_email: person.email, actor_label: person.name, client_id: null };
    const changes = changesOf(dice, event, subject);
    return {
      tenant_id: tenant.tenantId,
      at: workingTime(dice).toISOString(),
      action: `${channel}.${event}`,
      target: `user:${subject.id}`,
      target_label: subject.email,
      ...acts,
      ip:
        channel === "system"
          ? null
          : pick(dice, ["192.0.2.", "198.51.100.", "203.0.113."]) + Math.floor(1 + dice() * 250),
      changes: changes && JSON.stringify(changes),
    };
  }).sort((a, b) => a.at.localeCompare(b.at));

  for (let from = 0; from < rows.length; from += BATCH) {
    await sql`insert into audit_events ${sql(rows.slice(from, from + BATCH) as never[])}`;
  }
}

/** A moment of the last weeks, on a working day between seven and seven. */
function workingTime(dice: Random): Date {
  for (;;) {
    const at = new Date(Date.now() - dice() * WEEKS * 7 * DAY);
    if (at.getUTCDay() % 6 !== 0)
      at.setUTCHours(7 + Math.floor(dice() * 12), Math.floor(dice() * 60), Math.floor(dice() * 60));
    else continue;
    if (at < new Date()) return at;
  }
}

function changesOf(dice: Random, event: string, subject: DemoPerson): Record<string, FieldChange> | null {
  const [role] = pick(dice, demoRoles);
  const [given = "", ...family] = subject.name.split(" ");
  switch (event) {
    case "role_granted":
      return { role: { from: null, to: role } };
    case "role_revoked":
      return { role: { from: role, to: null } };
    case "user_created":
      return { email: { from: null, to: subject.email }, name: { from: null, to: subject.name } };
    case "user_updated":
      return { name: { from: `${given.charAt(0)}. ${family.join(" ")}`, to: subject.name } };
    case "user_locked":
      return { locked: { from: false, to: true } };
    case "user_unlocked":
      return { locked: { from: true, to: false } };
    case "user_suspended":
      return { status: { from: "active", to: "suspended" } };
    case "user_reactivated":
      return { status: { from: "suspended", to: "active" } };
    default:
      return { password: { from: "(hidden)", to: "(hidden)" } };
  }
}
