import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import * as z from "zod";
import { factors } from "@/db/tenant/sign-ins";
import { credentialCounts } from "@/db/tenant/summaries";
import { users } from "@/db/tenant/users";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { secondFactorKinds } from "../sign-in-methods/factor-kinds.schema";
import { uncounted } from "../counts/summaries";
import { CredentialHealth } from "./risk.schema";

/** Age in milliseconds (one year) after which a password counts as old. */
const STALE_MS = 365 * 86_400_000;

/** Reads the counts of active users from the summary table. A password is old if its day is before `cutoff` (YYYY-MM-DD). */
const summed = (tx: Pick<ReadTx, "select">, cutoff: string) => {
  const c = credentialCounts;
  const sum = (column: AnyPgColumn, where?: SQL) =>
    sql<number>`coalesce(sum(${column}) ${where ? sql`filter (where ${where})` : sql``}, 0)`.mapWith(Number);
  return tx.select({
    fields: {
      totalUsers: sum(c.people),
      withPassword: sum(c.people, sql`${c.passwordDay} < 'infinity'`),
      withMfa: sum(c.withSecondFactor),
      withPasskey: sum(c.withPasskey),
      withVerifiedEmail: sum(c.withVerifiedEmail),
      stalePasswords: sum(c.people, sql`${c.passwordDay} < ${cutoff}::date`),
      weakPasswords: sum(c.withWeakPassword),
    },
    from: c,
  });
};

const hasFactor = (kinds: SQL) =>
  sql`exists (select 1 from ${factors} held where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id
    and held.verified_at is not null and ${kinds})`;

/** Counts the active users in the original tables. Used while the summary table is incomplete. */
const counted = (tx: Pick<ReadTx, "select">, cutoff: string) => {
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;
  const hasPassword = sql`${users.passwordHash} is not null`;
  const day = sql`castellan_password_day(${hasPassword}, coalesce(${users.passwordChangedAt}, ${users.createdAt}))`;
  return tx.select({
    fields: {
      totalUsers: sql<number>`count(*)::int`,
      withPassword: count(hasPassword),
      withMfa: count(hasFactor(inArray(sql`held.kind`, secondFactorKinds))),
      withPasskey: count(hasFactor(sql`held.kind = 'webauthn'`)),
      withVerifiedEmail: count(sql`${users.emailVerifiedAt} is not null`),
      stalePasswords: count(sql`${day} < ${cutoff}::date`),
      weakPasswords: count(sql`${hasPassword} and ${users.passwordWeak}`),
    },
    from: users,
    where: and(eq(users.kind, "person"), eq(users.status, "active")),
  });
};

export const getCredentialHealth = query({
  name: "getCredentialHealth",
  rest: "GET /credential-health",
  console: "risk.credentialHealth",
  cost: "heavy",
  capability: "ReadRiskSignals",
  summary: "Get statistics on the strength of users' credentials",
  description:
    "Counts active users. Second factors are authenticator apps, passkeys, and codes by mail or message. The age of a password is counted in days (UTC).",
  input: z.strictObject({}),
  output: CredentialHealth,
  run: async ({ tx, now }) => {
    const cutoff = new Date(now.getTime() - STALE_MS).toISOString().slice(0, 10);
    // Checks the state of the summary before reading it. The worker may complete the summary between the two statements.
    const incomplete = await uncounted(tx, "credentials");
    const found = (await (incomplete ? counted(tx, cutoff) : summed(tx, cutoff)))[0]!;
    const without = (having: number) => found.totalUsers - having;
    return {
      ...found,
      withoutPassword: without(found.withPassword),
      withoutMfa: without(found.withMfa),
      withoutPasskey: without(found.withPasskey),
      withoutVerifiedEmail: without(found.withVerifiedEmail),
    };
  },
});
