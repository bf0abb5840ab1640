const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays in milliseconds after each failed attempt. After the last one, the delivery is exhausted. */
const retryDelays = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  24 * HOUR,
];

/** Time in milliseconds after which a failing endpoint is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;

/**
 * Returns the milliseconds until the next attempt after `failures` failed ones, or null if there is none. Random within ±20 %,
 * so that many retries do not come at the same time.
 */
export function delayAfter(failures: number, scale: number, random = Math.random): number | null {
  const delay = retryDelays[failures - 1];
  return delay === undefined ? null : Math.round(delay * scale * (0.8 + 0.4 * random()));
}
