import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { Database } from "../../store/database";
import { settledWithin } from "../settled-within";
import { createClaims, SHARE, type Due } from "./claims";
import { createLedger } from "./ledger";
import { DISABLE_AFTER_MS } from "./schedule";
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

/** What is in hand for one endpoint; its first delivery is being sent. */
interface Lane {
  queue: Due[];
  failing: boolean;
  /** When its first was sent, and when all of it was claimed. */
  sentAt: number;
  claimedAt: number;
}

const POLL_MS = 200;
/** Between two claims, so that under load one takes many. */
const PAUSE_MS = 20;
/** How many deliveries one instance has in hand, and how many of them to endpoints that are failing. */
const IN_HAND = 1_000;
const IN_HAND_FAILING = 500;
/** A receiver that takes longer gets one delivery at a time, and what waits behind it takes up no room. */
const SLOW_MS = 500;
/** What is in hand for longer is left to whoever claims it next: the claim might run out while it is being sent. */
const STALE_MS = 30_000;
const STOP_MS = 5_000;

/**
 * Delivers what is due: an endpoint's deliveries one after another, in the order of their events, and endpoints beside each
 * other. A failed one is tried again later and the next goes on meanwhile, or one event that a receiver cannot take would
 * hold up all others for days. What was claimed and not finished (a crash) is taken up again by any instance: at least once,
 * and twice only then.
 */
export function startWebhookWorker({ database, sender, decrypt, retryScale, disable, log }: WorkerDeps) {
  const claims = createClaims(database);
  const ledger = createLedger({ sql: database.sql, retryScale, log });
  const lanes = new Map<string, Lane>();
  const slow = new LRUCache<string, true>({ max: 2_000 });
  const running = new Set<Promise<void>>();
  let returned: Due[] = [];
  let stopped = false;
  let hasMore = false;
  let wake: (() => void) | null = null;

  async function attempt(due: Due): Promise<Outcome> {
    try {
      return await sender.send({
        by: due.tenant_id,
        url: due.url,
        secret: decrypt(due.secret_sealed),
        messageId: due.message_id,
        body: due.body,
        poweredBy: due.powered_by ?? true,
      });
    } catch (error) {
      log.error({ err: error, webhookId: due.webhook_id }, "a webhook delivery could not be made");
      const errorMessage = "The delivery could not be signed or sent.";
      return { ok: false, httpStatus: null, responseBody: null, errorMessage, durationMs: 0 };
    }
  }

  /** Why the endpoint is to be switched off, or null. */
  function lost({ failing_ms }: Due, { ok, httpStatus }: Outcome) {
    if (httpStatus === 410) return "the receiver is gone (410)";
    return !ok && (failing_ms ?? 0) > DISABLE_AFTER_MS ? "it failed for five days" : null;
  }

  /** One endpoint's deliveries, one after another. */
  async function work(webhookId: string, lane: Lane) {
    const full = lane.queue.length >= (lane.failing || slow.has(webhookId) ? 1 : SHARE);
    while (lane.queue.length > 0 && !stopped && performance.now() - lane.claimedAt < STALE_MS) {
      const due = lane.queue[0]!;
      lane.sentAt = performance.now();
      const triedAt = new Date();
      const outcome = await attempt(due);
      lane.queue.shift();
      if (performance.now() - lane.sentAt < SLOW_MS / 2) slow.delete(webhookId);
      ledger.add({ due, outcome, triedAt });
      const reason = lost(due, outcome);
      if (reason === null) continue;
      // First what it said, then that it is over.
      await ledger.written();
      await disable(Number(due.tenant_id), Number(webhookId), reason);
      break;
    }
    // There may be more of it.
    if (full) awake();
  }

  function take(deliveries: Due[]) {
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
      const job = work(webhookId, lane)
        .catch((error: unknown) => log.error({ err: error, webhookId }, "a webhook queue failed"))
        .finally(() => {
          returned.push(...lane.queue.splice(0));
          lanes.delete(webhookId);
          running.delete(job);
        });
      running.add(job);
    }
  }

  /** Gives back what waits behind a slow receiver: it would keep the room of those that are not. */
  async function giveBack() {
    for (const [webhookId, lane] of lanes) {
      if (performance.now() - lane.sentAt < SLOW_MS) continue;
      slow.set(webhookId, true);
      returned.push(...lane.queue.splice(1));
    }
    const releasing = returned;
    returned = [];
    await claims.release(releasing);
  }

  async function claim() {
    const busyLanes = [...lanes.values()];
    const count = (some: Lane[]) => some.reduce((sum, { queue }) => sum + queue.length, 0);
    const room = IN_HAND - count(busyLanes);
    // While results cannot be written, what is sent might be sent again.
    if (room <= 0 || ledger.isFailing()) return 0;
    const failingRoom = Math.min(room, IN_HAND_FAILING - count(busyLanes.filter(({ failing }) => failing)));
    const due = await claims.claim({
      room,
      failingRoom,
      busy: [...lanes.keys()],
      unwritten: ledger.unwritten(),
      slow: [...slow.keys()],
    });
    take(due);
    return due.length;
  }

  function awake() {
    hasMore = true;
    wake?.();
  }
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms).unref();
    });

  async function loop() {
    while (!stopped) {
      hasMore = false;
      try {
        await giveBack();
        if ((await claim()) > 0) hasMore = true;
      } catch (error) {
        log.error({ err: error }, "webhook deliveries could not be claimed");
      }
      if (!hasMore && !stopped) await pause(POLL_MS);
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    }
  }

  const looping = loop();
  return {
    /** Lets what is being sent end, for five seconds at most, and writes it down; the rest is for the next one at once. */
    stop: async () => {
      stopped = true;
      wake?.();
      await looping;
      await settledWithin(STOP_MS, running);
      for (const { queue } of lanes.values()) returned.push(...queue.splice(1));
      await ledger.close();
      await claims
        .release(returned)
        .catch((error: unknown) => log.error({ err: error }, "claims could not be given back"));
      sender.close();
    },
  };
}
