import { and, eq, gt, isNull, lt } from "drizzle-orm";
import { oneTimeTokens } from "@/db/tenant/messages";
import { hashSecret } from "@/server/kernel/http/client-id";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { defineRefusals } from "@/server/kernel/texts/define";

export const oneTimeTokenRefusals = defineRefusals("one_time_token", {
  /** The link of a mail was used, has expired, or never existed. */
  link_invalid: {
    status: 400,
    text: "This link is not valid any more; ask for a new one.",
    field: "token",
  },
});

export type OneTimeToken = Row<typeof oneTimeTokens>;

interface NewToken {
  userId: number;
  /** The purpose of the token. The token is invalid for any other purpose. */
  purpose: string;
  token: string;
  expiresAt: Date;
  data?: Record<string, unknown>;
}

/** Purpose of the link that is mailed to a user's new e-mail address (account/email-change.ts). */
export const EMAIL_CHANGE = "email_change";

const KEPT_DAYS = 7;

/** Stores the hash of a token that is sent by mail. Deletes the user's tokens that expired more than seven days ago. */
export async function keepToken(
  tx: Pick<WriteTx, "oneTimeTokens">,
  { userId, purpose, token, expiresAt, data = {} }: NewToken,
  now: Date,
): Promise<void> {
  const past = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await tx.oneTimeTokens.removeWhere(
    and(eq(oneTimeTokens.userId, userId), lt(oneTimeTokens.expiresAt, past))!,
  );
  await tx.oneTimeTokens.insert({
    userId,
    purpose,
    data,
    expiresAt,
    createdAt: now,
    tokenHash: hashSecret(token),
  });
}

const usable = (purpose: string, token: string, now: Date) =>
  and(
    eq(oneTimeTokens.tokenHash, hashSecret(token)),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now),
  )!;

/** Returns the token if it is valid. Does not consume the token. */
export const findToken = (
  tx: Pick<ReadTx, "oneTimeTokens">,
  purpose: string,
  token: string,
  now: Date,
): Promise<OneTimeToken | undefined> => tx.oneTimeTokens.find(usable(purpose, token, now));

/**
 * Consumes a token. Throws (400) if the token is invalid or was used before. If two requests use the token at the same time,
 * only one of them succeeds.
 */
export async function spendToken(
  tx: Pick<WriteTx, "oneTimeTokens" | "users">,
  purpose: string,
  token: string,
  now: Date,
): Promise<OneTimeToken> {
  const found = await findToken(tx, purpose, token, now);
  // Locks the user's row before the token's row. The functions that end all tokens of a user lock in the same order. The order
  // prevents deadlocks.
  if (found) await tx.users.lock(found.userId);
  const held = found && (await tx.oneTimeTokens.lock(found.id));
  if (!held || held.usedAt !== null) throw oneTimeTokenRefusals.link_invalid();
  await tx.oneTimeTokens.update(held.id, { usedAt: now });
  return held;
}

/**
 * Records the use of a secret that was not stored before, such as a sealed challenge. Returns false if the secret was already
 * used. The caller must have locked the user's row.
 */
export async function useOnce(
  tx: Pick<WriteTx, "oneTimeTokens">,
  { userId, purpose, token, expiresAt }: NewToken,
  now: Date,
): Promise<boolean> {
  const tokenHash = hashSecret(token);
  const isIt = and(eq(oneTimeTokens.tokenHash, tokenHash), eq(oneTimeTokens.purpose, purpose))!;
  if (await tx.oneTimeTokens.find(isIt)) return false;
  await tx.oneTimeTokens.insert({ userId, purpose, tokenHash, expiresAt, createdAt: now, usedAt: now });
  return true;
}

/** Ends all unused tokens of the user with this purpose. */
export async function endTokens(
  tx: Pick<WriteTx, "oneTimeTokens">,
  userId: number,
  purpose: string,
  now: Date,
): Promise<void> {
  const live = and(
    eq(oneTimeTokens.userId, userId),
    eq(oneTimeTokens.purpose, purpose),
    isNull(oneTimeTokens.usedAt),
  )!;
  await tx.oneTimeTokens.updateWhere(live, { usedAt: now });
}

/** Ends all unused tokens of the user, with any purpose. */
export async function endAllTokens(
  tx: Pick<WriteTx, "oneTimeTokens">,
  userId: number,
  now: Date,
): Promise<void> {
  const live = and(eq(oneTimeTokens.userId, userId), isNull(oneTimeTokens.usedAt))!;
  await tx.oneTimeTokens.updateWhere(live, { usedAt: now });
}
