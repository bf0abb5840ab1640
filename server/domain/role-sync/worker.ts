import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { roleSyncSources } from "@/db/tenant/role-sync";
import type { Holding } from "./connectors";
import { FeedSettings } from "./role-sync.schema";
import { applyRoleSync } from "./sync";
import type { TenantActor } from "../../kernel/operation/actor";
import type { Execute } from "../../kernel/operation/execute";
import type { Ports } from "../../kernel/operation/ports";
import type { Stores } from "../../kernel/operation/store";
import { AppError } from "../../kernel/errors";
import { CodedError, reasonOf } from "../../kernel/texts/text";
import type { CodedText } from "../../kernel/texts/define";
import { connectionProblem } from "../../ports/connection-problem";
import type { GuardedFetch } from "../../ports/guarded-fetch";
import type { Database } from "../../store/database";
import { createSideJobs } from "../../outbox/side-jobs";
import { startLoop } from "../../outbox/worker-loop";

/** Parses a feed's text in a thread. The feeds of one tenant are parsed one after another. */
export type FeedReader = (text: string, settings: FeedSettings, tenantId: number) => Promise<Holding[]>;

export interface RunnerDeps {
  database: Database;
  stores: Stores;
  ports: Pick<Ports, "vault" | "clock">;
  execute: Execute;
  fetch: GuardedFetch;
  readFeed: FeedReader;
  actor: (tenantId: number) => TenantActor;
  log: Logger;
}

const IDLE_MS = 500;
/** Maximum number of runs at the same time, each of another tenant: slow sources of one tenant do not delay the others. */
const MAX_RUNS = 8;
/** Maximum time in milliseconds for runs in progress when the process ends. A later process runs the source when it is due. */
const STOP_MS = 5_000;

interface Due {
  tenant_id: string;
  id: string;
  trigger: "schedule" | "console";
}

/** Starts to run the role sync sources that are due: one at a time in each tenant, several tenants at the same time. */
export function startRoleSyncRunner({
  database: { sql },
  stores,
  ports,
  execute,
  fetch,
  readFeed,
  actor,
  log,
}: RunnerDeps) {
  /** Runs in progress, by tenant. */
  const runs = createSideJobs<string>(log, "a role sync could not be run", () => loop.wake());

  /**
   * Returns the next due source of a tenant without a run in progress. Sets its next run, so that no other instance takes the
   * source.
   */
  const takeDue = async (): Promise<Due | undefined> => {
    const [due] = await sql<Due[]>`
      with due as (
        select d.tenant_id, d.id, d.next_trigger from role_sync_sources d
        join tenants t on t.id = d.tenant_id and t.status = 'active'
        where d.enabled and d.next_run_at <= now() and not (d.tenant_id = any(${runs.keys()}::bigint[]))
        order by d.next_run_at limit 1 for update of d skip locked)
      update role_sync_sources s
      set next_run_at = now() + make_interval(mins => s.every_minutes), next_trigger = 'schedule'
      from due where s.tenant_id = due.tenant_id and s.id = due.id
      returning s.tenant_id, s.id, due.next_trigger as trigger`;
    return due;
  };

  async function run({ tenant_id, id, trigger }: Due) {
    const [tenantId, sourceId] = [Number(tenant_id), Number(id)];
    const store = stores.tenant(tenantId);
    const startedAt = ports.clock();
    const { source, runId } = await store.write(async (tx) => {
      const row = await tx.roleSyncRuns.insert({
        sourceId,
        trigger,
        status: "running",
        startedAt,
      });
      return { source: (await tx.roleSyncSources.get(sourceId))!, runId: row.id };
    });
    let result: {
      status: "succeeded" | "failed";
      counts: Record<string, number>;
      errors: (CodedText | string)[];
    };
    try {
      const settings = FeedSettings.parse(source.settings);
      const text = await fetch(settings.url, tenant_id, {
        accept: settings.format === "csv" ? "text/csv" : "application/json",
        ...(source.secretSealed !== null && {
          authorization: `Bearer ${ports.vault.decrypt(source.secretSealed)}`,
        }),
      });
      const holdings = await readFeed(text, settings, tenantId);
      const applied = await execute(actor(tenantId), applyRoleSync, {
        sourceId,
        holdings,
        allowEmpty: settings.allowEmpty,
      });
      result = { status: "succeeded", ...applied };
    } catch (error) {
      const coded =
        error instanceof AppError ? reasonOf(error) : error instanceof CodedError ? error.text : null;
      const why = connectionProblem(error) ?? coded ?? (error as Error).message.slice(0, 500);
      result = { status: "failed", counts: {}, errors: [why] };
    }
    await store.write(async (tx) => {
      const finishedAt = ports.clock();
      await tx.roleSyncRuns.update(runId, { ...result, finishedAt });
      if (result.status === "succeeded")
        await tx.roleSyncSources.updateWhere(eq(roleSyncSources.id, sourceId), { lastSyncedAt: finishedAt });
    });
  }

  /** Starts the run of one due source. Returns true if there was one. */
  async function runDue() {
    const due = runs.count() < MAX_RUNS ? await takeDue() : undefined;
    if (due) runs.add(due.tenant_id, run(due), { source: due.id });
    return due !== undefined;
  }

  const loop = startLoop({
    work: runDue,
    idleMs: IDLE_MS,
    log,
    failure: "due role syncs could not be looked for",
  });
  return {
    /** Waits for runs in progress, five seconds at most. */
    stop: async () => {
      await loop.stop();
      await runs.settled(STOP_MS);
    },
  };
}
