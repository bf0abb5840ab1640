import { and, eq, inArray } from "drizzle-orm";
import { bulkJobPeople } from "@/db/tenant/bulk-jobs";
import { actionOf, finishBulkJob, getJob, stopBulkJob } from "./bulk-jobs";
import { stepOf } from "./steps";
import { RETENTION_DAYS } from "../user-imports/limits.schema";
import { asAsked } from "../users/bulk";
import type { Row } from "../../kernel/operation/store";
import { startJobs, type JobDeps, type JobKind, type Result } from "../../outbox/administrator-jobs";

type BulkPerson = Row<typeof bulkJobPeople>;
type Outcome = Pick<BulkPerson, "outcome" | "problem">;

const bulkJobs = ({ execute }: Pick<JobDeps, "execute">): JobKind<BulkPerson, Outcome> => ({
  table: "bulk_jobs",
  retentionDays: RETENTION_DAYS,
  open: async (store, jobId) => {
    const ofJob = (userIds: number[]) =>
      and(eq(bulkJobPeople.jobId, jobId), inArray(bulkJobPeople.userId, userIds))!;
    const [job, waiting] = await store.read((tx) =>
      Promise.all([
        getJob(tx, jobId),
        tx.bulkJobPeople.list({
          where: and(eq(bulkJobPeople.jobId, jobId), eq(bulkJobPeople.outcome, "waiting"))!,
          orderBy: [bulkJobPeople.userId],
        }),
      ]),
    );
    const action = actionOf(job);
    const { operation, inputFor } = stepOf(action);
    return {
      waiting,
      keyOf: ({ userId }) => userId,
      prepare: async (actor, batch) => {
        const userIds = batch.map(({ userId }) => userId);
        const already = await store.write(async (tx) => {
          const found = await asAsked(tx, userIds, action);
          const others = userIds.filter((userId) => !found.has(userId));
          if (others.length > 0) await tx.bulkJobPeople.updateWhere(ofJob(others), { begun: true });
          return found;
        });
        return async ({ userId, begun }, attempt) => {
          // The user has the requested state. If this job had begun, it made the change before a crash.
          if (already.has(userId)) return { outcome: begun ? "done" : "unchanged", problem: null };
          const problem = await attempt(() => execute(actor, operation, inputFor(userId)));
          return { outcome: problem === null ? "done" : "refused", problem };
        };
      },
      record: (results) =>
        store.write(async (tx) => {
          for (const { outcome, userIds } of byOutcome(results))
            await tx.bulkJobPeople.updateWhere(ofJob(userIds), outcome);
        }),
    };
  },
  stop: (actor, jobId, reason) => execute(actor, stopBulkJob, { jobId, reason }),
  finish: (actor, jobId) => execute(actor, finishBulkJob, { jobId }),
});

/** Groups users with the same outcome, so that one statement stores it for all of them. */
function byOutcome(results: Result<BulkPerson, Outcome>[]) {
  const groups = new Map<string, { outcome: Outcome; userIds: number[] }>();
  for (const { item, outcome } of results) {
    const key = JSON.stringify(outcome);
    const group = groups.get(key);
    if (group) group.userIds.push(item.userId);
    else groups.set(key, { outcome, userIds: [item.userId] });
  }
  return groups.values();
}

/** Starts to run the bulk steps that administrators have started. */
export const startBulkJobs = (deps: JobDeps) => startJobs(bulkJobs(deps), deps);
