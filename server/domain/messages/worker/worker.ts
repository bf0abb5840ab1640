import type { Logger } from "pino";
import { composeMessage, NoContent, readLook, type ContentPorts } from "../content";
import { CodedError } from "../../../kernel/texts/text";
import type { Stores } from "../../../kernel/operation/store";
import type { Database } from "../../../store/database";
import { startLoop } from "../../../outbox/worker-loop";
import { createMessageClaims, type DueMessage, type Result } from "./claims";
import { Undeliverable, type Outgoing } from "./outlet";
import type { Outlets } from "./outlets";
import { shortLived } from "../templates";
import { defineTexts } from "@/server/kernel/texts/define";

const deliveryTexts = defineTexts("delivery", {
  channel_missing: "The operator has not set this channel up.",
});

export interface MessageWorkerDeps {
  database: Pick<Database, "sql">;
  stores: Stores;
  ports: ContentPorts;
  outlets: Outlets;
  log: Logger;
}

const IDLE_MS = 250;
const BATCH = 20;
const TRIM_MS = 3_600_000;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Three attempts within ten minutes: a code is useless later. */
const quick = [1 * MINUTE, 5 * MINUTE];
const patient = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];

/** Returns the seconds until the next attempt after `attempts` attempts, or null after the last one. */
const secondsAfter = (template: string, attempts: number): number | null =>
  (shortLived.has(template) ? quick : patient)[attempts - 1] ?? null;

/** Returns the reason of a failed attempt. Errors of a mail server and of the network stay as they are. */
const reasonOfFailure = (error: unknown) =>
  error instanceof CodedError || error instanceof Undeliverable ? error.text : (error as Error).message;

/**
 * Starts to send queued messages: at least once, and twice only if an instance ends between sending a message and storing the
 * result.
 */
export function startMessageWorker({ database, stores, ports, outlets, log }: MessageWorkerDeps) {
  const claims = createMessageClaims(database);

  async function compose(due: DueMessage): Promise<Outgoing> {
    const { tenant_id, id, recipient } = due;
    const tenantId = Number(tenant_id);
    const look = () => stores.tenant(tenantId).read(readLook);
    const content = await composeMessage({ ...due, tenantId, dataSealed: due.data_sealed }, { ports, look });
    return { id: `message-${tenant_id}-${id}`, to: recipient, ...content };
  }

  async function send(due: DueMessage): Promise<Result> {
    const outlet = outlets[due.channel];
    if (outlet === null) return { state: "failed", error: deliveryTexts.channel_missing() };
    try {
      const message = await compose(due);
      if (outlet === "keep") return { state: "kept" };
      await outlet.send(message);
      return { state: "sent" };
    } catch (error) {
      const reason = reasonOfFailure(error);
      const again =
        error instanceof Undeliverable || error instanceof NoContent
          ? null
          : secondsAfter(due.template, due.attempt_count);
      log.warn({ err: error, tenantId: due.tenant_id, messageId: due.id }, "a message could not be sent");
      return again === null ? { state: "failed", error: reason } : { state: "queued", again, error: reason };
    }
  }

  /** Sends a batch. Returns true if there was one. */
  async function sendDue() {
    const due = await claims.claim(BATCH);
    const settling = due.map(async (message) => claims.settle(message, await send(message)));
    // Waits for all of them even if one fails, so that a stop does not close the outlets during a request.
    for (const result of await Promise.allSettled(settling))
      if (result.status === "rejected") throw result.reason;
    return due.length > 0;
  }

  const sending = startLoop({
    work: sendDue,
    idleMs: IDLE_MS,
    log,
    failure: "messages could not be taken from the outbox",
  });
  const trimming = startLoop({
    work: claims.trim,
    idleMs: TRIM_MS,
    log,
    failure: "old messages could not be deleted",
  });
  return {
    /** Waits for messages that are being sent. */
    stop: async () => {
      await trimming.stop();
      await sending.stop();
      for (const outlet of Object.values(outlets)) if (outlet && outlet !== "keep") outlet.close();
    },
  };
}
