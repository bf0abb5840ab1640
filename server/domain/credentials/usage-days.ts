/** Number of days in a credential's usage statistics. */
export const USAGE_DAYS_SHOWN = 30;
const DAY_MS = 86_400_000;

interface Counts {
  requests: number;
  refused: number;
  limited: number;
  failed: number;
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const firstDay = (now: Date) => now.getTime() - (USAGE_DAYS_SHOWN - 1) * DAY_MS;

/** Returns the first day (UTC) of the statistics, as `YYYY-MM-DD`. */
export const usageSince = (now: Date) => dateOf(firstDay(now));

/** Returns the days of the statistics up to today, oldest first. Includes days without requests. */
export function usageDays(counted: readonly (Counts & { day: string })[], now: Date) {
  const byDate = new Map(counted.map((count) => [count.day, count]));
  return Array.from({ length: USAGE_DAYS_SHOWN }, (_, index) => {
    const date = dateOf(firstDay(now) + index * DAY_MS);
    const { requests = 0, refused = 0, limited = 0, failed = 0 } = byDate.get(date) ?? {};
    return { date, requests, refused, limited, failed };
  });
}
