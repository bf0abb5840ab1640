import type { Logger } from "pino";
import type { Config } from "../edge/config";
import { disableWebhook } from "../domain/webhooks/webhooks";
import { systemSubject, type PlatformActor, type TenantActor } from "../kernel/operation/actor";
import { administratorCapabilities, platformAdministratorCapabilities } from "../kernel/capabilities";
import type { Execute } from "../kernel/operation/execute";
import type { Ports } from "../kernel/operation/ports";
import type { Stores } from "../kernel/operation/store";
import type { SystemLabel } from "../kernel/system-labels";
import { createGuardedFetch } from "../ports/guarded-fetch";
import { createGuardedPost } from "../ports/guarded-post";
import type { Database } from "../store/database";
import { startActAsExpiry } from "../domain/act-as/worker";
import { createAdministratorActor } from "./administrator-actor";
import { raiseAlerts } from "../domain/alerts/worker";
import { startAuditRetention } from "../domain/audit/worker/retention";
import { sealAuditEvents } from "../domain/audit/worker/seals";
import { startBulkJobs } from "../domain/bulk-jobs/worker";
import { startDispatcher } from "./dispatcher";
import { noticeEndedSessions, startLogouts, type LogoutDeps } from "./logouts";
import { startLostAudiences } from "../domain/apis/worker";
import { createOutlets, type OutletConfig } from "../domain/messages/worker/outlets";
import { startMessageWorker } from "../domain/messages/worker/worker";
import { startRoleSyncRunner, type FeedReader } from "../domain/role-sync/worker";
import { startSigningKeys } from "./signing-keys";
import { startSummaries } from "./summaries/worker";
import { startSweep } from "./sweep";
import { startUpkeep } from "./upkeep";
import { startUserImports } from "../domain/user-imports/worker";
import { createSender } from "../domain/webhooks/worker/sender";
import { deliverToWebhooks } from "../domain/webhooks/worker/subscriber";
import { startWebhookWorker } from "../domain/webhooks/worker/worker";

export interface WorkersDeps {
  config: Pick<Config, "WEBHOOK_ALLOW_PRIVATE" | "WEBHOOK_RETRY_SCALE"> & OutletConfig;
  database: Database;
  stores: Stores;
  ports: Ports;
  execute: Execute;
  /** Creates the logout tokens of back-channel logout. */
  auth: { logoutToken: LogoutDeps["token"] };
  readFeed: FeedReader;
  log: Logger;
}

/** Returns the actor of the server itself in a tenant. */
const systemActor = (tenantId: number, label: SystemLabel): TenantActor => ({
  scope: "tenant",
  tenantId,
  channel: "system",
  subject: systemSubject(label),
  capabilities: administratorCapabilities.owner,
  request: { ip: null, requestId: null },
});

/** The server itself on the platform. */
const signingKeyActor: PlatformActor = {
  scope: "platform",
  channel: "system",
  subject: systemSubject("Rotation of signing keys"),
  capabilities: platformAdministratorCapabilities,
  request: { ip: null, requestId: null },
};

/** Starts the work that runs outside of requests. Returns a function that stops it. */
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
  const as = (label: SystemLabel) => (tenantId: number) => systemActor(tenantId, label);
  const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE;
  const tenantWork = { database, execute, log };
  const jobs = { database, stores, execute, administrator: createAdministratorActor(stores, ports), log };
  // The order in which the workers are stopped.
  const workers = [
    startActAsExpiry({ ...tenantWork, actor: as("Acting as others") }),
    startLostAudiences({ ...tenantWork, actor: as("OpenID Connect provider") }),
    startSweep(database, log),
    startSigningKeys({ ...tenantWork, settings: ports.settings, actor: signingKeyActor }),
    startSummaries(database, log),
    ...(database.kind === "pglite" ? [startUpkeep(database, log)] : []),
    startMessageWorker({ database, stores, ports, log, outlets: createOutlets(config) }),
    startUserImports({ ...jobs, system: as("User import") }),
    startBulkJobs({ ...jobs, system: as("Step on many users") }),
    startAuditRetention({ ...tenantWork, actor: as("Audit log retention") }),
    startDispatcher(database, [sealAuditEvents, deliverToWebhooks, noticeEndedSessions, raiseAlerts], log),
    startWebhookWorker({
      database,
      sender: createSender({ allowPrivate }),
      decrypt: (sealed) => ports.vault.decrypt(sealed),
      retryScale: config.WEBHOOK_RETRY_SCALE,
      disable: async (tenantId, webhookId, reason) => {
        await execute(systemActor(tenantId, "Webhook delivery"), disableWebhook, { webhookId, reason });
      },
      log,
    }),
    startLogouts({
      database,
      token: auth.logoutToken,
      post: createGuardedPost({ allowPrivate, timeoutMs: 5_000 }),
      log,
    }),
    startRoleSyncRunner({
      database,
      stores,
      ports,
      execute,
      fetch: createGuardedFetch({ allowPrivate, timeoutMs: 30_000, maxBytes: 20 * 1024 * 1024 }),
      readFeed,
      actor: as("Role sync"),
      log,
    }),
  ];
  return async () => {
    for (const { stop } of workers) await stop();
  };
}
