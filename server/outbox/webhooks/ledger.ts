import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { TransactionSql } from "postgres";
import type { Database } from "../../store/database";
import type { Due } from "./claims";
import { alertOfGivenUp } from "./given-up";
import { delayAfter } from "./schedule";
import type { Outcome } from "./sender";

interface Deps extends Pick<Database, "sql"> {
  retryScale: number;
  log: Logger;
}

interface Result {
  due: Due;
  outcome: Outcome;
}

/** How long results gather, so that many are written in one statement. */
const GATHER_MS = 20;
const AGAIN_MS = 500;
const BATCH = 1_000;

/** What PostgreSQL can hold as text. */
const storable = (text: string | null) => text?.replaceAll("\0", "").toWellFormed() ?? null;

type Row = ReturnType<typeof rowOf>;

const rowOf = ({ due, outcome }: Result, retryScale: number) => {
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
    error: storable(outcome.errorMessage),
    response: storable(outcome.responseBody),
    ms: outcome.durationMs,
  };
};

/**
 * Writes down what came of deliveries. A result is kept until it is written: forgetting it would send the delivery a second
 * time.
 */
export function createLedger({ sql, retryScale, log }: Deps) {
  const results: Result[] = [];
  let writing: Promise<void> | null = null;
  let failing = false;
  let closed = false;

  /**
   * One statement, so that writing a batch again after a lost connection finds all of it or nothing: a written delivery is
   * not claimed any more. One whose endpoint was switched off meanwhile stays dropped, unless it arrived.
   */
  const write = (on: Database["sql"] | TransactionSql, rows: Row[]) => on`
    with r as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(tenant bigint, id bigint,
        webhook bigint, ok boolean, attempts int, status text, delay float8, http int, error text, response text, ms int)
    ), written as (
      update webhook_deliveries d set attempt_count = r.attempts, http_status = r.http, error_message = r.error,
        response_body = r.response, duration_ms = r.ms, claimed_until = null,
        status = case when d.status = 'disabled' and not r.ok then d.status else r.status end,
        next_attempt_at = case when d.status = 'disabled' then null else now() + make_interval(secs => r.delay) end,
        delivered_at = case when r.ok then now() end
      from r where d.tenant_id = r.tenant and d.id = r.id and d.claimed_until is not null
    )
    update webhooks w set failing_since = case when s.ok then null else now() end
    from (select tenant, webhook, bool_or(ok) as ok from r group by tenant, webhook) s
    where w.tenant_id = s.tenant and w.id = s.webhook and (w.failing_since is null) <> s.ok`;

  /** An alert of what was given up is written with it, or a crash between the two would be told to nobody. */
  async function record(rows: Row[]) {
    const givenUp = rows.filter(({ status }) => status === "exhausted");
    if (givenUp.length === 0) return void (await write(sql, rows));
    await sql.begin(async (tx) => {
      await write(tx, rows);
      await alertOfGivenUp(tx, givenUp);
    });
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
          "what came of webhook deliveries could not be written down yet",
        );
        if (closed) break;
        await sleep(AGAIN_MS, undefined, { ref: false });
      }
    }
    // Here and not when the promise settles: what is added between the two would wait for the next result.
    writing = null;
  }

  const written = () => (writing ??= sleep(GATHER_MS, undefined, { ref: false }).then(writeAll));

  return {
    add: (result: Result) => {
      if (closed) return;
      results.push(result);
      void written();
    },
    /** Settles when everything that was added so far is written. */
    written,
    /** What is not written yet. */
    unwritten: () => results.map(({ due }) => due),
    /** Whether writing does not work at present. */
    isFailing: () => failing,
    /** Writes what there is, once more if that is in vain; takes no more. */
    close: async () => {
      closed = true;
      await writing;
      await writeAll();
    },
  };
}
