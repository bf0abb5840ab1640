import { randomInt } from "node:crypto";
import { hashSecret } from "@/server/kernel/http/client-id";
import { factorStoreOf, type FactorRow, type FactorTx } from "../factor-store";
import type { FactorKindModule, TypedCode } from "./factor-kind";

const CODES = 10;
/** Letters and digits of Crockford's base 32. The alphabet omits letters that look alike. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** Number of characters in a code. 16 characters have 80 random bits. A fast hash is therefore enough for storage. */
const LETTERS = 16;

const newCode = () =>
  Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join("")
    .replace(/(.{4})(?=.)/g, "$1-");

/**
 * Returns the canonical form of a code for hashing. Ignores letter case and separators. Corrects letters that look like digits.
 */
const normalized = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");

const hashesOf = ({ data }: Pick<FactorRow, "data">) => (data["hashes"] as string[] | undefined) ?? [];

/**
 * Replaces a user's recovery codes and returns ten new codes. The previous codes stop working. The database contains only
 * hashes of the codes. The caller must therefore show the codes at once.
 */
export async function makeRecoveryCodes(tx: FactorTx, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  const factorStore = factorStoreOf(tx);
  await factorStore.removeAll(userId, "recovery_codes");
  await factorStore.add({
    userId,
    kind: "recovery_codes",
    data: { hashes: codes.map((code) => hashSecret(normalized(code))) },
    createdAt: now,
    verifiedAt: now,
  });
  return codes;
}

/**
 * Consumes a recovery code. Returns the id of the factor, or null if the code is wrong. If two simultaneous requests have the
 * same code, only one of them succeeds.
 */
export async function useRecoveryCode(
  tx: FactorTx,
  { userId, code }: Omit<TypedCode, "vault">,
  now: Date,
): Promise<number | null> {
  const factorStore = factorStoreOf(tx);
  const [found] = await factorStore.list(userId, "recovery_codes");
  const held = found && (await factorStore.lock(found.id));
  if (!held) return null;
  const hash = hashSecret(normalized(code));
  const before = hashesOf(held);
  const hashes = before.filter((each) => each !== hash);
  if (hashes.length === before.length) return null;
  await factorStore.update(held.id, { data: { ...held.data, hashes }, lastUsedAt: now });
  return held.id;
}

/** Removes a user's recovery codes. Returns true if there were any. */
export const removeRecoveryCodes = async (tx: FactorTx, userId: number): Promise<boolean> =>
  (await factorStoreOf(tx).removeAll(userId, "recovery_codes")) > 0;

export const recoveryCodes: FactorKindModule<"recovery_codes"> = {
  details: (row) => ({ codesLeft: hashesOf(row).length }),
  standing: ({ codesLeft }) => (codesLeft === 0 ? "none" : "usable"),
  verifyCode: useRecoveryCode,
  generate: (check) =>
    check.record({
      data: check.record({ hashes: check.array(check.string().map(hashSecret), { maxLength: CODES }) }),
    }),
};
