import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { requestRefusals } from "../kernel/refusals/requests";

const WINDOW_SECONDS = 60;

/**
 * Limits the requests per minute of one credential, counted in this process. The answer's headers follow
 * draft-ietf-httpapi-ratelimit-headers. They contain the policy and the number of remaining requests.
 */
export function createRequestLimit(perMinute: () => Promise<number>) {
  let limiter = new RateLimiterMemory({ points: 1, duration: WINDOW_SECONDS });
  return async function count(key: string): Promise<Record<string, string>> {
    const limit = await perMinute();
    if (limiter.points !== limit)
      limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
    const policy = `"default";q=${limit};w=${WINDOW_SECONDS}`;
    const headers = (state: RateLimiterRes) => ({
      "ratelimit-policy": policy,
      ratelimit: `"default";r=${Math.max(0, state.remainingPoints)};t=${Math.ceil(state.msBeforeNext / 1000)}`,
    });
    try {
      return headers(await limiter.consume(key));
    } catch (state) {
      if (state instanceof Error) throw state;
      const retryAfter = Math.ceil((state as RateLimiterRes).msBeforeNext / 1000);
      throw requestRefusals.rate_limited(
        { max: limit, seconds: retryAfter },
        { retryAfter, headers: headers(state as RateLimiterRes) },
      );
    }
  };
}
