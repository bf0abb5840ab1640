import { availableParallelism } from "node:os";
import { hash, verify, type Options } from "@node-rs/argon2";
import { LONGEST_PASSWORD } from "../kernel/password-policy";
import type { Ports } from "../kernel/ports";
import { createFairQueue, QueueFull } from "../kernel/fair-queue";
import { passwordRefusals } from "../kernel/refusals/passwords";

/**
 * argon2id (RFC 9106) with 64 MiB, four passes, one lane: about 70 ms of one slow core, measured by bench/argon2.mjs against
 * a target of 60 to 100 ms. The hash is argon2id's text form (PHC), which names what it was made with.
 */
export const passwordCost: Cost = { memoryCost: 65_536, timeCost: 4, parallelism: 1 };

type Cost = Required<Pick<Options, "memoryCost" | "timeCost" | "parallelism">>;

/**
 * How many hashes are made at once, and how many more wait. More at once than there are threads (libuv's four, unless the
 * environment says otherwise) or cores would make none of them faster; a waiting one takes no memory to speak of.
 */
const LIMITS = {
  running: Math.max(1, Math.min(Number(process.env["UV_THREADPOOL_SIZE"]) || 4, availableParallelism())),
  waiting: 500,
};

/** Who a hash is made for where nobody says it. */
const SOMEBODY = "";

/** Passwords by argon2id. It runs on libuv's threads, not on the event loop. */
export function createPasswords(cost: Cost = passwordCost, limits = LIMITS): Ports["passwords"] {
  const made = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const queue = createFairQueue(limits);

  async function inTurn<T>(by: string, work: () => Promise<T>): Promise<T> {
    try {
      return await queue.run(by, work);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw passwordRefusals.too_many_waiting({ retryAfter: 5 });
    }
  }
  const hashed = (password: string, by: string) => inTurn(by, () => hash(password, cost));
  // Where there is no hash, the same work is done for nothing, so that an unknown address takes as long as a wrong
  // password: verifying is hashing and comparing.
  const inVain = (password: string, by: string) => hashed(password, by).then(() => false);
  return {
    hash: (password, by = SOMEBODY) => hashed(password, by),
    isOutdated: (stored) => !stored.startsWith(made),
    verify: async (stored, password, by = SOMEBODY) => {
      // The time to hash grows with the length. No account has such a password.
      if (password.length > 2 * LONGEST_PASSWORD) return inVain("", by);
      if (stored === null) return inVain(password, by);
      const [matches] = await Promise.all([
        inTurn(by, () => verify(stored, password).catch(() => false)),
        // A hash made at another cost takes another time, which would tell that the account exists.
        stored.startsWith(made) ? null : inVain(password, by),
      ]);
      return matches;
    },
  };
}
