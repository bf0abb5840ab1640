import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod";
import { administratorCapabilities } from "@/server/kernel/capabilities";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { createExecute } from "@/server/kernel/operation/execute";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import type { Sql } from "@/server/store/database";
import type { SeedDependencies } from "./apply";
import { pick, type Random } from "./random";
import type { SeededTenant } from "./seed-file";
import { replaceClock } from "./unfinished";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Number of weeks with sign-ins. */
export const WEEKS = 6;

/** Returns the time this many milliseconds ago. */
export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
/** The start of the weeks with sign-ins. */
export const started = () => ago(WEEKS * 7 * DAY);

export interface DemoPerson {
  id: number;
  name: string;
  email: string;
  createdAt: Date;
  /** The time in which the person was suspended or locked; `until` is null if the person still is. */
  away: { from: Date; until: Date | null } | null;
}

export const isGone = ({ away }: DemoPerson) => away?.until === null;

/** Dependencies whose operations run at a chosen time. */
export interface Past extends SeedDependencies {
  run: <In extends AnyObject, Out extends z.ZodType>(
    at: Date,
    actor: TenantActor,
    operation: Operation<In, Out>,
    input: z.input<In>,
  ) => Promise<z.output<Out>>;
  /** Runs a command for each of the inputs at the same time, in one transaction. */
  runAll: <In extends AnyObject, Out extends z.ZodType>(
    at: Date,
    actor: TenantActor,
    operation: Operation<In, Out>,
    inputs: z.input<In>[],
  ) => Promise<z.output<Out>[]>;
}

/**
 * Returns dependencies with a clock that stands where `run` has put it, first two years ago: for the operations, and for
 * times that the database sets.
 */
export async function openPast(deps: SeedDependencies): Promise<Past> {
  let now = new Date();
  const setClock = await replaceClock(deps.database);
  const turnTo = async (at: Date) => {
    if (+at !== +now) await setClock((now = at));
  };
  const ports = { ...deps.ports, clock: () => now };
  const execute = createExecute(deps.stores, ports);
  await turnTo(ago(720 * DAY));
  return {
    ...deps,
    ports,
    execute,
    run: async (at, actor, operation, input) => {
      await turnTo(at);
      return execute(actor, operation, input);
    },
    runAll: async (at, actor, operation, inputs) => {
      await turnTo(at);
      return execute.all(actor, operation, inputs);
    },
  };
}

/** The shared input of the demo's parts: one organization, its people and its actors. */
export interface Scene {
  past: Past;
  dice: Random;
  tenant: SeededTenant;
  people: DemoPerson[];
  /** The owner first. */
  administrators: DemoPerson[];
  owner: TenantActor;
  /** The owner, the administrators and the payroll program. */
  managers: TenantActor[];
  directory: TenantActor;
}

/** Returns a time between two others, on a working day between 7:00 and 19:00 if there is one. */
export function workingTime(dice: Random, from: Date, until = new Date()): Date {
  const anyTime = () => new Date(+from + dice() * (+until - +from));
  for (let attempt = 0; attempt < 50; attempt++) {
    const at = anyTime();
    at.setUTCHours(7 + Math.floor(dice() * 12), Math.floor(dice() * 60), Math.floor(dice() * 60));
    if (at.getUTCDay() % 6 !== 0 && at > from && at < until) return at;
  }
  return anyTime();
}

/** Returns a working time about this many days ago. */
export const workday = (dice: Random, daysAgo: number) =>
  workingTime(dice, ago((daysAgo + 4) * DAY), ago(daysAgo * DAY));

/** Returns a working time in the last weeks, and after the given time. */
export const lately = (dice: Random, after: Date) =>
  workingTime(dice, new Date(Math.max(+after, +started())));

/** Returns an IP address of the ranges for documentation (RFC 5737, RFC 3849). */
export function address(dice: Random): string {
  const prefix = pick(dice, ["192.0.2.", "198.51.100.", "203.0.113.", "2001:db8::"]);
  const host = 1 + Math.floor(dice() * 250);
  return prefix + (prefix.includes(":") ? host.toString(16) : host);
}

const person =
  (channel: "console" | "account", capabilities: TenantActor["capabilities"]) =>
  (tenantId: number, { id, name, email }: DemoPerson, sessionId: number | null = null): TenantActor => ({
    channel,
    capabilities,
    scope: "tenant",
    tenantId,
    subject: { kind: "user", label: name, userId: id, email, consoleSessionId: null, sessionId },
    request: { ip: "192.0.2.17", requestId: null },
  });

/** Returns an owner in the console as an actor. */
export const asOwner = person("console", administratorCapabilities.owner);
/** Returns an administrator without the owner role, in the console, as an actor. */
export const asAdministrator = person("console", administratorCapabilities.admin);
/** Returns a user of the account page as an actor. */
export const asThemselves = person("account", new Set(["ManageOwnAccount"]));

/** A new row of one tenant. */
export type NewRow<T extends PgTable> = Omit<T["$inferInsert"], "tenantId">;

/**
 * Adds thousands of rows of one tenant in one statement with one parameter, which takes a tenth of the time of a
 * parameter for each value. All rows must have the same columns if null is not allowed, because column defaults do
 * not apply. Returns the ids in the order of the rows, if the table has ids.
 */
export async function insertRows<T extends PgTable>(
  sql: Sql,
  tenantId: number,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const columns = getTableColumns(table);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row))), "tenantId"];
  const names = keys.map((key) => columns[key]!.name);
  const records = rows.map((row) =>
    Object.fromEntries(
      Object.entries({ ...row, tenantId }).map(([key, value]) => [columns[key]!.name, value]),
    ),
  );
  const name: string = getTableName(table);
  const into = sql(name);
  const added = await sql<{ id?: string }[]>`insert into ${into} (${sql(names)})
    select ${sql(names)} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(records)}::text::jsonb)
    returning ${"id" in columns ? sql("id") : sql`tenant_id`}`;
  return added.map(({ id }) => Number(id));
}
