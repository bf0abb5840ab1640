import type { Logger } from "pino";
import type { Config } from "../config";
import { disableWebhook } from "../domain/webhooks/webhooks";
import type { TenantActor } from "../kernel/actor";
import { administratorCapabilities } from "../kernel/capabilities";
import type { Execute } from "../kernel/execute";
import type { Ports } from "../kernel/ports";
import type { Database } from "../store/database";
import { startDispatcher } from "./dispatcher";
import { createSender } from "./webhooks/sender";
import { deliverToWebhooks } from "./webhooks/subscriber";
import { startWebhookWorker } from "./webhooks/worker";

export interface WorkersDeps {
  config: Pick<Config, "WEBHOOK_ALLOW_PRIVATE" | "WEBHOOK_RETRY_SCALE">;
  database: Database;
  ports: Ports;
  execute: Execute;
  log: Logger;
}

/** The server itself, acting in a tenant. */
const systemActor = (tenantId: number, label: string): TenantActor => ({
  scope: "tenant",
  tenantId,
  channel: "system",
  subject: { kind: "system", label },
  capabilities: administratorCapabilities.owner,
  request: { ip: null, requestId: null },
});

/** Starts everything that works beside requests; gives what stops it. */
export function startWorkers({ config, database, ports, execute, log }: WorkersDeps): () => Promise<void> {
  const dispatcher = startDispatcher(database, [deliverToWebhooks], log);
  const webhooks = startWebhookWorker({
    database,
    sender: createSender({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }),
    decrypt: (sealed) => ports.vault.decrypt(sealed),
    retryScale: config.WEBHOOK_RETRY_SCALE,
    disable: async (tenantId, webhookId, reason) => {
      await execute(systemActor(tenantId, "Webhook delivery"), disableWebhook, { webhookId, reason });
    },
    log,
  });
  return async () => {
    await dispatcher.stop();
    await webhooks.stop();
  };
}
