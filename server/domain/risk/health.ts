import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { sessions } from "@/db/tenant/sessions";
import { factors } from "@/db/tenant/sign-ins";
import { users } from "@/db/tenant/users";
import { query } from "@/server/kernel/operation/operation";
import { CredentialHealth, SessionIntelligence } from "./risk.schema";

/** Age in milliseconds from which a password counts as old: a year. */
const STALE_MS = 365 * 86_400_000;

const count = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`;

const hasFactor = (kinds: string) =>
  sql`exists (select 1 from ${factors} held where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id
    and held.verified_at is not null and held.kind in (${sql.raw(kinds)}))`;

export const getCredentialHealth = query({
  name: "getCredentialHealth",
  cost: "heavy",
  capability: "ReadRiskSignals",
  summary: "Get statistics on the strength of users' credentials",
  description:
    "Counts active users. Second factors are authenticator apps, passkeys, and codes by mail or message.",
  input: z.strictObject({}),
  output: CredentialHealth,
  run: async ({ tx, now }) => {
    const stale = new Date(now.getTime() - STALE_MS);
    const [row] = await tx.select({
      fields: {
        totalUsers: sql<number>`count(*)::int`,
        withPassword: count(sql`${users.passwordHash} is not null`),
        withMfa: count(hasFactor(`'totp', 'webauthn', 'email', 'sms'`)),
        withPasskey: count(hasFactor(`'webauthn'`)),
        withVerifiedEmail: count(sql`${users.emailVerifiedAt} is not null`),
        stalePasswords: count(
          sql`${users.passwordHash} is not null and coalesce(${users.passwordChangedAt}, ${users.createdAt}) < ${sql.param(stale, users.createdAt)}`,
        ),
        weakPasswords: count(sql`${users.passwordHash} is not null and ${users.passwordWeak}`),
      },
      from: users,
      where: and(eq(users.kind, "person"), eq(users.status, "active")),
    });
    const found = row!;
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

/** Highest number of users in each list; those with the most sessions come first. */
const MOST = 100;

export const getSessionIntelligence = query({
  name: "getSessionIntelligence",
  cost: "heavy",
  capability: "ReadRiskSignals",
  summary: "List concurrent sessions and sessions in several countries",
  description: `Counts live sessions; each list names at most ${MOST} people.`,
  input: z.strictObject({}),
  output: SessionIntelligence,
  run: async ({ tx, now }) => {
    // Excludes sessions in which an administrator acts as the user.
    const live = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now), isNull(sessions.actorUserId))!;
    const person = { userId: users.id, email: users.email, name: users.name };
    const ofPeople = {
      from: sessions,
      join: [{ table: users, on: eq(users.id, sessions.userId) }],
      where: live,
      groupBy: [users.id, users.email, users.name],
    };
    const countries = sql<
      string[]
    >`array_agg(distinct ${sessions.country} order by ${sessions.country}) filter (where ${sessions.country} is not null)`;
    const howMany = sql<number>`count(distinct ${sessions.country})::int`;
    const [activeSessions, concurrent, abroad] = await Promise.all([
      tx.sessions.count(live),
      tx.select({
        ...ofPeople,
        fields: { ...person, sessionCount: sql<number>`count(*)::int` },
        having: sql`count(*) > 1`,
        orderBy: [desc(sql`count(*)`), asc(users.id)],
        limit: MOST,
      }),
      tx.select({
        ...ofPeople,
        fields: { ...person, countries },
        having: sql`${howMany} > 1`,
        orderBy: [desc(howMany), asc(users.id)],
        limit: MOST,
      }),
    ]);
    return { activeSessions, usersWithConcurrentSessions: concurrent, usersInSeveralCountries: abroad };
  },
});
