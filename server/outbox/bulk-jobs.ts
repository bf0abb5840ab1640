import { and, eq, inArray } from "drizzle-orm";
import { bulkJobPeople } from "@/db/tenant/bulk-jobs";
import { actionOf, finishBulkJob, getJob, stopBulkJob } from "../domain/bulk-jobs/bulk-jobs";
import { stepOf } from "../domain/bulk-jobs/steps";
import { KEPT_DAYS } from "../domain/user-imports/limits.schema";
import { asAsked } from "../domain/users/bulk";
import type { Row } from "../kernel/store";
import type { CodedText } from "../kernel/texts/define";
import { abreast, createAttempts, startJobs, type JobDeps } from "./administrator-jobs";

type BulkPerson = Row<typeof bulkJobPeople>;

/** Works off the steps on many people that administrators have started. */
export function startBulkJobs(deps: JobDeps) {
  const { stores, execute, system, log } = deps;
  const attempt = createAttempts(log);
  return startJobs<BulkPerson>(
    {
      table: "bulk_jobs",
      keptDays: KEPT_DAYS,
      open: async ({ tenantId, id: jobId }) => {
        const store = stores.tenant(tenantId);
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
          work: async (actor, batch) => {
            const userIds = batch.map(({ userId }) => userId);
            const already = await store.write(async (tx) => {
              const found = await asAsked(tx, userIds, action);
              const others = userIds.filter((userId) => !found.has(userId));
              if (others.length > 0) await tx.bulkJobPeople.updateWhere(ofJob(others), { begun: true });
              return found;
            });
            const done: number[] = [];
            const unchanged: number[] = [];
            /** By the stored form, because equal reasons are different objects. */
            const refused = new Map<string, { problem: CodedText | string; userIds: number[] }>();
            await abreast(batch, async ({ userId, begun }) => {
              // Done already: by this job, where a server stopped before it was written down, else by somebody else.
              if (already.has(userId)) return (begun ? done : unchanged).push(userId);
              const problem = await attempt(`${jobId}/${userId}`, () =>
                execute(actor, operation, inputFor(userId)),
              );
              if (problem === null) return done.push(userId);
              const key = JSON.stringify(problem);
              const before = refused.get(key)?.userIds ?? [];
              return refused.set(key, { problem, userIds: [...before, userId] });
            });
            await store.write(async (tx) => {
              const mark = (
                ids: number[],
                outcome: BulkPerson["outcome"],
                problem: CodedText | string | null = null,
              ) => ids.length > 0 && tx.bulkJobPeople.updateWhere(ofJob(ids), { outcome, problem });
              await mark(done, "done");
              await mark(unchanged, "unchanged");
              for (const { problem, userIds } of refused.values()) await mark(userIds, "refused", problem);
            });
          },
        };
      },
      stop: ({ tenantId, id: jobId }, reason) => execute(system(tenantId), stopBulkJob, { jobId, reason }),
      finish: ({ tenantId, id: jobId }) => execute(system(tenantId), finishBulkJob, { jobId }),
    },
    deps,
  );
}
