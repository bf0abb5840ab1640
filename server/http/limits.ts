import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { Counts } from "../kernel/concurrency/counters";
import { requestRefusals } from "../kernel/refusals";

const WINDOW_SECONDS = 60;

/** Time in milliseconds after which an instance reports its requests to the others. */
const REPORT_MS = 500;

/**
 * Limits the requests per minute of one credential. The answer's headers follow draft-ietf-httpapi-ratelimit-headers. They contain
 * the policy and the number of remaining requests.
 *
 * Each instance decides by its own count, without a statement for each request. Twice a second it adds its requests to the count
 * of all instances, and continues with the sum. Together, the instances admit more than the limit only by the requests of one such
 * interval.
 */
export function createRequestLimit(
  perMinute: () => Promise<number>,
  counts: Counts,
  schedule = (report: () => Promise<void>) => void setTimeout(() => void report(), REPORT_MS).unref(),
) {
  let limiter = new RateLimiterMemory({ points: 1, duration: WINDOW_SECONDS });
  /** Admitted requests that this instance has not reported, by credential. */
  let unreported = new Map<string, number>();
  let reporting = false;

  async function report() {
    const reported = [...unreported];
    unreported = new Map();
    reporting = false;
    const additions = reported.map(([key, points]) => ({
      key: `requests:${key}`,
      seconds: WINDOW_SECONDS,
      points,
    }));
    const sums = await counts.add(additions);
    for (const [index, [key]] of reported.entries()) {
      const { points, left } = sums[index]!;
      // Requests that arrived during the statement are reported next.
      await limiter.set(key, points + (unreported.get(key) ?? 0), Math.max(1, Math.ceil(left / 1_000)));
    }
  }

  function admitted(key: string) {
    unreported.set(key, (unreported.get(key) ?? 0) + 1);
    // Without the database this instance continues with its own count.
    if (!reporting) schedule(() => report().catch(() => {}));
    reporting = true;
  }

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
      const state = await limiter.consume(key);
      admitted(key);
      return headers(state);
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
