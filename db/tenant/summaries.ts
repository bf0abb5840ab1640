import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, integer64, references, tenantLink, tenantTable } from "../kit";
import { users } from "./users";

/*
 * Summaries of tables that grow with a tenant. Triggers of the tables (migration 0022) write them in the transaction of the change,
 * and server/outbox/summaries/ keeps them short. docs/architecture/storage.md describes them.
 */

/** Number of rows of a summary; a change of the number can be negative. */
const rows = (name: string) => bigint(name, { mode: "number" }).notNull();

/** False for a change that the worker has not yet added to the row of its key. */
const merged = () => boolean("merged").notNull().default(false);

/** Numbers of sign-in attempts by day (UTC), outcome and tier. A number is the sum over its rows. */
export const signInCounts = tenantTable(
  "sign_in_counts",
  {
    day: date("day").notNull(),
    outcome: text("outcome", { enum: ["succeeded", "failed", "refused", "stepped_up"] }).notNull(),
    /** `none` for attempts without a score. */
    tier: text("tier", { enum: ["none", "low", "medium", "high", "critical"] }).notNull(),
    attempts: rows("attempts"),
    merged: merged(),
  },
  (t) => [
    index("sign_in_counts_day").on(t.tenantId, t.day),
    uniqueIndex("sign_in_counts_merged")
      .on(t.tenantId, t.day, t.outcome, t.tier)
      .where(sql`${t.merged}`),
    index("sign_in_counts_changes")
      .on(t.id)
      .where(sql`not ${t.merged}`),
  ],
);

/** Numbers of active people by the day (UTC) of their password. A number is the sum over its rows. */
export const credentialCounts = tenantTable(
  "credential_counts",
  {
    /** The day of the last change of the password; `infinity` for people without a password. */
    passwordDay: date("password_day").notNull(),
    people: rows("people"),
    withSecondFactor: rows("with_second_factor"),
    withPasskey: rows("with_passkey"),
    withVerifiedEmail: rows("with_verified_email"),
    withWeakPassword: rows("with_weak_password"),
    merged: merged(),
  },
  (t) => [
    uniqueIndex("credential_counts_merged")
      .on(t.tenantId, t.passwordDay)
      .where(sql`${t.merged}`),
    index("credential_counts_changes")
      .on(t.id)
      .where(sql`not ${t.merged}`),
  ],
);

/** Users with several live sessions of their own. Excludes sessions in which an administrator acts as the user. */
export const concurrentSessions = tenantLink(
  "concurrent_sessions",
  {
    userId: integer64("user_id").notNull(),
    sessions: integer("sessions").notNull(),
    /** Number of different known countries of the sessions. */
    countries: integer("countries").notNull(),
    /** Time at which the first of the sessions expires. The worker then counts again. */
    validUntil: instant("valid_until").notNull(),
  },
  ["userId"],
  (t) => [
    references(t, t.userId, () => users),
    index("concurrent_sessions_most").on(t.tenantId, t.sessions.desc().nullsFirst(), t.userId),
    index("concurrent_sessions_countries")
      .on(t.tenantId, t.countries.desc().nullsFirst(), t.userId)
      .where(sql`${t.countries} > 1`),
    index("concurrent_sessions_due").on(t.validUntil),
  ],
);

/** Users whose sessions have changed since the worker last counted them for `concurrent_sessions`. */
export const sessionChanges = tenantTable("session_changes", { userId: integer64("user_id").notNull() });

/** Summaries that do not yet contain the rows from before the summary existed. The worker counts these rows. */
export const uncountedSummaries = tenantLink(
  "uncounted_summaries",
  { summary: text("summary", { enum: ["sign_ins", "credentials", "sessions"] }).notNull() },
  ["summary"],
);
