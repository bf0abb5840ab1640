import { and, desc, eq, gt, isNull } from "drizzle-orm";
import * as z from "zod";
import { sessions } from "@/db/tenant/sessions";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { passwordProblem } from "@/server/kernel/strings/password-policy";
import { queueNotice } from "../messages/notices";
import { endTokens } from "../one-time-tokens/tokens";
import { PASSWORD_RESET } from "../recovery/password-reset";
import { endSession, getPerson, labelOf, lockPerson, userTarget } from "../users/people";
import { OwnSession, PasswordChange } from "./account.schema";
import { endOtherSessions, self, themselves, accountRefusals } from "../users/self";
import { defineRefusals } from "@/server/kernel/texts/define";

const sessionRefusals = defineRefusals("session", {
  not_found: { status: 404, text: "There is no such session." },
});

export const changeOwnPassword = command({
  name: "changeOwnPassword",
  console: { at: "account.changePassword", channel: "account" },
  capability: "ManageOwnAccount",
  summary: "Change one's own password",
  description: "Ends every other session of the account.",
  input: PasswordChange,
  output: z.object({ userId: Id, sessionsEnded: z.int() }),
  event: "password_changed",
  target: (_input, user) => userTarget(user),
  prepare: async ({ actor, ports, read }, { currentPassword, newPassword }) => {
    const { userId } = themselves(actor);
    await ports.slowGuessing(`${actor.tenantId}/${userId}`);
    const { email, passwordHash } = await read((tx) => getPerson(tx, userId));
    if (!(await ports.passwords.verify(passwordHash, currentPassword)))
      throw accountRefusals.current_password_wrong();
    const { passwordPolicy } = await ports.settings();
    const problem = passwordProblem(passwordPolicy, newPassword, email ?? "");
    if (problem !== null) throw problem("newPassword");
    return { verified: passwordHash, passwordHash: await ports.passwords.hash(newPassword) };
  },
  run: async ({ tx, actor, now, changed, labelled }, _input, { verified, passwordHash }) => {
    const { userId, sessionId } = themselves(actor);
    const before = await lockPerson(tx, userId);
    // Another request may have changed the password after the check above. The check has then verified an old password.
    if (before.passwordHash !== verified) throw accountRefusals.current_password_wrong();
    labelled(labelOf(before));
    changed({ password: verified }, { password: passwordHash });
    await tx.users.update(userId, {
      passwordHash,
      passwordChangedAt: now,
      passwordWeak: false,
      updatedAt: now,
    });
    // Ends earlier password-reset links, because such a link could undo this change.
    await endTokens(tx, userId, PASSWORD_RESET, now);
    await queueNotice(tx, before, { template: "password_changed", data: {} });
    return { userId, sessionsEnded: await endOtherSessions(tx, { userId, sessionId }, now) };
  },
});

/** Maximum number of listed sessions. */
const MOST = 100;

export const listOwnSessions = query({
  name: "listOwnSessions",
  console: "account.sessions",
  capability: "ManageOwnAccount",
  summary: "List one's own live sessions",
  input: z.strictObject({}),
  output: z.array(OwnSession),
  run: async ({ tx, actor, now }) => {
    const { userId, sessionId } = self(actor);
    const live = await tx.sessions.list({
      where: and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)),
      orderBy: [desc(sessions.createdAt), desc(sessions.id)],
      limit: MOST,
    });
    return live.map((session) => ({
      ...session,
      sessionId: session.id,
      createdAt: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      current: session.id === sessionId,
    }));
  },
});

export const endOwnSession = command({
  name: "endOwnSession",
  console: { at: "account.endSession", channel: "account" },
  capability: "ManageOwnAccount",
  summary: "End one of one's own sessions",
  input: z.strictObject({ sessionId: Id }),
  own: { atCustomDomain: true },
  output: z.object({ sessionId: Id, revoked: z.boolean() }),
  event: "session_revoked",
  target: ({ sessionId }) => ({ ref: `session:${sessionId}` }),
  run: async ({ tx, actor, now, changed, labelled, unchanged }, { sessionId }) => {
    const session = await tx.sessions.lock(sessionId);
    if (session?.userId !== themselves(actor).userId) throw sessionRefusals.not_found();
    if (session.revokedAt !== null) unchanged();
    else {
      labelled(actor.subject.label);
      changed(session, { revokedAt: now });
      await endSession(tx, sessionId, now);
    }
    return { sessionId, revoked: true };
  },
});

export const endOwnOtherSessions = command({
  name: "endOwnOtherSessions",
  capability: "ManageOwnAccount",
  summary: "End all of one's own sessions except this one",
  description: "Ends the tokens that apps received in them.",
  input: z.strictObject({}),
  own: { atCustomDomain: true },
  output: z.object({ userId: Id, sessionsEnded: z.int() }),
  event: "sessions_revoked",
  target: (_input, user) => userTarget(user),
  run: async ({ tx, actor, now, changed, labelled, unchanged }) => {
    const { userId, sessionId } = themselves(actor);
    const sessionsEnded = await endOtherSessions(tx, { userId, sessionId }, now);
    labelled(actor.subject.label);
    changed({ otherSessions: sessionsEnded }, { otherSessions: 0 });
    if (sessionsEnded === 0) unchanged();
    return { userId, sessionsEnded };
  },
});
