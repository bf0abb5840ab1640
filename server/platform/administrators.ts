import { asc, eq, inArray, max, sql } from "drizzle-orm";
import * as z from "zod";
import { consoleSessions, platformAdministrators, platformFactors } from "@/db/platform/sign-in";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { platformQuery } from "@/server/kernel/operation/operation";
import { passwordProblem } from "@/server/kernel/strings/password-policy";
import { PasswordChange } from "../domain/account/account.schema";
import { queuePlatformNotice } from "../domain/messages/platform-notices";
import { secondFactorKinds } from "../domain/sign-in-methods/factor-kinds.schema";
import { administeredCommand } from "./administered-command";
import { spendResetLinks, platformAdministratorRefusals } from "./administrator-record";
import { NewPlatformAdministrator, PlatformAdministrator } from "./administrators.schema";
import { administratorTarget as target, endConsoleSessions, lockProved, provePassword, selfOf } from "./self";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("platform_administrator", {
  email_in_use: {
    status: 400,
    text: "email: is a platform administrator's already.",
    field: "email",
  },
  /** A credential removes an administrator. */
  removal_needs_administrator: {
    status: 403,
    text: "Only a platform administrator can remove another.",
  },
  own_removal: { status: 400, text: "You cannot remove yourself.", field: "administratorId" },
  /** The caller was removed by a concurrent request. */
  caller_removed: { status: 403, text: "You are no platform administrator any more." },
});

const t = platformAdministrators;

export const listPlatformAdministrators = platformQuery({
  name: "listPlatformAdministrators",
  console: "platform.administrators.list",
  capability: "ManagePlatformAdministrators",
  summary: "List the platform's administrators",
  input: z.strictObject({}),
  output: z.array(PlatformAdministrator),
  run: async ({ tx, actor }) => {
    const rows = await tx.db
      .select({
        administratorId: t.id,
        email: t.email,
        name: t.name,
        createdAt: t.createdAt,
        lastSignInAt: max(consoleSessions.createdAt),
        secondFactor: sql<boolean>`exists (select from ${platformFactors}
          where ${platformFactors.userId} = ${t.id} and ${platformFactors.verifiedAt} is not null
            and ${inArray(platformFactors.kind, secondFactorKinds)})`,
      })
      .from(t)
      .leftJoin(consoleSessions, eq(consoleSessions.platformAdministratorId, t.id))
      .groupBy(t.id)
      .orderBy(asc(t.id));
    const self = selfOf(actor)?.userId;
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastSignInAt: timestampOrNull(row.lastSignInAt),
      self: row.administratorId === self,
    }));
  },
});

export const createPlatformAdministrator = administeredCommand({
  name: "createPlatformAdministrator",
  console: "platform.administrators.create",
  capability: "ManagePlatformAdministrators",
  summary: "Add a platform administrator",
  description:
    "The password must meet the platform's policy. The administrator should change it at the first sign-in.",
  input: NewPlatformAdministrator,
  output: z.object({ administratorId: Id, email: z.string() }),
  event: "platform_administrator_created",
  target: ({ email }, administrator) => ({ ...target(null, administrator), label: email }),
  prepare: async ({ ports }, { email, password }) => {
    const problem = passwordProblem((await ports.settings()).passwordPolicy, password, email);
    if (problem !== null) throw problem("password");
    return ports.passwords.hash(password);
  },
  run: async ({ tx, changed }, { email, name }, passwordHash) => {
    const [row] = await tx.db
      .insert(t)
      .values({ email, name, passwordHash })
      .onConflictDoNothing()
      .returning({ administratorId: t.id });
    if (!row) throw refusals.email_in_use();
    changed({}, { email, name });
    return { administratorId: row.administratorId, email };
  },
});

export const removePlatformAdministrator = administeredCommand({
  name: "removePlatformAdministrator",
  console: "platform.administrators.remove",
  capability: "ManagePlatformAdministrators",
  summary: "Remove a platform administrator",
  description:
    "Ends the administrator's sessions at once. Administrators cannot remove themselves, so that one always remains.",
  input: z.strictObject({ administratorId: Id }),
  output: z.object({ administratorId: Id, removed: z.boolean() }),
  event: "platform_administrator_removed",
  target,
  run: async ({ tx, actor, changed, labelled }, { administratorId }) => {
    const self = selfOf(actor);
    if (self === null) throw refusals.removal_needs_administrator();
    if (self.userId === administratorId) throw refusals.own_removal();
    // All rows are locked in the same order. If two administrators remove each other at the same time, the
    // second command finds its actor removed.
    const held = await tx.db.select().from(t).orderBy(asc(t.id)).for("update");
    if (!held.some(({ id }) => id === self.userId)) throw refusals.caller_removed();
    const row = held.find(({ id }) => id === administratorId);
    if (!row) throw platformAdministratorRefusals.not_found();
    labelled(row.email);
    changed({ email: row.email }, { email: null });
    await tx.db.delete(t).where(eq(t.id, administratorId));
    return { administratorId, removed: true };
  },
});

export const changeOwnPlatformPassword = administeredCommand({
  name: "changeOwnPlatformPassword",
  console: { at: "platform.account.changePassword", channel: "account" },
  capability: "ManageOwnAccount",
  summary: "Change one's own password",
  description: "Ends every other session of the account.",
  input: PasswordChange,
  output: z.object({ administratorId: Id, sessionsEnded: z.int() }),
  event: "password_changed",
  target,
  prepare: async (context, { currentPassword, newPassword }) => {
    const { ports } = context;
    const proved = await provePassword(context, currentPassword);
    const problem = passwordProblem((await ports.settings()).passwordPolicy, newPassword, proved.email);
    if (problem !== null) throw problem("newPassword");
    return { proved, passwordHash: await ports.passwords.hash(newPassword) };
  },
  run: async ({ tx, now, changed, labelled }, _input, { proved, passwordHash }) => {
    const { email } = await lockProved(tx, proved, now);
    const { userId } = proved.self;
    labelled(email);
    changed({ password: proved.passwordHash }, { password: passwordHash });
    await tx.db.update(t).set({ passwordHash }).where(eq(t.id, userId));
    // Otherwise a reader of the mailbox could choose another password by an open link.
    await spendResetLinks(tx, userId, now);
    await queuePlatformNotice(tx, email, { template: "password_changed", data: {} });
    return { administratorId: userId, sessionsEnded: await endConsoleSessions(tx, proved.self, now) };
  },
});
