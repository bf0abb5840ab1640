import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { TransactionSql } from "postgres";
import { toStoredText } from "@/db/kit";
import type { CodedText } from "../../../kernel/texts/define";
import type { Database } from "../../../store/database";
import type { Due } from "./claims";
import { alertOfGivenUp } from "./given-up";
import type { Outcome } from "./sender";

interface Deps extends Pick<Database, "sql"> {
  retryScale: number;
  log: Logger;
}

interface Result {
  due: Due;
  outcome: Outcome;
  /** Start of the request. */
  triedAt: Date;
}

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
function delayAfter(failures: number, scale: number, random = Math.random): number | null {
  const delay = retryDelays[failures - 1];
  return delay === undefined ? null : Math.round(delay * scale * (0.8 + 0.4 * random()));
}

/** Time in milliseconds for which results are collected, so that one statement stores many. */
const COLLECT_MS = 20;
/** Pause in milliseconds after results could not be stored. */
const RETRY_MS = 500;
const BATCH = 1_000;
/** Number of attempts that are kept besides the last one: all retries, and as many of a replay. */
const EARLIER_TRIES = 20;

/** Removes characters that PostgreSQL cannot store as text. */
const storable = (text: string) => text.replaceAll("\0", "").toWellFormed();

/** The same for a text. Coded texts contain no such characters. */
const storableText = (text: CodedText | string) => (typeof text === "string" ? storable(text) : text);

type Row = ReturnType<typeof rowOf>;

/** State of an endpoint: `ok` is true if its last results contain a success. The ids are texts, as the driver returns them. */
interface State {
  tenant: string;
  webhook: string;
  ok: boolean;
}

const rowOf = ({ due, outcome, triedAt }: Result, retryScale: number) => {
  const attempts = due.attempt_count + 1;
  const delay = outcome.ok ? null : delayAfter(attempts, retryScale);
  return {
    tenant: due.tenant_id,
    id: due.id,
    webhook: due.webhook_id,
    ok: outcome.ok,
    attempts,
    status: outcome.ok ? "delivered" : delay === null ? "exhausted" : "failed",
    delay: delay === null ? null : delay / 1_000,
    http: outcome.httpStatus,
    error: outcome.errorMessage && toStoredText(storableText(outcome.errorMessage)),
    response: outcome.responseBody && storable(outcome.responseBody),
    ms: outcome.durationMs,
    at: triedAt,
  };
};

/** Creates the store of results. It keeps a result until it is stored, because a lost result would repeat the delivery. */
export function createLedger({ sql, retryScale, log }: Deps) {
  const results: Result[] = [];
  /** States of endpoints whose rows were locked when the last results were stored. */
  let missed = new Map<string, State>();
  let writing: Promise<void> | null = null;
  let failing = false;
  let closed = false;

  /**
   * Stores results in one statement, so that a retry after a lost connection finds either all or none of the results. A stored
   * delivery has no claim. A delivery of an endpoint that was disabled meanwhile stays dropped, unless it succeeded. The
   * previous attempt moves to the table of earlier attempts. Returns the states of endpoints whose rows are locked. They are
   * stored with later results, so that a transaction of one organization does not delay the results of others.
   */
  const write = (on: TransactionSql, rows: Row[]) => on<State[]>`
    with r as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(tenant bigint, id bigint,
        webhook bigint, ok boolean, attempts int, status text, delay float8, http int, error text, response text, ms int,
        at timestamptz)
    ), before as materialized (
      -- The rows at the beginning of this statement.
      select d.* from webhook_deliveries d join r on d.tenant_id = r.tenant and d.id = r.id
      where d.claimed_until is not null and d.tried_at is not null
    ), moved as (
      insert into webhook_tries (tenant_id, delivery_id, tried_at, http_status, error_message, response_body, duration_ms)
      select tenant_id, id, tried_at, http_status, error_message, response_body, duration_ms from before
    ), dropped as (
      delete from webhook_tries t using (
        select e.tenant_id, e.id, row_number() over (partition by e.tenant_id, e.delivery_id order by e.id desc) as place
        from webhook_tries e join before b on b.tenant_id = e.tenant_id and b.id = e.delivery_id
      ) e where t.tenant_id = e.tenant_id and t.id = e.id and e.place >= ${EARLIER_TRIES}::int
    ), written as (
      update webhook_deliveries d set attempt_count = r.attempts, http_status = r.http, error_message = r.error,
        response_body = r.response, duration_ms = r.ms, tried_at = r.at, claimed_until = null,
        status = case when d.status = 'disabled' and not r.ok then d.status else r.status end,
        next_attempt_at = case when d.status = 'disabled' then null else now() + make_interval(secs => r.delay) end,
        delivered_at = case when r.ok then now() end
      from r where d.tenant_id = r.tenant and d.id = r.id and d.claimed_until is not null
    ), states as materialized (
      select tenant, webhook, bool_or(ok) as ok from r group by tenant, webhook
      union all
      select m.tenant, m.webhook, m.ok
      from jsonb_to_recordset(${JSON.stringify([...missed.values()])}::text::jsonb) as m(tenant bigint, webhook bigint, ok boolean)
      where not exists (select from r where r.tenant = m.tenant and r.webhook = m.webhook)
    ), changed as materialized (
      select w.tenant_id, w.id, s.ok from webhooks w
      join states s on w.tenant_id = s.tenant and w.id = s.webhook and (w.failing_since is null) <> s.ok
      for no key update of w skip locked
    ), updated as (
      update webhooks w set failing_since = case when c.ok then null else now() end
      from changed c where w.tenant_id = c.tenant_id and w.id = c.id
    )
    select s.tenant, s.webhook, s.ok from states s
    join webhooks w on w.tenant_id = s.tenant and w.id = s.webhook and (w.failing_since is null) <> s.ok
    where not exists (select from changed c where c.tenant_id = s.tenant and c.id = s.webhook)`;

  /**
   * Stores results. Raises the alert of an exhausted delivery in the same transaction, so that a crash cannot lose it. Uses a
   * connection of its own: the driver would send other statements behind one that waits for a row.
   */
  async function record(rows: Row[]) {
    const givenUp = rows.filter(({ status }) => status === "exhausted");
    const skipped = await sql.begin(async (tx) => {
      const states = await write(tx, rows);
      if (givenUp.length > 0) await alertOfGivenUp(tx, givenUp);
      return states;
    });
    missed = new Map(skipped.map((state) => [`${state.tenant}/${state.webhook}`, state]));
  }

  async function writeAll() {
    while (results.length > 0) {
      const batch = results.slice(0, BATCH);
      try {
        await record(batch.map((result) => rowOf(result, retryScale)));
        results.splice(0, batch.length);
        failing = false;
      } catch (error) {
        failing = true;
        log.error(
          { err: error, deliveries: results.length },
          "results of webhook deliveries could not be stored yet",
        );
        if (closed) break;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    // Reset here and not after the promise settles: a result that is added in between would otherwise wait
    // for the next one.
    writing = null;
  }

  const written = () => (writing ??= sleep(COLLECT_MS, undefined, { ref: false }).then(writeAll));

  return {
    add: (result: Result) => {
      if (closed) return;
      results.push(result);
      void written();
    },
    /** Resolves when all results so far are stored. */
    written,
    /** Returns the deliveries whose results are not stored yet. */
    unwritten: () => results.map(({ due }) => due),
    /** Returns true if the last attempt to store results failed. */
    isFailing: () => failing,
    /** Stores the remaining results, with one retry. Ignores further results. */
    close: async () => {
      closed = true;
      await writing;
      await writeAll();
    },
  };
}
