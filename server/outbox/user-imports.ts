import type { Logger } from "pino";
import type { userImportRows } from "@/db/tenant/user-imports";
import { setUserFields } from "../domain/custom-fields/custom-fields";
import { grantRole } from "../domain/roles/grants";
import { tagUser } from "../domain/tags/tagged";
import { importPerson } from "../domain/user-imports/apply";
import { finishUserImport, rowsOf, stopUserImport } from "../domain/user-imports/imports";
import { addressIn, knownOf, planRow, repeatedLines, type Plan } from "../domain/user-imports/plan";
import { refusedIfRepeated } from "../domain/user-imports/preview";
import { KEPT_DAYS } from "../domain/user-imports/limits.schema";
import type { ImportColumn } from "../domain/user-imports/user-imports.schema";
import { reactivateUser, suspendUser } from "../domain/users/users";
import type { TenantActor } from "../kernel/actor";
import { AppError } from "../kernel/errors";
import type { Execute } from "../kernel/execute";
import type { Row, Stores } from "../kernel/store";
import type { Database } from "../store/database";

export interface UserImportDeps {
  database: Pick<Database, "sql">;
  stores: Stores;
  execute: Execute;
  /** An administrator as they may act now; null where they no longer may. */
  administrator: (tenantId: number, userId: number) => Promise<TenantActor | null>;
  /** The server itself. */
  system: (tenantId: number) => TenantActor;
  log: Logger;
}

const POLL_MS = 500;
/** How long another instance waits for one that has gone silent. */
const LEASE = "30 seconds";
/** Between two looks at whether the import goes on. */
const BATCH = 40;
/** Rows of a batch that are done beside each other. */
const ABREAST = 4;
/** After so many unexpected failures a row is given up. */
const ATTEMPTS = 3;
const CLEAN_MS = 3_600_000;

interface Claim {
  tenantId: number;
  importId: number;
  createdBy: number;
  columns: ImportColumn[];
}
type ImportRow = Row<typeof userImportRows>;

const gone = "Who started it may no longer administer this organization.";

