import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Database } from "../../../store/database";
import { createSideJobs } from "../../../outbox/side-jobs";
import { startLoop } from "../../../outbox/worker-loop";
import { createClaims, SHARE, type Due } from "./claims";
import { createLedger, DISABLE_AFTER_MS } from "./ledger";
import type { Outcome, Sender } from "./sender";
import { defineTexts } from "@/server/kernel/texts/define";

const deliveryTexts = defineTexts("delivery", { not_sent: "The delivery could not be signed or sent." });

export interface WorkerDeps {
  database: Database;
  sender: Sender;
  decrypt: (sealed: string) => string;
  /** Factor on every retry delay. */
  retryScale: number;
  /** Disables an endpoint, records it and raises an alert. */
  disable: (tenantId: number, webhookId: number, reason: "gone" | "failing") => Promise<void>;
  log: Logger;
}

/** Claimed deliveries of one endpoint. The first of them is being sent. */
interface Lane {
  queue: Due[];
  failing: boolean;
  /** Start of the request in progress, in milliseconds of `performance.now()`. */
  sentAt: number;
  claimedAt: number;
}

const IDLE_MS = 200;
/** Time in milliseconds before each claim, so that one claim takes many deliveries under load. */
const COLLECT_MS = 20;
/** Maximum number of claimed deliveries of one instance, in total and to failing endpoints. */
const MAX_CLAIMED = 1_000;
const MAX_CLAIMED_FAILING = 500;
/** A receiver that needs more milliseconds gets one delivery at a time. The deliveries that wait for it are released. */
const SLOW_MS = 500;
/** Deliveries that were claimed more milliseconds ago are not sent: the claim could expire during the request. */
const STALE_MS = 30_000;
/** Maximum time in milliseconds for requests in progress when the process ends. */
const STOP_MS = 5_000;

/**
 * Starts to send the deliveries that are due. Sends to several endpoints at the same time. The deliveries of one endpoint are sent one
 * after another, in the order of their events. A failed delivery is retried later and does not stop the next one, because an event that a
 * receiver refuses would delay all others for days. Other instances claim the unfinished deliveries of a crashed instance. A delivery
 * is sent at least once, and twice only after a crash.
 */
export function startWebhookWorker({ database, sender, decrypt, retryScale, disable, log }: WorkerDeps) {
  const claims = createClaims(database);
  const ledger = createLedger({ sql: database.sql, retryScale, log });
  const lanes = new Map<string, Lane>();
  const slow = new LRUCache<string, true>({ max: 2_000 });
  /** Jobs that send the deliveries of a lane, by endpoint. */
  const sending = createSideJobs<string>(log, "a webhook queue failed");
  /** Deliveries to release: claimed, but not sent. */
  let unsent: Due[] = [];
  let stopped = false;

  async function attempt(due: Due): Promise<Outcome> {
    try {
      return await sender.send({
        by: due.tenant_id,
        url: due.url,
        secrets: [due.secret_sealed, due.old_secret_sealed ?? []].flat().map(decrypt),
        messageId: due.message_id,
        body: due.body,
        poweredBy: due.powered_by ?? true,
      });
    } catch (error) {
      log.error({ err: error, webhookId: due.webhook_id }, "a webhook delivery could not be made");
      const errorMessage = deliveryTexts.not_sent();
      return { ok: false, httpStatus: null, responseBody: null, errorMessage, durationMs: 0 };
    }
  }

  /** Returns the reason to disable the endpoint, or null. */
  function disableReason({ failing_ms }: Due, { ok, httpStatus }: Outcome): "gone" | "failing" | null {
    if (httpStatus === 410) return "gone";
    return !ok && (failing_ms ?? 0) > DISABLE_AFTER_MS ? "failing" : null;
  }

  /** Sends one endpoint's deliveries, one after another. */
  async function sendLane(webhookId: string, lane: Lane) {
    const isFull = lane.queue.length >= (lane.failing || slow.has(webhookId) ? 1 : SHARE);
    while (lane.queue.length > 0 && !stopped && performance.now() - lane.claimedAt < STALE_MS) {
      const due = lane.queue[0]!;
      lane.sentAt = performance.now();
      const triedAt = new Date();
      const outcome = await attempt(due);
      lane.queue.shift();
      if (performance.now() - lane.sentAt < SLOW_MS / 2) slow.delete(webhookId);
      ledger.add({ due, outcome, triedAt });
      const reason = disableReason(due, outcome);
      if (reason === null) continue;
      // Stores the answer before the endpoint is disabled.
      await ledger.written();
      await disable(Number(due.tenant_id), Number(webhookId), reason);
      break;
    }
    // More deliveries of the endpoint may be due.
    if (isFull) loop.wake();
  }

  /** Starts a lane for each endpoint of these deliveries. */
  function startLanes(deliveries: Due[]) {
    const claimedAt = performance.now();
    const shares = new Map<string, Due[]>();
    for (const due of deliveries) {
      const share = shares.get(due.webhook_id);
      if (share) share.push(due);
      else shares.set(due.webhook_id, [due]);
    }
    for (const [webhookId, queue] of shares) {
      const lane = { queue, failing: queue[0]!.failing_ms !== null, sentAt: claimedAt, claimedAt };
      lanes.set(webhookId, lane);
      const job = sendLane(webhookId, lane).finally(() => {
        unsent.push(...lane.queue.splice(0));
        lanes.delete(webhookId);
      });
      sending.add(webhookId, job, { webhookId });
    }
  }

  /** Releases the deliveries that wait for a slow receiver, so that deliveries to other receivers can be claimed. */
  async function release() {
    for (const [webhookId, lane] of lanes) {
      if (performance.now() - lane.sentAt < SLOW_MS) continue;
      slow.set(webhookId, true);
      unsent.push(...lane.queue.splice(1));
    }
    const releasing = unsent;
    unsent = [];
    await claims.release(releasing);
  }

  /** Claims deliveries that are due and starts to send them. Returns true if there were any. */
  async function claim() {
    const busyLanes = [...lanes.values()];
    const count = (some: Lane[]) => some.reduce((sum, { queue }) => sum + queue.length, 0);
    const limit = MAX_CLAIMED - count(busyLanes);
    // While results cannot be stored, a delivery could be sent a second time.
    if (limit <= 0 || ledger.isFailing()) return false;
    const failingLimit = Math.min(
      limit,
      MAX_CLAIMED_FAILING - count(busyLanes.filter(({ failing }) => failing)),
    );
    const due = await claims.claim({
      limit,
      failingLimit,
      busy: [...lanes.keys()],
      unwritten: ledger.unwritten(),
      slow: [...slow.keys()],
    });
    startLanes(due);
    return due.length > 0;
  }

  const loop = startLoop({
    work: async () => {
      await release();
      return claim();
    },
    idleMs: IDLE_MS,
    collectMs: COLLECT_MS,
    log,
    failure: "webhook deliveries could not be claimed",
  });
  return {
    /** Waits for requests in progress, five seconds at most, stores their results and releases the other deliveries. */
    stop: async () => {
      stopped = true;
      await loop.stop();
      await sending.settled(STOP_MS);
      for (const { queue } of lanes.values()) unsent.push(...queue.splice(1));
      await ledger.close();
      await claims
        .release(unsent)
        .catch((error: unknown) => log.error({ err: error }, "claims could not be given back"));
      sender.close();
    },
  };
}
