import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { administrators } from "@/db/tenant/users";
import type { Config } from "../config";
import { disableWebhook } from "../domain/webhooks/webhooks";
import { systemSubject, type TenantActor } from "../kernel/actor";
import { administratorCapabilities } from "../kernel/capabilities";
import type { Execute } from "../kernel/execute";
import type { Ports } from "../kernel/ports";
import type { Stores } from "../kernel/store";
import type { SystemLabel } from "../kernel/system-labels";
import { createGuardedFetch } from "../ports/guarded-fetch";
import { createGuardedPost } from "../ports/guarded-post";
import type { Database } from "../store/database";
import { raiseAlerts } from "./alerts";
import { startAuditRetention } from "./audit-retention";
import { sealAuditEvents } from "./audit-seals";
import { startBulkJobs } from "./bulk-jobs";
import { startDispatcher } from "./dispatcher";
import { startEveryMinute } from "./every-minute";
import { noticeEndedSessions, startLogouts, type LogoutDeps } from "./logouts";
import { createOutlets, type OutletConfig } from "./messages/outlets";
import { startMessageWorker } from "./messages/worker";
import { startRoleSyncRunner, type FeedReader } from "./role-sync/runner";
import { startUpkeep } from "./upkeep";
import { startUserImports } from "./user-imports";
import { createSender } from "./webhooks/sender";
import { deliverToWebhooks } from "./webhooks/subscriber";
import { startWebhookWorker } from "./webhooks/worker";

export interface WorkersDeps {
  config: Pick<Config, "WEBHOOK_ALLOW_PRIVATE" | "WEBHOOK_RETRY_SCALE"> & OutletConfig;
  database: Database;
  stores: Stores;
  ports: Ports;
  execute: Execute;
  /** Makes the tokens that tell apps of sign-outs. */
  auth: { logoutToken: LogoutDeps["token"] };
  readFeed: FeedReader;
  log: Logger;
}

/** The server itself, acting in a tenant. */
const systemActor = (tenantId: number, label: SystemLabel): TenantActor => ({
  scope: "tenant",
  tenantId,
  channel: "system",
  subject: systemSubject(label),
  capabilities: administratorCapabilities.owner,
  request: { ip: null, requestId: null },
});

/** An administrator whose work goes on without a request of theirs, with the rights that they have now; null without any. */
const administratorActor =
  (stores: Stores) =>
  async (tenantId: number, userId: number): Promise<TenantActor | null> => {
    const [person, administrator] = await stores
      .tenant(tenantId)
      .read((tx) =>
        Promise.all([tx.users.get(userId), tx.administrators.find(eq(administrators.userId, userId))]),
      );
    if (!administrator || person?.status !== "active" || person.email === null) return null;
    const { email, name } = person;
    return {
      scope: "tenant",
      tenantId,
      channel: "console",
      subject: { kind: "user", label: name ?? email, userId, email, consoleSessionId: null, sessionId: null },
      capabilities: administratorCapabilities[administrator.role],
      request: { ip: null, requestId: null },
    };
  };

/** Starts everything that works beside requests; gives what stops it. */
export function startWorkers({
  config,
  database,
  stores,
  ports,
  execute,
  auth,
  readFeed,
  log,
}: WorkersDeps): () => Promise<void> {
  const dispatcher = startDispatcher(
    database,
    [sealAuditEvents, deliverToWebhooks, noticeEndedSessions, raiseAlerts],
    log,
  );
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
  const logouts = startLogouts({
    database,
    token: auth.logoutToken,
    post: createGuardedPost({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE, timeoutMs: 5_000 }),
    log,
  });
  const roleSync = startRoleSyncRunner({
    ...{ database, stores, ports, execute, readFeed, log },
    fetch: createGuardedFetch({
      allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
      timeoutMs: 30_000,
      maxBytes: 20 * 1024 * 1024,
    }),
    actor: (tenantId) => systemActor(tenantId, "Role sync"),
  });
  const retention = startAuditRetention({
    ...{ database, execute, log },
    actor: (tenantId) => systemActor(tenantId, "Audit log retention"),
  });
  const minute = startEveryMinute({ ...{ database, execute, log }, actor: systemActor });
  const upkeep = database.kind === "pglite" ? startUpkeep(database, log) : null;
  const messages = startMessageWorker({
    ...{ database, stores, ports, log },
    outlets: createOutlets(config),
  });
  const jobs = { ...{ database, stores, execute, log }, administrator: administratorActor(stores) };
  const userImports = startUserImports({
    ...jobs,
    system: (tenantId) => systemActor(tenantId, "User import"),
  });
  const bulkJobs = startBulkJobs({
    ...jobs,
    system: (tenantId) => systemActor(tenantId, "Step on many users"),
  });
  return async () => {
    await minute.stop();
    await upkeep?.stop();
    await messages.stop();
    await userImports.stop();
    await bulkJobs.stop();
    await retention.stop();
    await dispatcher.stop();
    await webhooks.stop();
    await logouts.stop();
    await roleSync.stop();
  };
}
