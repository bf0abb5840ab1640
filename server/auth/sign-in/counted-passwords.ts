import type { Ports } from "../../kernel/operation/ports";
import { hashSecret } from "../../kernel/http/client-id";
import type { Database } from "../../store/database";
import type { Candidate } from "./candidates";
import { stampOf } from "./demands";
import type { Subject, Who } from "./flow";

/** Model of these records in the table oidc_payloads. The sweep deletes the rows of this table after their expiry. */
const MODEL = "CountedPassword";

/** Lifetime of a record in milliseconds: 400 days. After it, the password counts once more. */
const LIFETIME_MS = 400 * 86_400_000;

/** An account whose password was wrong, with the account of the same address whose password was right. */
interface Pair {
  wrong: Candidate;
  right: Subject;
}

/**
 * Returns the key of a record: the password of the account `right` was counted as wrong on the account `wrong`. The key contains
 * the stamps of both passwords, so that each new password is a new guess.
 */
const keyOf = ({ wrong, right }: Pair) =>
  hashSecret(
    JSON.stringify([
      [wrong.tenantId, wrong.userId, stampOf(wrong.passwordHash)],
      [right.tenantId, right.userId, right.proofs[0]?.stamp],
    ]),
  );

/**
 * Creates the records of passwords that were right for one account and were counted as wrong on another account of the same
 * address. Such a password counts once, from any browser. A person with several accounts is therefore not locked. An attacker who
 * guesses with the password of an own account uses one count for each guess.
 */
export function createCountedPasswords({ sql }: Pick<Database, "sql">, { clock }: Pick<Ports, "clock">) {
  return {
    /** Returns the accounts on which no password of these subjects was counted before. */
    uncounted: async (wrong: Candidate[], subjects: Subject[]): Promise<Candidate[]> => {
      if (wrong.length === 0) return [];
      const keys = wrong.map((each) => subjects.map((right) => keyOf({ wrong: each, right })));
      const rows = await sql<{ id_hash: string }[]>`
        select id_hash from oidc_payloads
        where model = ${MODEL} and id_hash = any(${keys.flat()}) and expires_at > ${clock().toISOString()}`;
      const counted = new Set(rows.map(({ id_hash }) => id_hash));
      return wrong.filter((_each, index) => !keys[index]!.some((key) => counted.has(key)));
    },

    /** Records that the passwords of these subjects were counted on these accounts. */
    record: async (wrong: Candidate[], counted: Who[], subjects: Subject[]): Promise<void> => {
      const isCounted = ({ tenantId, userId }: Who) =>
        counted.some((who) => who.tenantId === tenantId && who.userId === userId);
      const pairs = wrong
        .filter(isCounted)
        .flatMap((each) => subjects.map((right) => ({ wrong: each, right })));
      const expiresAt = new Date(+clock() + LIFETIME_MS).toISOString();
      for (const pair of pairs)
        await sql`insert into oidc_payloads (model, id_hash, payload, expires_at)
          values (${MODEL}, ${keyOf(pair)}, '{}', ${expiresAt})
          on conflict (model, id_hash) do update set expires_at = excluded.expires_at`;
    },
  };
}

export type CountedPasswords = ReturnType<typeof createCountedPasswords>;
