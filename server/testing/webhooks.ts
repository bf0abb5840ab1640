import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { expect } from "vitest";
import { createRole } from "@/server/domain/roles/roles";
import { createWebhook, disableWebhook } from "@/server/domain/webhooks/webhooks";
import { sealAuditEvents } from "@/server/domain/audit/worker/seals";
import { startDispatcher } from "@/server/outbox/dispatcher";
import { createSender } from "@/server/domain/webhooks/worker/sender";
import { deliverToWebhooks } from "@/server/domain/webhooks/worker/subscriber";
import { startWebhookWorker, type WorkerDeps } from "@/server/domain/webhooks/worker/worker";
import type { Database } from "@/server/store/database";
import { testOperations, type TestOperations } from "./operations";

const log = pino({ level: process.env["LOG_LEVEL"] ?? "silent" });

export interface Received {
  path: string;
  id: string;
  type: string;
  label: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Starts a receiver with scripted answers, which stores its requests. */
export async function receiver() {
  const got: Received[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.writeHead(204).end();
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const message = JSON.parse(body) as { type: string; data: { targetLabel?: string } };
      const { url, headers } = request;
      const label = message.data.targetLabel ?? "";
      got.push({ path: url!, id: String(headers["webhook-id"]), type: message.type, label, headers, body });
      answer(request, response);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    labels: (path: string) => got.filter((one) => one.path === path).map(({ label }) => label),
    answers: (how: typeof answer) => void (answer = how),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof receiver>>;

interface Starting extends Partial<Pick<WorkerDeps, "database" | "decrypt" | "disable" | "retryScale">> {
  allowPrivate?: boolean;
  /** Clock of the dispatcher for its patience with transactions in progress (outbox/complete-events.ts). */
  now?: () => number;
}

/**
 * Creates webhook delivery over a new database: a tenant and a receiver for each test, and workers that
 * `reset` stops.
 */
export async function webhookRig(kind: Database["kind"]) {
  const test: TestOperations = await testOperations(kind);
  const stops: (() => Promise<void>)[] = [];
  const rig = {
    test,
    tenant: 0,
    receiving: undefined as unknown as Receiver,
    begin: async () => {
      rig.tenant += 1;
      test.clock.now = new Date();
      rig.receiving = await receiver();
    },
    reset: async () => {
      for (const stop of stops.splice(0)) await stop();
      rig.receiving.close();
      await test.database.sql`delete from webhooks`;
    },
    /** Starts one instance with dispatcher and worker. Returns a function that stops it. */
    start: ({ allowPrivate = true, now, ...deps }: Starting = {}) => {
      const database = deps.database ?? test.database;
      const dispatcher = startDispatcher(database, [sealAuditEvents, deliverToWebhooks], log, now);
      const worker = startWebhookWorker({
        sender: createSender({ allowPrivate }),
        decrypt: (sealed) => sealed,
        retryScale: 0.001,
        disable: async (tenantId, webhookId, reason) =>
          void (await test.run(tenantId, disableWebhook, { webhookId, reason })),
        log,
        ...deps,
        database,
      });
      const stop = async () => {
        await dispatcher.stop();
        await worker.stop();
      };
      stops.push(stop);
      return { stop: () => (stops.splice(stops.indexOf(stop), 1), stop()) };
    },
    endpoint: async (path = "/hook", events = "role.*") =>
      (await test.run(rig.tenant, createWebhook, { url: rig.receiving.url + path, events })).webhookId,
    role: (name: string) => test.run(rig.tenant, createRole, { name }),
    webhook: (webhookId: number) => test.write(rig.tenant, (tx) => tx.webhooks.get(webhookId)),
    deliveries: (webhookId: number) =>
      test.write(rig.tenant, async (tx) =>
        (await tx.webhookDeliveries.list())
          .filter((row) => row.webhookId === webhookId)
          .sort((a, b) => a.id - b.id),
      ),
    /** Waits until this many of the endpoint's deliveries are final. */
    settled: (webhookId: number, count: number, timeout = 10_000) =>
      expect
        .poll(
          async () =>
            (await rig.deliveries(webhookId)).filter(({ nextAttemptAt }) => nextAttemptAt === null).length,
          { timeout },
        )
        .toBe(count),
    /** Inserts many deliveries that are due now. */
    waiting: (webhookId: number, count: number, label = "Bulk") =>
      test.database.sql`
        insert into webhook_deliveries (tenant_id, webhook_id, message_id, event_type, body, next_attempt_at)
        select ${rig.tenant}, ${webhookId}, 'msg_' || ${label} || '_' || ${webhookId}::text || '_' || n, 'role.created',
          json_build_object('type', 'role.created', 'data', json_build_object('targetLabel', ${label}::text || ' ' || n))::text, now()
        from generate_series(1, ${count}::int) n`,
    close: () => test.close(),
  };
  return rig;
}

export type WebhookRig = Awaited<ReturnType<typeof webhookRig>>;
