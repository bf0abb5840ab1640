import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { requestRefusals } from "../kernel/refusals/requests";

const ATTEMPTS = 10;
const WINDOW_SECONDS = 300;

/** Creates the limit on password guesses within a session of the account. */
export function createGuessingLimit() {
  const limiter = new RateLimiterMemory({ points: ATTEMPTS, duration: WINDOW_SECONDS });
  /** Counts an attempt on this account. Throws 429 if there were too many. */
  return async (account: string): Promise<void> => {
    try {
      await limiter.consume(account);
    } catch (state) {
      if (state instanceof Error) throw state;
      const retryAfter = Math.ceil((state as RateLimiterRes).msBeforeNext / 1_000);
      throw requestRefusals.too_many_attempts({ seconds: retryAfter }, { retryAfter });
    }
  };
}
