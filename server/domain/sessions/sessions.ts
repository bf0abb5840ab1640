import { desc, eq } from "drizzle-orm";
import * as z from "zod";
import { sessions } from "@/db/tenant/sessions";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { ReadTx } from "@/server/kernel/operation/store";
import { EMAIL_CHANGE, endTokens } from "../one-time-tokens/tokens";
import { guardAdministrator } from "../users/administrator-guard";
import { endSession, endSessions, getPerson, labelOf, userTarget } from "../users/people";
import { Session } from "./sessions.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const administratorRefusals = defineRefusals("administrator", {
  sessions_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can end the sessions of an administrator.",
  },
});

const sessionRefusals = defineRefusals("session", {
  not_of_user: { status: 404, text: "There is no such session of this user." },
});

/** Returns true if the device of a session is trusted now. The trust can end before the session does. */
export const trustedNow = (
  { isTrusted, trustExpiresAt }: { isTrusted: boolean; trustExpiresAt: Date | null },
  now: Date,
) => isTrusted && (trustExpiresAt === null || trustExpiresAt > now);

/** Maximum number of listed sessions. The list begins with the newest session. */
const MOST = 500;

export const listSessions = query({
  name: "listSessions",
  rest: "GET /users/{userId}/sessions",
  capability: "ReadSessions",
  summary: "List a user's sessions",
  description: `The newest ${MOST}, including ended ones; revokedAt is set if a session was ended.`,
  input: z.strictObject({ userId: Id }),
  output: z.array(Session),
  run: async ({ tx, now }, { userId }) => {
    await getPerson(tx, userId);
    const rows = await tx.sessions.list({
      where: eq(sessions.userId, userId),
      orderBy: [desc(sessions.createdAt), desc(sessions.id)],
      limit: MOST,
    });
    return rows.map(({ id, ip, createdAt, expiresAt, revokedAt, isTrusted, trustExpiresAt }) => ({
      sessionId: id,
      ip,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      revokedAt: timestampOrNull(revokedAt),
      isTrusted: trustedNow({ isTrusted, trustExpiresAt }, now),
    }));
  },
});

/**
 * Throws if the actor may not end the sessions of this user. An actor who ends an administrator's sessions repeatedly keeps the
 * administrator out of the console. Users may always end their own sessions.
 */
async function guardSessions(tx: Pick<ReadTx, "administrators">, actor: TenantActor, userId: number) {
  if (actor.subject.kind === "user" && actor.subject.userId === userId) return;
  await guardAdministrator(tx, actor, "access", userId, administratorRefusals.sessions_reserved);
}

export const revokeSession = command({
  name: "revokeSession",
  rest: "DELETE /users/{userId}/sessions/{sessionId}",
  console: "sessions.revoke",
  capability: "ManageSessions",
  summary: "End one of a user's sessions",
  description:
    "Ends the tokens that apps received in it. Has no effect on an ended session. For a session of an administrator, the capability " +
    "ManageTenantAdmins is required in addition.",
  input: z.strictObject({ userId: Id, sessionId: Id }),
  output: z.object({ userId: Id, sessionId: Id, revoked: z.boolean() }),
  event: "session_revoked",
  touches: ["access"],
  target: ({ sessionId }) => ({ ref: `session:${sessionId}` }),
  run: async ({ tx, actor, now, changed, labelled, concerns, unchanged }, { userId, sessionId }) => {
    const person = await getPerson(tx, userId);
    await guardSessions(tx, actor, userId);
    const session = await tx.sessions.lock(sessionId);
    if (session?.userId !== userId) throw sessionRefusals.not_of_user();
    labelled(labelOf(person));
    concerns(`user:${userId}`);
    changed(session, { revokedAt: now });
    if (session.revokedAt !== null) unchanged();
    else await endSession(tx, sessionId, now);
    return { userId, sessionId, revoked: true };
  },
});

export const revokeSessions = command({
  name: "revokeSessions",
  rest: "DELETE /users/{userId}/sessions",
  console: "sessions.revokeAll",
  capability: "ManageSessions",
  summary: "End all of a user's sessions",
  description:
    "Ends the tokens that apps received in them. For the sessions of an administrator, the capability ManageTenantAdmins is required in " +
    "addition.",
  input: z.strictObject({ userId: Id }),
  output: z.object({ userId: Id, revokedCount: z.int() }),
  event: "sessions_revoked",
  touches: ["access"],
  target: userTarget,
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { userId }) => {
    const person = await getPerson(tx, userId);
    await guardSessions(tx, actor, userId);
    const revokedCount = await endSessions(tx, userId, now);
    // Ends pending requests to change the e-mail address. An intruder in one of these sessions may have made the requests.
    await endTokens(tx, userId, EMAIL_CHANGE, now);
    labelled(labelOf(person));
    changed({ sessions: revokedCount }, { sessions: 0 });
    if (revokedCount === 0) unchanged();
    return { userId, revokedCount };
  },
});
