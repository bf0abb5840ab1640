import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { roleSyncSources } from "@/db/tenant/role-sync";
import type { Holding } from "../../domain/role-sync/connectors";
import { FeedSettings } from "../../domain/role-sync/role-sync.schema";
import { applyRoleSync } from "../../domain/role-sync/sync";
import type { TenantActor } from "../../kernel/actor";
import type { Execute } from "../../kernel/execute";
import type { Ports } from "../../kernel/ports";
import type { Stores } from "../../kernel/store";
import { connectionProblem } from "../../ports/connection-problem";
import type { GuardedFetch } from "../../ports/guarded-fetch";
import type { Database } from "../../store/database";
import { settledWithin } from "../settled-within";

/** Reads a feed's text in a thread; the feeds of one organization wait for each other. */
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

const POLL_MS = 500;
/** How many sources are run at once, each of another tenant, so that the slow sources of one tenant delay no other. */
const AT_ONCE = 8;
/** How long runs may take to end when the process ends; the next process runs the source again when it is due. */
const STOP_MS = 5_000;

interface Due {
  tenant_id: string;
  id: string;
  trigger: "schedule" | "console";
}

/** Runs the role sync sources that are due: those of one tenant one after another, tenants beside each other. */
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
  let stopped = false;
  let wake: (() => void) | null = null;

  /** What runs, by tenant. */
  const running = new Map<string, Promise<void>>();

  /** The next due source of a tenant that none is run of; its next run is set first, so that nobody else takes it. */
  const takeDue = async (): Promise<Due | undefined> => {
    const [due] = await sql<Due[]>`
      with due as (
        select d.tenant_id, d.id, d.next_trigger from role_sync_sources d
        join tenants t on t.id = d.tenant_id and t.status = 'active'
        where d.enabled and d.next_run_at <= now() and not (d.tenant_id = any(${[...running.keys()]}::bigint[]))
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
    let result: { status: "succeeded" | "failed"; counts: Record<string, number>; errors: string[] };
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
      const why = connectionProblem(error) ?? (error as Error).message.slice(0, 500);
      result = { status: "failed", counts: {}, errors: [why] };
    }
    await store.write(async (tx) => {
      const finishedAt = ports.clock();
      await tx.roleSyncRuns.update(runId, { ...result, finishedAt });
      if (result.status === "succeeded")
        await tx.roleSyncSources.updateWhere(eq(roleSyncSources.id, sourceId), { lastSyncedAt: finishedAt });
    });
  }

  function begin(due: Due) {
    const job = run(due)
      .catch((error: unknown) => log.error({ err: error, source: due.id }, "a role sync could not be run"))
      .finally(() => {
        running.delete(due.tenant_id);
        wake?.();
      });
    running.set(due.tenant_id, job);
  }

  const loop = async () => {
    while (!stopped) {
      let due: Due | undefined;
      try {
        due = running.size < AT_ONCE ? await takeDue() : undefined;
        if (due) begin(due);
      } catch (error) {
        log.error({ err: error }, "due role syncs could not be looked for");
      }
      if (!due && !stopped)
        await new Promise<void>((resolve) => setTimeout((wake = resolve), POLL_MS).unref());
    }
    await settledWithin(STOP_MS, running.values());
  };
  const looping = loop();
  return {
    stop: async () => {
      stopped = true;
      wake?.();
      await looping;
    },
  };
}
