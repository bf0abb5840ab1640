import type { Counters } from "../kernel/concurrency/counters";
import { requestRefusals } from "../kernel/refusals";

const ATTEMPTS = { most: 10, seconds: 300 };

/** Creates the limit on password guesses within a session of the account. */
export function createGuessingLimit(counters: Counters) {
  /** Counts an attempt on this account. Throws 429 if there were too many. */
  return async (account: string): Promise<void> => {
    const seconds = await counters.take({ key: `session-password:${account}`, ...ATTEMPTS });
    if (seconds > 0) throw requestRefusals.too_many_attempts({ seconds }, { retryAfter: seconds });
  };
}
