import type { userImportRows } from "@/db/tenant/user-imports";
import { setUserFields } from "../domain/custom-fields/custom-fields";
import { grantRole } from "../domain/roles/grants";
import { tagUser } from "../domain/tags/tagged";
import { importPerson } from "../domain/user-imports/apply";
import { finishUserImport, getImport, rowsOf, stopUserImport } from "../domain/user-imports/imports";
import {
  addressIn,
  knownOf,
  planRow,
  problemOf,
  repeatedLines,
  type Plan,
} from "../domain/user-imports/plan";
import { refusedIfRepeated } from "../domain/user-imports/preview";
import { KEPT_DAYS } from "../domain/user-imports/limits.schema";
import type { ImportColumn } from "../domain/user-imports/user-imports.schema";
import { reactivateUser, suspendUser } from "../domain/users/users";
import type { TenantActor } from "../kernel/actor";
import type { Execute } from "../kernel/execute";
import type { Row } from "../kernel/store";
import { jobTexts } from "../kernel/texts/jobs";
import { abreast, createAttempts, startJobs, type JobDeps } from "./administrator-jobs";

type ImportRow = Row<typeof userImportRows>;

/** Works off the imports that administrators have started. */
export function startUserImports(deps: JobDeps) {
  const { stores, execute, system, log } = deps;
  const attempt = createAttempts(log);

  /** Does what a row asks for and tells what came of it; throws only what another try may mend. */
  async function outcomeOf(actor: TenantActor, row: ImportRow, plan: Plan) {
    if (plan.outcome === "refused") return { outcome: plan.outcome, problem: problemOf(plan.problems) };
    if (plan.outcome === "unchanged" && row.begun === null)
      return { outcome: plan.outcome, userId: plan.userId };
    const created = row.begun === "created" || plan.userId === null;
    const partly = created ? jobTexts.partly_added : jobTexts.partly_done;
    let userId = row.begun === null ? null : row.userId;
    const why = await attempt(String(row.id), async () => {
      const person = await execute(actor, importPerson, {
        rowId: row.id,
        userId: plan.userId,
        email: plan.email,
        name: plan.steps.name,
        ...(plan.steps.status !== undefined && { status: plan.steps.status }),
      });
      userId = person.userId;
      await follow(execute, actor, userId, plan.steps);
    });
    return why === null
      ? { outcome: created ? ("created" as const) : ("updated" as const), userId, problem: null }
      : { outcome: "refused" as const, problem: userId === null ? why : partly({ reason: why }) };
  }

  return startJobs<ImportRow>(
    {
      table: "user_imports",
      keptDays: KEPT_DAYS,
      open: async ({ tenantId, id }) => {
        const store = stores.tenant(tenantId);
        const [one, rows] = await store.read((tx) => Promise.all([getImport(tx, id), rowsOf(tx, id)]));
        const columns = one.columns as ImportColumn[];
        const second = repeatedLines(rows, columns);
        return {
          waiting: rows.filter(({ outcome }) => outcome === "waiting"),
          work: async (actor, batch) => {
            const addresses = batch.map(({ cells }) => addressIn(cells, columns));
            const known = await store.read((tx) => knownOf(tx, addresses));
            await abreast(batch, async (row) => {
              const plan = refusedIfRepeated(planRow(row.cells, columns, known), second.get(row.line));
              const result = await outcomeOf(actor, row, plan);
              await store.write((tx) => tx.userImportRows.update(row.id, result));
            });
          },
        };
      },
      stop: ({ tenantId, id: importId }, reason) =>
        execute(system(tenantId), stopUserImport, { importId, reason }),
      finish: ({ tenantId, id: importId }) => execute(system(tenantId), finishUserImport, { importId }),
    },
    deps,
  );
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
