const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after each failed try; when they are used up, the delivery is exhausted. */
export const retryDelays = [
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

/** How long an endpoint may fail before it is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;

/**
 * Milliseconds until the next try after this many failed ones, ±20 % so that the tries of many do not come at once; null:
 * no more.
 */
export function delayAfter(failures: number, scale: number, random = Math.random): number | null {
  const delay = retryDelays[failures - 1];
  return delay === undefined ? null : Math.round(delay * scale * (0.8 + 0.4 * random()));
}
