import { randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { oneTimeTokens } from "@/db/tenant/messages";
import { newOpaqueToken } from "@/server/kernel/client-id";
import type { Ports } from "@/server/kernel/ports";
import { oneTimeTokenRefusals } from "@/server/kernel/refusals/one-time-tokens";
import type { ReadTx, WriteTx } from "@/server/kernel/store";
import { endTokens, keepToken } from "./tokens";

/*
 * Codes of six digits by which somebody who is signed in proves that a number or a mailbox is theirs. They are encrypted and not
 * hashed, because a hash of a million possibilities is as good as the code to whoever has read the database.
 */

/** How long a code can be typed. */
export const CODE_MINUTES = 10;

/** Wrong answers to one code; then another one must be asked for. */
const TRIES = 5;

/** What a code is for: typed in another session, or for something else, it is worth nothing. */
export interface CodeUse {
  userId: number;
  sessionId: number | null;
  purpose: string;
}

/** A new code, and what is kept of it. */
export function newCode(vault: Ports["vault"]): { code: string; sealed: string } {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  return { code, sealed: vault.encrypt(code) };
}

/** Keeps a code that is being sent to this number or address; of several, the last one counts. */
export async function keepCode(
  tx: Pick<WriteTx, "oneTimeTokens">,
  { userId, sessionId, purpose }: CodeUse,
  { sealed, sentTo }: { sealed: string; sentTo: string },
  now: Date,
): Promise<void> {
  await endTokens(tx, userId, purpose, now);
  const expiresAt = new Date(+now + CODE_MINUTES * 60_000);
  const data = { sealed, sentTo, sessionId, tries: 0 };
  // What is typed is the code; the token only has to differ from every other.
  await keepToken(tx, { userId, purpose, token: newOpaqueToken(), expiresAt, data }, now);
}

interface Kept {
  sealed: string;
  sentTo: string;
  sessionId: number | null;
  tries: number;
}

async function keptCode(
  tx: Pick<ReadTx, "oneTimeTokens">,
  { userId, sessionId, purpose }: CodeUse,
  now: Date,
) {
  const row = await tx.oneTimeTokens.find(
    and(
      eq(oneTimeTokens.userId, userId),
      eq(oneTimeTokens.purpose, purpose),
      isNull(oneTimeTokens.usedAt),
      gt(oneTimeTokens.expiresAt, now),
    )!,
  );
  if (!row) return null;
  // The column holds JSON. The purpose in the query says which.
  const kept = row.data as unknown as Kept;
  return kept.sessionId === sessionId ? { id: row.id, kept } : null;
}

/** Where the code went that can be typed now, or null. */
export const codeSentTo = async (
  tx: Pick<ReadTx, "oneTimeTokens">,
  use: CodeUse,
  now: Date,
): Promise<string | null> => (await keptCode(tx, use, now))?.kept.sentTo ?? null;

/**
 * Whether this is the code: then where it had been sent, and it is used up. A wrong one is counted, so that the caller must not
 * throw, which would forget it; and must hold the person, so that of many guesses at once each counts.
 */
export async function spendCode(
  tx: Pick<WriteTx, "oneTimeTokens">,
  vault: Ports["vault"],
  use: CodeUse,
  typed: string,
  now: Date,
): Promise<{ sentTo: string } | "wrong" | "expired"> {
  const found = await keptCode(tx, use, now);
  if (found === null || found.kept.tries >= TRIES) return "expired";
  const { id, kept } = found;
  const fits = isSame(vault.decrypt(kept.sealed), typed.replace(/\s/g, ""));
  const tries = kept.tries + 1;
  await tx.oneTimeTokens.update(id, fits ? { usedAt: now } : { data: { ...kept, tries } });
  return fits ? { sentTo: kept.sentTo } : "wrong";
}

/** What somebody is told whose code came to nothing. */
export const refusedCode = (outcome: "wrong" | "expired") =>
  outcome === "wrong" ? oneTimeTokenRefusals.code_wrong() : oneTimeTokenRefusals.code_expired();

function isSame(code: string, typed: string) {
  const [one, other] = [Buffer.from(code), Buffer.from(typed)];
  return one.length === other.length && timingSafeEqual(one, other);
}