/** Works off the imports that administrators have started, one at a time; two instances share them. */
export function startUserImports({
  database: { sql },
  stores,
  execute,
  administrator,
  system,
  log,
}: UserImportDeps) {
  let stopped = false;
  let wake: (() => void) | null = null;
  let cleanedAt = 0;
  const failures = new Map<number, number>();

  async function claim(): Promise<Claim | undefined> {
    const [row] = await sql<
      { tenant_id: string; id: string; created_by_id: string; columns: ImportColumn[] }[]
    >`
      update user_imports i set claimed_until = now() + ${LEASE}::text::interval
      where (i.tenant_id, i.id) in (
        select d.tenant_id, d.id from user_imports d join tenants t on t.id = d.tenant_id and t.status = 'active'
        where d.status = 'running' and (d.claimed_until is null or d.claimed_until < now())
        order by d.started_at limit 1 for update of d skip locked)
      returning i.tenant_id, i.id, i.created_by_id, i.columns`;
    return (
      row && {
        tenantId: Number(row.tenant_id),
        importId: Number(row.id),
        createdBy: Number(row.created_by_id),
        columns: row.columns,
      }
    );
  }

  /** Keeps the claim; false when the import was stopped meanwhile. */
  const goesOn = async ({ tenantId, importId }: Claim) =>
    (
      await sql`update user_imports set claimed_until = now() + ${LEASE}::text::interval
        where tenant_id = ${tenantId} and id = ${importId} and status = 'running' returning id`
    ).length > 0;

  const release = ({ tenantId, importId }: Claim) =>
    sql`update user_imports set claimed_until = null where tenant_id = ${tenantId} and id = ${importId}`;

  async function run(claimed: Claim) {
    const { tenantId, importId, columns, createdBy } = claimed;
    const store = stores.tenant(tenantId);
    const rows = await store.read((tx) => rowsOf(tx, importId));
    const second = repeatedLines(rows, columns);
    const waiting = rows.filter(({ outcome }) => outcome === "waiting");
    for (let from = 0; from < waiting.length && !stopped; from += BATCH) {
      if (!(await goesOn(claimed))) return;
      const actor = await administrator(tenantId, createdBy);
      if (actor === null) {
        await execute(system(tenantId), stopUserImport, { importId, reason: gone });
        return;
      }
      const batch = waiting.slice(from, from + BATCH);
      const known = await store.read((tx) =>
        knownOf(
          tx,
          batch.map(({ cells }) => addressIn(cells, columns)),
        ),
      );
      for (let first = 0; first < batch.length; first += ABREAST)
        await Promise.all(
          batch.slice(first, first + ABREAST).map(async (row) => {
            const plan = refusedIfRepeated(planRow(row.cells, columns, known), second.get(row.line));
            const result = await outcomeOf(actor, row, plan);
            await store.write((tx) => tx.userImportRows.update(row.id, result));
          }),
        );
    }
    if (stopped) await release(claimed);
    else await execute(system(tenantId), finishUserImport, { importId });
  }

  /** Does what a row asks for and tells what came of it; throws only what another try may mend. */
  async function outcomeOf(actor: TenantActor, row: ImportRow, plan: Plan) {
    if (plan.outcome === "refused") return { outcome: plan.outcome, problem: plan.problem };
    if (plan.outcome === "unchanged" && row.begun === null)
      return { outcome: plan.outcome, userId: plan.userId };
    const created = row.begun === "created" || plan.userId === null;
    let begun = row.begun !== null;
    try {
      const { userId } = await execute(actor, importPerson, {
        rowId: row.id,
        userId: plan.userId,
        email: plan.email,
        name: plan.steps.name,
      });
      begun = true;
      await follow(execute, actor, userId, plan.steps);
      return { outcome: created ? ("created" as const) : ("updated" as const), userId, problem: null };
    } catch (error) {
      if (!(error instanceof AppError)) {
        const times = (failures.get(row.id) ?? 0) + 1;
        failures.set(row.id, times);
        if (times < ATTEMPTS) throw error;
        failures.delete(row.id);
        log.error({ err: error, row: row.id }, "a row of an import was given up");
      }
      const why = error instanceof AppError ? error.message : "Something went wrong on our side.";
      const half = created ? "Added, but not all of the rest could be done:" : "Not all of it could be done:";
      return { outcome: "refused" as const, problem: begun ? `${half} ${why}` : why };
    }
  }

  /** Removes imports that nobody needs any more: they are copies of personal data. */
  async function clean() {
    if (Date.now() - cleanedAt < CLEAN_MS) return;
    cleanedAt = Date.now();
    await sql`delete from user_imports where status <> 'running' and created_at < now() - make_interval(days => ${KEPT_DAYS})`;
  }

  const loop = async () => {
    while (!stopped) {
      let claimed: Claim | undefined;
      try {
        await clean();
        claimed = await claim();
        if (claimed) await run(claimed);
      } catch (error) {
        log.error({ err: error, import: claimed?.importId }, "an import of users was interrupted");
        if (claimed) await release(claimed).catch(() => {});
        claimed = undefined;
      }
      if (!claimed && !stopped)
        await new Promise<void>((resolve) => setTimeout((wake = resolve), POLL_MS).unref());
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopped = true;
      wake?.();
      await running;
    },
  };
}

/** What follows once the person is there; each step is the operation that an administrator would use by hand. */
async function follow(execute: Execute, actor: TenantActor, userId: number, steps: Plan["steps"]) {
  if (Object.keys(steps.fields).length > 0)
    await execute(actor, setUserFields, { userId, values: steps.fields });
  for (const { id: tagId } of steps.tags) await execute(actor, tagUser, { userId, tagId });
  for (const { id: roleId } of steps.roles) await execute(actor, grantRole, { userId, roleId });
  if (steps.status === "suspended") await execute(actor, suspendUser, { userId });
  if (steps.status === "active") await execute(actor, reactivateUser, { userId });
}
