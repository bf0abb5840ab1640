import { randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { factors } from "@/db/tenant/sign-ins";
import { hashSecret } from "@/server/kernel/client-id";
import type { Row, WriteTx } from "@/server/kernel/store";

type Tx = Pick<WriteTx, "factors">;

const CODES = 10;
/** Crockford's alphabet, in which no two letters look alike. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits: enough that a fast hash keeps them. */
const LETTERS = 16;

const newCode = () =>
  Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join("")
    .replace(/(.{4})(?=.)/g, "$1-");

/** As it is hashed: how people write a code, and what they misread, makes no difference. */
const normalized = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");

const ofPerson = (userId: number) => and(eq(factors.userId, userId), eq(factors.kind, "recovery_codes"))!;

const hashesOf = ({ data }: Pick<Row<typeof factors>, "data">) =>
  (data["hashes"] as string[] | undefined) ?? [];

/** How many of them are unused. */
export const codesLeft = (row: Pick<Row<typeof factors>, "data">) => hashesOf(row).length;

/** Ten new recovery codes in place of those before, which open nothing from then on. They are not kept: show them now. */
export async function makeRecoveryCodes(tx: Tx, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.factors.removeWhere(ofPerson(userId));
  await tx.factors.insert({
    userId,
    kind: "recovery_codes",
    data: { hashes: codes.map((code) => hashSecret(normalized(code))) },
    createdAt: now,
    verifiedAt: now,
  });
  return codes;
}

/** Uses up a recovery code; tells whether it was one of the person's, unused. Two requests with one code: one gets in. */
export async function useRecoveryCode(tx: Tx, userId: number, code: string, now: Date): Promise<boolean> {
  const found = await tx.factors.find(ofPerson(userId));
  const held = found && (await tx.factors.lock(found.id));
  if (!held) return false;
  const hash = hashSecret(normalized(code));
  const before = hashesOf(held);
  const hashes = before.filter((each) => each !== hash);
  if (hashes.length === before.length) return false;
  await tx.factors.update(held.id, { data: { ...held.data, hashes }, lastUsedAt: now });
  return true;
}

/** Takes a person's recovery codes away; tells whether there were any. */
export const removeRecoveryCodes = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.factors.removeWhere(ofPerson(userId))) > 0;
