import { availableParallelism } from "node:os";
import { hash, verify, type Options } from "@node-rs/argon2";
import { LONGEST_PASSWORD } from "../kernel/strings/password-policy";
import { composed } from "../kernel/strings/composed";
import type { Ports } from "../kernel/operation/ports";
import { createFairQueue, QueueFull, type FairQueueLimits } from "../kernel/concurrency/fair-queue";
import { defineRefusals } from "../kernel/texts/define";

const passwordRefusals = defineRefusals("password", {
  /** Too many passwords wait to be hashed. */
  too_many_waiting: {
    status: 503,
    text: "Too many people are signing in right now; try again shortly.",
  },
});

/** Cost of a hash with argon2id (RFC 9106): memory in KiB, passes and lanes. The text form of the hash (PHC) contains it. */
export type PasswordCost = Required<Pick<Options, "memoryCost" | "timeCost" | "parallelism">>;

/** Maximum number of hashes that run. More than threads (four in libuv by default) or cores are not faster. */
const running = Math.max(1, Math.min(Number(process.env["UV_THREADPOOL_SIZE"]) || 4, availableParallelism()));

/**
 * Limits of concurrent hashes. One network gets at most all places but one, so that others always have a place. A waiting hash takes
 * almost no memory. The maximum wait is shorter than the patience of proxies and people.
 */
const LIMITS: FairQueueLimits = {
  running,
  ofOne: Math.max(1, running - 1),
  waiting: 500,
  patienceMs: 15_000,
};

/** Key of the queue for hashes without a network. */
const SOMEBODY = "";

/**
 * Creates the hashing of passwords with argon2id at this cost (`PASSWORD_COST`, server/edge/config.ts). It runs on libuv's threads, not on
 * the event loop.
 */
export function createPasswords(cost: PasswordCost, limits = LIMITS): Ports["passwords"] {
  const made = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  const queue = createFairQueue(limits);

  async function inTurn<T>(by: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await queue.run(by, work, signal);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw passwordRefusals.too_many_waiting({ retryAfter: 5 });
    }
  }
  const hashed = (password: string, by: string, signal?: AbortSignal) =>
    inTurn(by, () => hash(password, cost), signal);
  // Without a stored hash, does the same work without a result, so that an unknown address takes as long as a
  // wrong password. A verification consists of hashing and comparing.
  const inVain = (password: string, by: string, signal?: AbortSignal) =>
    hashed(password, by, signal).then(() => false);
  async function matches(stored: string | null, password: string, by: string, signal?: AbortSignal) {
    if (stored === null) return inVain(password, by, signal);
    const [isRight] = await Promise.all([
      inTurn(by, () => verify(stored, password).catch(() => false), signal),
      // A hash with another cost takes another time, which would reveal that the account exists.
      stored.startsWith(made) ? null : inVain(password, by, signal),
    ]);
    return isRight;
  }
  return {
    hash: (password, by = SOMEBODY) => hashed(composed(password), by),
    isOutdated: (stored) => !stored.startsWith(made),
    verify: async (stored, password, by = SOMEBODY, signal) => {
      // The time to hash grows with the length, and no account has such a long password.
      if (composed(password).length > 2 * LONGEST_PASSWORD) return inVain("", by, signal);
      // Versions before 0.2.0 hashed a password as it was typed.
      for (const spelling of new Set([composed(password), password]))
        if (await matches(stored, spelling, by, signal)) return true;
      return false;
    },
  };
}
