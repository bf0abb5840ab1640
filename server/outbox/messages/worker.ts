import type { Logger } from "pino";
import { composeMessage, NoContent, readLook, type ContentPorts } from "../../domain/messages/content";
import type { Stores } from "../../kernel/store";
import type { Database } from "../../store/database";
import { createMessageClaims, type DueMessage, type Result } from "./claims";
import { Undeliverable, type Outgoing } from "./outlet";
import type { Outlets } from "./outlets";
import { secondsAfter } from "./schedule";

export interface MessageWorkerDeps {
  database: Pick<Database, "sql">;
  stores: Stores;
  ports: ContentPorts;
  outlets: Outlets;
  log: Logger;
}

const POLL_MS = 250;
const AT_ONCE = 20;
const TRIM_MS = 3_600_000;

/**
 * Sends what is queued: at least once, and twice only where an instance ended between handing a message over and writing
 * that down. Whoever looks at the outbox sees each message's state and last error.
 */
export function startMessageWorker({ database, stores, ports, outlets, log }: MessageWorkerDeps) {
  const claims = createMessageClaims(database);
  let stopped = false;
  let wake: (() => void) | null = null;
  let trimmedAt = 0;

  async function composed(due: DueMessage): Promise<Outgoing> {
    const { tenant_id, id, recipient } = due;
    const tenantId = Number(tenant_id);
    const look = () => stores.tenant(tenantId).read(readLook);
    const content = await composeMessage({ ...due, tenantId, dataSealed: due.data_sealed }, { ports, look });
    return { id: `message-${tenant_id}-${id}`, to: recipient, ...content };
  }

  async function tried(due: DueMessage): Promise<Result> {
    const outlet = outlets[due.channel];
    if (outlet === null) return { state: "failed", error: "The operator has not set this channel up." };
    try {
      const message = await composed(due);
      if (outlet === "keep") return { state: "kept" };
      await outlet.send(message);
      return { state: "sent" };
    } catch (error) {
      const { message } = error as Error;
      const again =
        error instanceof Undeliverable || error instanceof NoContent
          ? null
          : secondsAfter(due.template, due.attempt_count);
      log.warn({ err: error, tenantId: due.tenant_id, messageId: due.id }, "a message could not be sent");
      return again === null
        ? { state: "failed", error: message }
        : { state: "queued", again, error: message };
    }
  }

  async function round() {
    if (Date.now() - trimmedAt > TRIM_MS) {
      trimmedAt = Date.now();
      await claims.trim();
    }
    const due = await claims.claim(AT_ONCE);
    await Promise.all(due.map(async (message) => claims.settle(message, await tried(message))));
    return due.length;
  }

  async function loop() {
    while (!stopped) {
      let found = 0;
      try {
        found = await round();
      } catch (error) {
        log.error({ err: error }, "messages could not be taken from the outbox");
      }
      if (found === 0 && !stopped)
        await new Promise<void>((resolve) => setTimeout((wake = resolve), POLL_MS).unref());
    }
  }

  const looping = loop();
  return {
    /** Lets what is being sent end; the rest is for the next one at once. */
    stop: async () => {
      stopped = true;
      wake?.();
      await looping;
      for (const outlet of Object.values(outlets)) if (outlet && outlet !== "keep") outlet.close();
    },
  };
}
