import type { Logger } from "pino";
import type { Database } from "../../store/database";
import { delayAfter, DISABLE_AFTER_MS } from "./schedule";
import type { Outcome, Sender } from "./sender";

export interface WorkerDeps {
  database: Database;
  sender: Sender;
  decrypt: (sealed: string) => string;
  /** Factor on every retry delay. */
  retryScale: number;
  /** Switches an endpoint off, tells its administrators, and records it. */
  disable: (tenantId: number, webhookId: number, reason: string) => Promise<void>;
  log: Logger;
}

interface Due {
  tenant_id: string;
  id: string;
  webhook_id: string;
  message_id: string;
  body: string;
  attempt_count: number;
  url: string;
  secret_sealed: string;
  failing_ms: number | null;
  powered_by: boolean | null;
}

const POLL_MS = 200;
/** How many deliveries one instance has in hand, in all and for one endpoint. */
const IN_HAND = 1_000;
const IN_HAND_EACH = 25;
/** Longer than an endpoint's share can take when each of it runs into its time-out. */
const CLAIM_SECONDS = 300;
const FLUSH_MS = 20;

interface Result {
  due: Due;
  outcome: Outcome;
}

/**
 * Delivers what is due: an endpoint's deliveries one after another, in the order of their events, and endpoints beside each
 * other, so that a slow one delays nobody else. What was claimed and not finished (a crash) is taken up again by any
 * instance: at least once, and twice only then.
 */
export function startWebhookWorker({
  database: { sql },
  sender,
  decrypt,
  retryScale,
  disable,
  log,
}: WorkerDeps) {
  let stopped = false;
  let wake: (() => void) | null = null;
  const queues = new Map<string, Due[]>();
  const running = new Set<Promise<void>>();
  let inHand = 0;
  let results: Result[] = [];
  let flushing: Promise<void> | null = null;

  const claim = () => {
    const busy = [...queues].filter(([, queue]) => queue.length >= IN_HAND_EACH).map(([id]) => id);
    // An endpoint's share is its oldest; row_number keeps one that has thousands waiting from taking the whole batch.
    return sql<Due[]>`
      with due as (
        select d.tenant_id, d.id, d.webhook_id, d.next_attempt_at from webhook_deliveries d
        where d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until < now())
          and not d.webhook_id = any(${busy}::bigint[])
        order by d.next_attempt_at, d.id limit ${(IN_HAND - inHand) * 4} for update skip locked
      ), share as (
        select *, row_number() over (partition by webhook_id order by next_attempt_at, id) as place from due
      )
      update webhook_deliveries d set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
      from share s, webhooks w left join tenant_settings p on p.tenant_id = w.tenant_id and p.name = 'powered-by'
      where s.place <= ${IN_HAND_EACH} and d.tenant_id = s.tenant_id and d.id = s.id
        and w.tenant_id = d.tenant_id and w.id = d.webhook_id
      returning d.tenant_id, d.id, d.webhook_id, d.message_id, d.body, d.attempt_count, w.url, w.secret_sealed,
        (extract(epoch from now() - w.failing_since) * 1000)::float8 as failing_ms, (p.value->>'webhook')::boolean as powered_by`;
  };

  /** One endpoint's deliveries, one after another. */
  async function work(webhookId: string, queue: Due[]) {
    while (queue.length > 0 && !stopped) {
      const due = queue[0]!;
      const outcome = await sender.send({
        url: due.url,
        secret: decrypt(due.secret_sealed),
        messageId: due.message_id,
        body: due.body,
        poweredBy: due.powered_by ?? true,
      });
      queue.shift();
      inHand -= 1;
      results.push({ due, outcome });
      flushing ??= new Promise((resolve) => setTimeout(resolve, FLUSH_MS)).then(flush);
      const gone = outcome.httpStatus === 410;
      if (gone || (!outcome.ok && (due.failing_ms ?? 0) > DISABLE_AFTER_MS))
        await disable(
          Number(due.tenant_id),
          Number(webhookId),
          gone ? "the receiver is gone (410)" : "it failed for five days",
        );
    }
    queues.delete(webhookId);
  }

  /** Writes down what came of deliveries, many in two statements. */
  async function flush() {
    flushing = null;
    const batch = results;
    results = [];
    if (batch.length === 0) return;
    const rows = batch.map(({ due, outcome }) => {
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
        error: outcome.errorMessage,
        response: outcome.responseBody,
        ms: outcome.durationMs,
      };
    });
    const list = JSON.stringify(rows);
    const shape = sql`jsonb_to_recordset(${list}::text::jsonb) as r(tenant bigint, id bigint, webhook bigint, ok boolean,
      attempts int, status text, delay float8, http int, error text, response text, ms int)`;
    try {
      // A delivery that was dropped meanwhile, because its endpoint was switched off, stays dropped unless it arrived.
      await sql`
        update webhook_deliveries d set status = r.status, attempt_count = r.attempts, http_status = r.http,
          error_message = r.error, response_body = r.response, duration_ms = r.ms, claimed_until = null,
          next_attempt_at = now() + make_interval(secs => r.delay),
          delivered_at = case when r.ok then now() end
        from ${shape} where d.tenant_id = r.tenant and d.id = r.id and (r.ok or d.status <> 'disabled')`;
      await sql`
        update webhooks w set failing_since = case when s.ok then null else coalesce(w.failing_since, now()) end
        from (select tenant, webhook, bool_or(ok) as ok from ${shape} group by tenant, webhook) s
        where w.tenant_id = s.tenant and w.id = s.webhook and (w.failing_since is null) <> s.ok`;
    } catch (error) {
      log.error(
        { err: error, deliveries: batch.length },
        "what came of webhook deliveries could not be written down",
      );
    }
  }

  const loop = async () => {
    while (!stopped) {
      let claimed = 0;
      try {
        const due = inHand < IN_HAND ? await claim() : [];
        claimed = due.length;
        // The order of the events, whatever order the update gave them back in.
        due.sort((one, other) => Number(one.id) - Number(other.id));
        for (const delivery of due) take(delivery);
      } catch (error) {
        log.error({ err: error }, "webhook deliveries could not be claimed");
      }
      if (claimed === 0 && !stopped)
        await new Promise<void>((resolve) => setTimeout((wake = resolve), POLL_MS).unref());
    }
  };

  function take(delivery: Due) {
    inHand += 1;
    const queue = queues.get(delivery.webhook_id);
    if (queue) return void queue.push(delivery);
    const started = [delivery];
    queues.set(delivery.webhook_id, started);
    const job = work(delivery.webhook_id, started)
      .catch((error: unknown) =>
        log.error({ err: error, webhookId: delivery.webhook_id }, "a webhook queue failed"),
      )
      .finally(() => running.delete(job));
    running.add(job);
  }

  const looping = loop();
  return {
    /** Lets what is being sent end, for five seconds at most, and writes it down. */
    stop: async () => {
      stopped = true;
      wake?.();
      await looping;
      await Promise.race([
        Promise.all(running),
        new Promise((resolve) => setTimeout(resolve, 5_000).unref()),
      ]);
      await flush();
      // What was claimed and not sent is for the next one at once.
      const left = [...queues.values()].flat().map(({ id }) => id);
      if (left.length > 0)
        await sql`update webhook_deliveries set claimed_until = null where id = any(${left}::bigint[]) and next_attempt_at is not null`;
      sender.close();
    },
  };
}
