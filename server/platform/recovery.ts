import { and, eq, gt, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { platformAdministrators, platformResetTokens } from "@/db/platform/sign-in";
import { messages } from "@/db/tenant/messages";
import { queuePlatformNotice, PLATFORM_MESSAGES } from "@/server/domain/messages/platform-notices";
import { sealMessage } from "@/server/domain/messages/queue";
import { asciiAddress } from "@/server/kernel/strings/mail-address";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import { Id } from "@/server/kernel/fields";
import { platformCommand } from "@/server/kernel/operation/operation";
import { passwordProblem } from "@/server/kernel/strings/password-policy";
import type { PlatformReadTx } from "@/server/kernel/operation/store";
import { administratorRef, holdAdministrator, spendResetLinks } from "./administrator-record";
import { administratorTarget, endConsoleSessions, holdAdministration } from "./self";
import { oneTimeTokenRefusals } from "../domain/one-time-tokens/tokens";

const administrators = platformAdministrators;
const tokens = platformResetTokens;
const VALID_MINUTES = 30;

const byAddress = (email: string) => eq(administrators.emailKey, sql`lower(${asciiAddress(email)})`);

/**
 * Sends a platform administrator a link for a new password. The response is the same for an unknown address, for
 * which nothing is recorded.
 */
export const requestPlatformPasswordReset = platformCommand({
  name: "requestPlatformPasswordReset",
  capability: null,
  summary: "Request a new password",
  input: z.strictObject({ email: z.string().max(254) }),
  output: z.object({}),
  event: "password_reset_requested",
  target: ({ email }) => ({ ref: `platform_administrator:${email}` }),
  prepare: async ({ ports, read }, { email }) => {
    const [person] = await read((tx) => tx.db.select().from(administrators).where(byAddress(email.trim())));
    if (!person) return null;
    const token = newOpaqueToken();
    const message = sealMessage(ports.vault, {
      channel: "email",
      to: person.email,
      template: "password_reset",
      data: { url: `${ports.installation.baseUrl}/recover?token=${token}`, minutes: VALID_MINUTES },
    });
    return { administratorId: person.id, email: person.email, token, message };
  },
  run: async ({ tx, now, targeted, labelled, unchanged }, _input, prepared) => {
    if (prepared === null) {
      unchanged();
      return {};
    }
    const { administratorId, email, token, message } = prepared;
    // The administrator may have been removed, or have another address, since the mail was made.
    if ((await holdAdministrator(tx, administratorId))?.email !== email) {
      unchanged();
      return {};
    }
    targeted(administratorRef(administratorId));
    labelled(email);
    await tx.db.insert(tokens).values({
      administratorId,
      tokenHash: hashSecret(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + VALID_MINUTES * 60_000),
    });
    await tx.db.insert(messages).values({ tenantId: PLATFORM_MESSAGES, ...message });
    return {};
  },
});

/** Returns the administrator of a valid link. Does not consume it. */
export async function findPlatformReset(tx: PlatformReadTx, token: string, now: Date) {
  const usable = and(
    eq(tokens.tokenHash, hashSecret(token)),
    isNull(tokens.usedAt),
    gt(tokens.expiresAt, now),
  );
  const [row] = await tx.db
    .select({ administratorId: tokens.administratorId, email: administrators.email })
    .from(tokens)
    .innerJoin(administrators, eq(administrators.id, tokens.administratorId))
    .where(usable);
  return row ?? null;
}

/**
 * Sets a platform administrator's new password with the token of a reset mail. Ends every session and every other
 * link.
 */
export const resetPlatformPassword = platformCommand({
  name: "resetPlatformPassword",
  capability: null,
  summary: "Choose a new password with the link of a mail",
  input: z.strictObject({ token: z.string().max(200), password: z.string().max(2_000) }),
  output: z.object({ administratorId: Id, sessionsEnded: z.int() }),
  event: "password_reset",
  target: administratorTarget,
  prepare: async ({ ports, read, now }, { token, password }) => {
    const found = await read((tx) => findPlatformReset(tx, token, now));
    if (found === null) throw oneTimeTokenRefusals.link_invalid();
    const problem = passwordProblem((await ports.settings()).passwordPolicy, password, found.email);
    if (problem !== null) throw problem("password");
    return ports.passwords.hash(password);
  },
  run: async ({ tx, now, changed, labelled }, { token }, passwordHash) => {
    await holdAdministration(tx);
    // The administrator's row is locked first. Of two simultaneous uses of a link, the second finds it used.
    const found = await findPlatformReset(tx, token, now);
    if (found === null) throw oneTimeTokenRefusals.link_invalid();
    const { administratorId } = found;
    const held = await holdAdministrator(tx, administratorId);
    if (!held || (await findPlatformReset(tx, token, now)) === null)
      throw oneTimeTokenRefusals.link_invalid();
    labelled(held.email);
    changed(
      { password: held.passwordHash, lockedUntil: held.lockedUntil },
      { password: passwordHash, lockedUntil: null },
    );
    await spendResetLinks(tx, administratorId, now);
    await queuePlatformNotice(tx, held.email, { template: "password_changed", data: {} });
    await tx.db
      .update(administrators)
      // The lock can only result from failed attempts. The mail proves that this person is not a stranger, so
      // the lock is lifted.
      .set({ passwordHash, failedSignIns: 0, lockedUntil: null })
      .where(eq(administrators.id, administratorId));
    const owner = { userId: administratorId, consoleSessionId: null };
    return { administratorId, sessionsEnded: await endConsoleSessions(tx, owner, now) };
  },
});
