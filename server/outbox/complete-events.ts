import type { Database } from "../store/database";

/** Ids of events are complete up to `newest` when all transactions before `xmax` have ended, or after some time. */
interface Mark {
  newest: number;
  xmax: number;
  at: number;
}

export interface Complete {
  /** The newest event to take now; null if there is none. */
  upTo: number | null;
  /** True if there are newer events, which wait for transactions in progress. */
  waiting: boolean;
}

/**
 * Maximum time in milliseconds for which events wait for transactions in progress, including those of other organizations. The events
 * of a longer transaction come later in the order.
 */
const PATIENCE_MS = 500;

/**
 * Creates the function that returns the id up to which the outbox is complete. Ids are drawn before the commit, so an event can become
 * visible after a newer event. Only transactions that were in progress when the newer event was visible can write an older event. The
 * function therefore marks the newest visible id, and waits until these transactions have ended.
 */
export function createCompleteEvents({ sql }: Pick<Database, "sql">, now = () => performance.now()) {
  let marks: Mark[] = [];
  return async (): Promise<Complete> => {
    const [row] = await sql<{ newest: string | null; xmin: string; xmax: string }[]>`
      select max(event_id) as newest, pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
        pg_snapshot_xmax(pg_current_snapshot())::text as xmax
      from outbox_events`;
    if (!row || row.newest === null) {
      marks = [];
      return { upTo: null, waiting: false };
    }
    const newest = Number(row.newest);
    const xmax = Number(row.xmax);
    // No transaction with a write is in progress.
    if (row.xmin === row.xmax) {
      marks = [];
      return { upTo: newest, waiting: false };
    }
    const at = now();
    const isOver = (mark: Mark) => Number(row.xmin) >= mark.xmax || at - mark.at >= PATIENCE_MS;
    const upTo = marks.findLast(isOver)?.newest ?? null;
    marks = marks.filter((mark) => !isOver(mark));
    if (newest > (marks.at(-1)?.newest ?? upTo ?? 0)) marks.push({ newest, xmax, at });
    return { upTo, waiting: marks.length > 0 };
  };
}
