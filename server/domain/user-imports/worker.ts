import type { userImportRows } from "@/db/tenant/user-imports";
import { setUserFields } from "../custom-fields/custom-fields";
import { grantRole } from "../roles/grants";
import { tagUser } from "../tags/tagged";
import { importPerson } from "./apply";
import { finishUserImport, getImport, rowsOf, stopUserImport } from "./imports";
import { addressIn, knownOf, planRow, problemOf, profileOf, repeatedLines, type Plan } from "./plan";
import { refusedIfRepeated } from "./preview";
import { RETENTION_DAYS } from "./limits.schema";
import type { ImportColumn } from "./user-imports.schema";
import { reactivateUser, suspendUser } from "../users/users";
import type { TenantActor } from "../../kernel/operation/actor";
import type { Execute } from "../../kernel/operation/execute";
import type { Row } from "../../kernel/operation/store";
import { startJobs, type Attempt, type JobDeps, type JobKind } from "../../outbox/administrator-jobs";
import { defineTexts } from "@/server/kernel/texts/define";

const jobTexts = defineTexts("job", {
  partly_added: "Added, but not all of the rest could be done: {reason}",
  partly_done: "Not all of it could be done: {reason}",
});

type ImportRow = Row<typeof userImportRows>;
type Outcome = Pick<ImportRow, "outcome"> & Partial<Pick<ImportRow, "userId" | "problem">>;

const userImports = ({ execute }: Pick<JobDeps, "execute">): JobKind<ImportRow, Outcome> => ({
  table: "user_imports",
  retentionDays: RETENTION_DAYS,
  open: async (store, importId) => {
    const [one, rows] = await store.read((tx) =>
      Promise.all([getImport(tx, importId), rowsOf(tx, importId)]),
    );
    const columns = one.columns as ImportColumn[];
    const repeated = repeatedLines(rows, columns);
    return {
      waiting: rows.filter(({ outcome }) => outcome === "waiting"),
      keyOf: ({ id }) => id,
      prepare: async (actor, batch) => {
        const addresses = batch.map(({ cells }) => addressIn(cells, columns));
        const known = await store.read((tx) => knownOf(tx, addresses));
        return (row, attempt) => {
          const plan = refusedIfRepeated(planRow(row.cells, columns, known), repeated.get(row.line));
          return importRow(execute, actor, row, plan, attempt);
        };
      },
      record: (results) =>
        store.write(async (tx) => {
          for (const { item, outcome } of results) await tx.userImportRows.update(item.id, outcome);
        }),
    };
  },
  stop: (actor, importId, reason) => execute(actor, stopUserImport, { importId, reason }),
  finish: (actor, importId) => execute(actor, finishUserImport, { importId }),
});

/** Executes the plan of a row, or completes it after a crash. */
async function importRow(
  execute: Execute,
  actor: TenantActor,
  row: ImportRow,
  plan: Plan,
  attempt: Attempt,
): Promise<Outcome> {
  if (plan.outcome === "refused") return { outcome: plan.outcome, problem: problemOf(plan.problems) };
  if (plan.outcome === "unchanged" && row.begun === null)
    return { outcome: plan.outcome, userId: plan.userId };
  const created = row.begun === "created" || plan.userId === null;
  const partly = created ? jobTexts.partly_added : jobTexts.partly_done;
  let userId = row.begun === null ? null : row.userId;
  const why = await attempt(async () => {
    const person = await execute(actor, importPerson, {
      rowId: row.id,
      userId: plan.userId,
      email: plan.email,
      ...profileOf(plan.steps),
      ...(plan.steps.status !== undefined && { status: plan.steps.status }),
    });
    userId = person.userId;
    await applySteps(execute, actor, userId, plan.steps);
  });
  return why === null
    ? { outcome: created ? "created" : "updated", userId, problem: null }
    : { outcome: "refused", problem: userId === null ? why : partly({ reason: why }) };
}

/** Executes the steps after the creation or change of the user, with the operations that the console uses. */
async function applySteps(execute: Execute, actor: TenantActor, userId: number, steps: Plan["steps"]) {
  if (Object.keys(steps.fields).length > 0)
    await execute(actor, setUserFields, { userId, values: steps.fields });
  for (const { id: tagId } of steps.tags) await execute(actor, tagUser, { userId, tagId });
  for (const { id: roleId } of steps.roles) await execute(actor, grantRole, { userId, roleId });
  if (steps.status === "suspended") await execute(actor, suspendUser, { userId });
  if (steps.status === "active") await execute(actor, reactivateUser, { userId });
}

/** Starts to run the imports that administrators have started. */
export const startUserImports = (deps: JobDeps) => startJobs(userImports(deps), deps);
