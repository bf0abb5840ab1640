import type * as z from "zod";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { createExecute } from "@/server/kernel/operation/execute";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import type { SeedDependencies } from "./apply";
import type { DemoPerson } from "./demo";
import { started } from "./history";
import type { Random } from "./random";
import type { SeededTenant } from "./result";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The shared input of the demo's parts: one organization, its people and its administrators. */
export interface Scene {
  deps: SeedDependencies;
  dice: Random;
  tenant: SeededTenant;
  people: DemoPerson[];
  /** The owner first. */
  administrators: DemoPerson[];
  past: Past;
}

/** Runs an operation with a past time for its data and its record. */
export type Past = <In extends AnyObject, Out extends z.ZodType>(
  at: Date,
  actor: TenantActor,
  operation: Operation<In, Out>,
  input: z.input<In>,
) => Promise<z.output<Out>>;

/**
 * Returns a function that runs past operations of one tenant. Run them one after the other, because each changes the
 * time of the last record.
 */
export const pastOf =
  ({ stores, ports, database: { sql } }: SeedDependencies, tenantId: number): Past =>
  async (at, actor, operation, input) => {
    const output = await createExecute(stores, { ...ports, clock: () => at })(actor, operation, input);
    await sql`update audit_events set at = ${at.toISOString()}
      where id = (select max(id) from audit_events where tenant_id = ${tenantId})`;
    return output;
  };

/** Tables with a creation time, and the event that records the creation. */
const recorded = [
  ["apps", "app", "app_created"],
  ["tags", "tag", "tag_created"],
  ["access_rules", "rule", "access_rule_created"],
] as const;

/**
 * Sets the creation time of records from the past to the time of their audit events, for columns that the database
 * sets.
 */
export async function dateByRecords({ sql }: SeedDependencies["database"], tenantId: number) {
  for (const [table, kind, event] of recorded)
    await sql`update ${sql(table)} made set created_at = e.at from audit_events e
      where made.tenant_id = ${tenantId} and e.tenant_id = made.tenant_id
        and e.target = ${`${kind}:`} || made.id and e.action = ${`console.${event}`}`;
  for (const [table, event] of [
    ["app_guests", "app_access_user_granted"],
    ["app_tags", "app_access_tag_granted"],
  ] as const)
    await sql`update ${sql(table)} made set added_at = e.at from audit_events e
      where made.tenant_id = ${tenantId} and e.tenant_id = made.tenant_id
        and e.target = 'app:' || made.app_id and e.action = ${`console.${event}`}`;
  // The service account was created with its app.
  await sql`update users set created_at = apps.created_at from apps
    where users.tenant_id = ${tenantId} and apps.tenant_id = users.tenant_id and apps.service_account_id = users.id`;
}

/** Returns the time this many milliseconds ago. */
export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

/** Returns a working hour on the day this many days ago, or on the last working day before it. */
export function workday(dice: Random, daysAgo: number): Date {
  const day = new Date(Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY);
  while (day.getUTCDay() % 6 === 0) day.setTime(+day - DAY);
  return new Date(+day + (7 + dice() * 9) * HOUR);
}

/**
 * Returns a time at which a person may have set up something: before the recorded weeks if the person had
 * joined by then, otherwise when the person joined, before any sign-in.
 */
export function early(dice: Random, { createdAt }: DemoPerson): Date {
  const span = +started() - +createdAt;
  return new Date(+createdAt + dice() * Math.max(span, 0));
}

const OFFICE_ADDRESS = "192.0.2.17";

const person =
  (channel: "console" | "account", capabilities: TenantActor["capabilities"]) =>
  (tenantId: number, { id, name, email }: DemoPerson, sessionId: number | null = null): TenantActor => ({
    channel,
    capabilities,
    scope: "tenant",
    tenantId,
    subject: { kind: "user", label: name, userId: id, email, consoleSessionId: null, sessionId },
    request: { ip: OFFICE_ADDRESS, requestId: null },
  });

/** Returns an owner in the console as an actor. */
export const asOwner = person("console", administratorCapabilities.owner);
/** Returns an administrator without the owner role, in the console, as an actor. */
export const asAdministrator = person("console", administratorCapabilities.admin);
/** Returns a user of the account page as an actor. */
export const asThemselves = person("account", new Set(["ManageOwnAccount"]));
