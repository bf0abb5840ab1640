import { randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { oneTimeTokens } from "@/db/tenant/messages";
import { newOpaqueToken } from "@/server/kernel/http/client-id";
import type { Ports } from "@/server/kernel/operation/ports";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { endTokens, keepToken } from "./tokens";
import { defineRefusals } from "@/server/kernel/texts/define";

const oneTimeTokenRefusals = defineRefusals("one_time_token", {
  code_wrong: { status: 400, text: "code: is not the code that was sent.", field: "code" },
  /** The code has expired, was used, or was mistyped too often. */
  code_expired: { status: 400, text: "The code does not count any more; ask for a new one." },
});

/*
 * Six-digit codes by which a signed-in user proves a phone number or a mailbox. Codes are stored encrypted. A hash would be
 * unsafe, because a code has only a million possible values. A reader of the database could try all of them.
 */

/** Lifetime of a code, in minutes. */
export const CODE_MINUTES = 10;

/** Number of wrong answers after which the code becomes invalid. */
const TRIES = 5;

/** The user, session and purpose of a code. The code is invalid in another session and for another purpose. */
export interface CodeUse {
  userId: number;
  sessionId: number | null;
  purpose: string;
}

/** Creates a code. Returns the code and its encrypted form for storage. */
export function newCode(vault: Ports["vault"]): { code: string; sealed: string } {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  return { code, sealed: vault.encrypt(code) };
}

/** Stores a code that is sent to a number or an address. Ends earlier codes of the same use. Only the newest code is valid. */
export async function keepCode(
  tx: Pick<WriteTx, "oneTimeTokens">,
  { userId, sessionId, purpose }: CodeUse,
  { sealed, sentTo }: { sealed: string; sentTo: string },
  now: Date,
): Promise<void> {
  await endTokens(tx, userId, purpose, now);
  const expiresAt = new Date(+now + CODE_MINUTES * 60_000);
  const data = { sealed, sentTo, sessionId, tries: 0 };
  // The row needs a unique token. Nobody receives this token, because the user enters the code.
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
  // The column contains JSON. All rows of one purpose have the same form, and the query above selects the purpose.
  const kept = row.data as unknown as Kept;
  return kept.sessionId === sessionId ? { id: row.id, kept } : null;
}

/** Returns the address or number to which the valid code was sent. Returns null if no code is valid. */
export const codeSentTo = async (
  tx: Pick<ReadTx, "oneTimeTokens">,
  use: CodeUse,
  now: Date,
): Promise<string | null> => (await keptCode(tx, use, now))?.kept.sentTo ?? null;

/**
 * Compares an entered code with the stored code. A correct code is consumed, and the address or number of the code is returned.
 * A wrong code is counted, and the result is `wrong` or `expired`. The caller must not throw afterwards, because an error would
 * roll back the count. The caller must have locked the user's row. Each of several simultaneous guesses is then counted.
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

/** Returns the error for a wrong or expired code. */
export const refusedCode = (outcome: "wrong" | "expired") =>
  outcome === "wrong" ? oneTimeTokenRefusals.code_wrong() : oneTimeTokenRefusals.code_expired();

function isSame(code: string, typed: string) {
  const [one, other] = [Buffer.from(code), Buffer.from(typed)];
  return one.length === other.length && timingSafeEqual(one, other);
}
