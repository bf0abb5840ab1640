import { hash, verify, type Options } from "@node-rs/argon2";
import { LONGEST_PASSWORD } from "../kernel/password-policy";
import type { Ports } from "../kernel/ports";

/**
 * argon2id (RFC 9106) with 64 MiB, four passes, one lane: about 70 ms of one slow core, measured by bench/argon2.mjs against
 * a target of 60 to 100 ms. The hash is argon2id's text form (PHC), which names what it was made with.
 */
export const passwordCost: Cost = { memoryCost: 65_536, timeCost: 4, parallelism: 1 };

type Cost = Required<Pick<Options, "memoryCost" | "timeCost" | "parallelism">>;

/** Passwords by argon2id. It runs on libuv's threads, not on the event loop. */
export function createPasswords(cost: Cost = passwordCost): Ports["passwords"] {
  const made = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  // Where there is no hash, the same work is done for nothing, so that an unknown address takes as long as a wrong
  // password: verifying is hashing and comparing.
  const inVain = (password: string) => hash(password, cost).then(() => false);
  return {
    hash: (password) => hash(password, cost),
    isOutdated: (stored) => !stored.startsWith(made),
    verify: async (stored, password) => {
      // Hashing takes the longer the longer a text is. No account has such a password.
      if (password.length > 2 * LONGEST_PASSWORD) return inVain("");
      if (stored === null) return inVain(password);
      const [matches] = await Promise.all([
        verify(stored, password).catch(() => false),
        // A hash made at another cost takes another time, which would tell that the account exists.
        stored.startsWith(made) ? null : inVain(password),
      ]);
      return matches;
    },
  };
}
