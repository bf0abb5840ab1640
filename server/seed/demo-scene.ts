import type * as z from "zod";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import type { TenantActor } from "@/server/kernel/actor";
import { createExecute } from "@/server/kernel/execute";
import type { AnyObject, Operation } from "@/server/kernel/operation";
import type { SeedDependencies } from "./apply";
import type { DemoPerson } from "./demo";
import { started } from "./history";
import type { Random } from "./random";
import type { SeededTenant } from "./result";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What the parts of the demo are made from: one organization, its people, and who runs it. */
export interface Scene {
  deps: SeedDependencies;
  dice: Random;
  tenant: SeededTenant;
  people: DemoPerson[];
  /** The owner first. */
  administrators: DemoPerson[];
  past: Past;
}

/** Runs an operation as if it had been at a moment of the past: what it writes and what is recorded of it says so. */
export type Past = <In extends AnyObject, Out extends z.ZodType>(
  at: Date,
  actor: TenantActor,
  operation: Operation<In, Out>,
  input: z.input<In>,
) => Promise<z.output<Out>>;

/** Operations of one tenant that lie behind; one after the other, because each moves the record that was made last. */
export const pastOf =
  ({ stores, ports, database: { sql } }: SeedDependencies, tenantId: number): Past =>
  async (at, actor, operation, input) => {
    const output = await createExecute(stores, { ...ports, clock: () => at })(actor, operation, input);
    await sql`update audit_events set at = ${at.toISOString()}
      where id = (select max(id) from audit_events where tenant_id = ${tenantId})`;
    return output;
  };

/** What has a column for when it was made, and the record that says when that was. */
const recorded = [
  ["apps", "app", "app_created"],
  ["tags", "tag", "tag_created"],
  ["access_rules", "rule", "access_rule_created"],
] as const;

/** Dates what operations of the past have made by what is recorded of them, where the database has dated it. */
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
  // The account of a machine's app came with it.
  await sql`update users set created_at = apps.created_at from apps
    where users.tenant_id = ${tenantId} and apps.tenant_id = users.tenant_id and apps.service_account_id = users.id`;
}

/** The moment so long ago. */
export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

/** A working hour of the day that was so many days ago, or of the last working day before it. */
export function workday(dice: Random, daysAgo: number): Date {
  const day = new Date(Math.floor(Date.now() / DAY) * DAY - daysAgo * DAY);
  while (day.getUTCDay() % 6 === 0) day.setTime(+day - DAY);
  return new Date(+day + (7 + dice() * 9) * HOUR);
}

/**
 * A moment at which somebody may have set something up for themselves: before the weeks that are told of, where they had come
 * by then, else soon after they came.
 */
export function early(dice: Random, { createdAt }: DemoPerson): Date {
  const span = +started() - +createdAt;
  return new Date(+createdAt + (span > 0 ? dice() * span : Math.min(HOUR, (Date.now() - +createdAt) / 2)));
}

const OFFICE_ADDRESS = "192.0.2.17";

const person =
  (channel: "console" | "account", capabilities: TenantActor["capabilities"]) =>
  (tenantId: number, { id, name, email }: DemoPerson): TenantActor => ({
    ...{ channel, capabilities, scope: "tenant", tenantId },
    subject: { kind: "user", label: name, userId: id, email, consoleSessionId: null, sessionId: null },
    request: { ip: OFFICE_ADDRESS, requestId: null },
  });

/** An owner in the console. */
export const asOwner = person("console", administratorCapabilities.owner);
/** An administrator who is no owner, in the console. */
export const asAdministrator = person("console", administratorCapabilities.admin);
/** Somebody who looks after their own account. */
export const asThemselves = person("account", new Set(["ManageOwnAccount"]));
