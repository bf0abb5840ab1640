import { and, asc, desc, eq, gt, or } from "drizzle-orm";
import * as z from "zod";
import { bulkJobPeople, bulkJobs } from "@/db/tenant/bulk-jobs";
import { users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { command, query, type CommandContext } from "@/server/kernel/operation/operation";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import type { Words } from "@/server/kernel/texts/text";
import { countsOf, finishJob, progressOf, StopReason, stopJob, type JobRows } from "../row-jobs/row-jobs";
import { administratorOf, decidableBy } from "../users/administrator-guard";
import { concernedBy } from "../users/bulk";
import { BulkAction, SelectedIds, undoOf } from "../users/bulk.schema";
import { BulkJob, BulkRefusal, MOST_REFUSALS, type BulkJobCounts } from "./bulk-jobs.schema";
import { authorizeStep, isReserved } from "./steps";
import { roleRefusals } from "../roles/roles";
import { tagRefusals } from "../tags/tags";
import { defineRefusals } from "@/server/kernel/texts/define";

const bulkJobRefusals = defineRefusals("bulk_job", {
  not_found: { status: 404, text: "There is no such step on many people." },
  nothing_to_do: {
    status: 400,
    text: "userIds: nothing would change for anybody who is named.",
    field: "userIds",
  },
  running: { status: 409, text: "This step is still being done. Stop it first." },
  not_stopped: { status: 409, text: "This step was not stopped." },
  already_undone: { status: 409, text: "This step has been undone already." },
  not_undoable: { status: 409, text: "This step cannot be undone." },
  /** The step changed an administrator, and the caller may not manage administrators. */
  undo_reserved: {
    status: 403,
    text: "This step was done to an administrator. Only an owner can take it back.",
  },
});

type BulkJobRecord = Row<typeof bulkJobs>;

/**
 * Time for which a list contains an ended job, in milliseconds. `own`: in the list of the job's creator. `others`: in the lists
 * of other administrators.
 */
const LISTED_MS = { own: 86_400_000, others: 600_000 };
/** Maximum number of listed jobs. */
const RECENT = 10;

const JobInput = z.strictObject({ jobId: Id });
const JobAnswer = z.object({ jobId: Id });
const jobTarget = ({ jobId }: { jobId: number }) => ({ ref: `bulk_job:${jobId}` });

/** Returns the parsed action of the job. */
export const actionOf = ({ action }: Pick<BulkJobRecord, "action">) => BulkAction.parse(action);

/** Returns the job. Throws (404) if the job does not exist. */
export async function getJob(tx: Pick<ReadTx, "bulkJobs">, jobId: number) {
  const row = await tx.bulkJobs.get(jobId);
  if (!row) throw bulkJobRefusals.not_found();
  return row;
}

async function lockJob(tx: Pick<WriteTx, "bulkJobs">, jobId: number) {
  const row = await tx.bulkJobs.lock(jobId);
  if (!row) throw bulkJobRefusals.not_found();
  return row;
}

const jobRows: JobRows<keyof BulkJobCounts> = {
  table: bulkJobPeople,
  jobId: bulkJobPeople.jobId,
  outcome: bulkJobPeople.outcome,
  none: { waiting: 0, done: 0, unchanged: 0, refused: 0 },
};

async function described(
  tx: Pick<ReadTx, "select">,
  words: Words,
  rows: BulkJobRecord[],
): Promise<BulkJob[]> {
  const { countsOf, creatorOf } = await progressOf(tx, jobRows, rows);
  return rows.map((row) => ({
    jobId: row.id,
    action: actionOf(row),
    about: row.about,
    status: row.status,
    stopReason: row.stopReason && words(row.stopReason),
    createdAt: row.createdAt.toISOString(),
    createdBy: creatorOf(row.createdBy),
    finishedAt: timestampOrNull(row.finishedAt),
    counts: countsOf(row.id),
    undone: row.undoneAt !== null,
  }));
}

/**
 * Returns the name of the role or tag in the action. Throws (404) if the role or tag does not exist. Returns an empty text for
 * an action without a role or tag.
 */
async function nameAbout(tx: Pick<ReadTx, "roles" | "tags">, action: BulkAction): Promise<string> {
  if ("roleId" in action) {
    const role = await tx.roles.get(action.roleId);
    if (!role) throw roleRefusals.not_found();
    return role.name;
  }
  if ("tagId" in action) {
    const tag = await tx.tags.get(action.tagId);
    if (!tag) throw tagRefusals.not_found();
    return tag.name;
  }
  return "";
}

/** Starts a job for the given users whose state the action changes. Throws if the action changes none of them. */
async function begin(
  { tx, actor, now, changed, labelled }: CommandContext<TenantActor, WriteTx>,
  userIds: number[],
  action: BulkAction,
) {
  authorizeStep(actor, action);
  const createdBy = administratorOf(actor);
  const [about, concerned] = await Promise.all([nameAbout(tx, action), concernedBy(tx, userIds, action)]);
  if (concerned.length === 0) throw bulkJobRefusals.nothing_to_do();
  const { id: jobId } = await tx.bulkJobs.insert({ action, about, createdBy, createdAt: now });
  await tx.bulkJobPeople.insertAll(concerned.map((userId) => ({ jobId, userId })));
  labelled(about || null);
  changed({}, { step: action.do, people: concerned.length });
  return { jobId };
}

/**
 * Throws if the actor may not undo the action for an administrator among these users. The check runs before the job starts. A
 * job can be undone only once, and a part of its users would otherwise stay changed.
 */
async function guardStep(
  { tx, actor }: Pick<CommandContext<TenantActor, WriteTx>, "tx" | "actor">,
  action: BulkAction,
  userIds: number[],
) {
  if (isReserved(action) && !userIds.every(await decidableBy(tx, actor)))
    throw bulkJobRefusals.undo_reserved();
}

export const startBulkJob = command({
  name: "startBulkJob",
  console: "usersBulk.start",
  capability: "ManageUsers",
  summary: "Start an action on many users",
  description:
    "Affects only the users whom the action changes. It runs in the background with the present rights of its " +
    "creator at each step. Actions on roles or tags also need the capability for these.",
  input: z.strictObject({ userIds: SelectedIds, action: BulkAction }),
  output: JobAnswer,
  event: "bulk_job_started",
  target: (_input, output) => jobTarget(output),
  run: (context, { userIds, action }) => begin(context, userIds, action),
});

export const undoBulkJob = command({
  name: "undoBulkJob",
  console: "usersBulk.undo",
  capability: "ManageUsers",
  summary: "Undo an action on many users",
  description: "Creates a job for those whom the first one changed.",
  input: JobInput,
  output: JobAnswer.describe("The new job."),
  event: "bulk_job_started",
  target: (_input, output) => jobTarget(output),
  run: async (context, { jobId }) => {
    const { tx, now, concerns } = context;
    const before = await lockJob(tx, jobId);
    if (before.status === "running") throw bulkJobRefusals.running();
    if (before.undoneAt !== null) throw bulkJobRefusals.already_undone();
    const back = undoOf(actionOf(before));
    if (back === null) throw bulkJobRefusals.not_undoable();
    const done = await tx.bulkJobPeople.list({
      where: and(eq(bulkJobPeople.jobId, jobId), eq(bulkJobPeople.outcome, "done"))!,
    });
    const userIds = done.map(({ userId }) => userId);
    await guardStep(context, back, userIds);
    concerns(jobTarget({ jobId }).ref);
    await tx.bulkJobs.update(jobId, { undoneAt: now });
    return begin(context, userIds, back);
  },
});

export const resumeBulkJob = command({
  name: "resumeBulkJob",
  console: "usersBulk.resume",
  capability: "ManageUsers",
  summary: "Resume a stopped action on many users",
  description: "It runs with the rights of the actor who resumes it.",
  input: JobInput,
  output: JobAnswer,
  event: "bulk_job_started",
  target: jobTarget,
  run: async ({ tx, actor, changed, labelled }, { jobId }) => {
    const createdBy = administratorOf(actor);
    const before = await lockJob(tx, jobId);
    if (before.status !== "stopped") throw bulkJobRefusals.not_stopped();
    if (before.undoneAt !== null) throw bulkJobRefusals.already_undone();
    const action = actionOf(before);
    authorizeStep(actor, action);
    const { waiting } = (await countsOf(tx, jobRows, [jobId]))(jobId);
    labelled(before.about || null);
    changed({}, { step: action.do, people: waiting });
    await tx.bulkJobs.update(jobId, { status: "running", stopReason: null, finishedAt: null, createdBy });
    return { jobId };
  },
});

export const stopBulkJob = command({
  name: "stopBulkJob",
  console: "usersBulk.stop",
  capability: "ManageUsers",
  summary: "Stop an action on many users",
  description: "Completed changes remain. The job can be resumed or undone.",
  input: JobInput.extend({ reason: StopReason.default("stopped") }),
  output: JobAnswer,
  event: "bulk_job_stopped",
  target: jobTarget,
  run: async (context, { jobId, reason }) => {
    const { tx, labelled } = context;
    const before = await lockJob(tx, jobId);
    labelled(before.about || null);
    await stopJob(context, before, reason, (columns) => tx.bulkJobs.update(jobId, columns));
    return { jobId };
  },
});

export const finishBulkJob = command({
  name: "finishBulkJob",
  capability: "ManageUsers",
  summary: "Close an action that was tried for all of its users",
  input: JobInput,
  output: JobAnswer,
  event: "bulk_job_finished",
  target: jobTarget,
  run: async (context, { jobId }) => {
    const { tx, labelled } = context;
    const before = await lockJob(tx, jobId);
    const { waiting, ...counts } = (await countsOf(tx, jobRows, [jobId]))(jobId);
    labelled(before.about || null);
    const ending = { status: before.status, waiting, summary: { step: before.action.do, ...counts } };
    await finishJob(context, ending, (columns) => tx.bulkJobs.update(jobId, columns));
    return { jobId };
  },
});

export const listBulkJobs = query({
  name: "listBulkJobs",
  console: "usersBulk.list",
  capability: "ManageUsers",
  summary: "List running and recently ended actions on many users",
  description: "Running ones first. The creator sees a job for a day after its end, others for ten minutes.",
  input: z.strictObject({}),
  output: z.array(BulkJob),
  run: async ({ tx, actor, now, words }) => {
    const endedWithin = (ms: number) => gt(bulkJobs.finishedAt, new Date(now.getTime() - ms));
    const { subject } = actor;
    const own =
      subject.kind === "user"
        ? and(eq(bulkJobs.createdBy, subject.userId), endedWithin(LISTED_MS.own))
        : undefined;
    const rows = await tx.bulkJobs.list({
      where: or(eq(bulkJobs.status, "running"), endedWithin(LISTED_MS.others), own),
      orderBy: [desc(eq(bulkJobs.status, "running")), desc(bulkJobs.id)],
      limit: RECENT,
    });
    return described(tx, words, rows);
  },
});

export const listBulkRefusals = query({
  name: "listBulkRefusals",
  console: "usersBulk.refusals",
  capability: "ManageUsers",
  summary: "List the users for whom an action was refused",
  description: `The first ${MOST_REFUSALS}, ordered by id.`,
  input: JobInput,
  output: z.array(BulkRefusal),
  run: async ({ tx, words }, { jobId }) => {
    await getJob(tx, jobId);
    const rows = await tx.select({
      fields: { userId: users.id, email: users.email, name: users.name, problem: bulkJobPeople.problem },
      from: bulkJobPeople,
      join: [{ table: users, on: eq(users.id, bulkJobPeople.userId) }],
      where: and(eq(bulkJobPeople.jobId, jobId), eq(bulkJobPeople.outcome, "refused")),
      orderBy: [asc(bulkJobPeople.userId)],
      limit: MOST_REFUSALS,
    });
    return rows.map(({ problem, ...person }) => ({ ...person, problem: words(problem ?? "") }));
  },
});
