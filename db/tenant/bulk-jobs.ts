import { boolean, index, jsonb, text } from "drizzle-orm/pg-core";
import { instant, integer64, references, storedText, tenantLink, tenantTable } from "../kit";
import { users } from "./users";

/** A bulk step on users, started by an administrator. */
export const bulkJobs = tenantTable(
  "bulk_jobs",
  {
    /** A BulkAction. */
    action: jsonb("action").$type<{ do: string; roleId?: number; tagId?: number }>().notNull(),
    /** Name of the role or tag at the start of the job; empty for an action without one. */
    about: text("about").notNull(),
    status: text("status", { enum: ["running", "finished", "stopped"] })
      .notNull()
      .default("running"),
    /** Reason of the stop, for people. */
    stopReason: storedText("stop_reason"),
    /** Time at which the job that undoes this one started. */
    undoneAt: instant("undone_at"),
    /** The job runs with the rights of this user. */
    createdBy: integer64("created_by_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
    /** End of the claim of the instance that runs the job. Afterwards, another instance may claim it. */
    claimedUntil: instant("claimed_until"),
  },
  (t) => [
    references(t, t.createdBy, () => users),
    // The worker searches the running jobs of all tenants.
    index("bulk_jobs_status").on(t.status, t.claimedUntil),
  ],
);

/** A user of a bulk step. */
export const bulkJobPeople = tenantLink(
  "bulk_job_people",
  {
    jobId: integer64("job_id").notNull(),
    userId: integer64("user_id").notNull(),
    outcome: text("outcome", { enum: ["waiting", "done", "unchanged", "refused"] })
      .notNull()
      .default("waiting"),
    /** True if the step may have run although the outcome is still `waiting`, because the server stopped during the step. */
    begun: boolean("begun").notNull().default(false),
    /** Reason of the refusal. */
    problem: storedText("problem"),
  },
  ["jobId", "userId"],
  (t) => [
    references(t, t.jobId, () => bulkJobs),
    references(t, t.userId, () => users),
    index("bulk_job_people_outcome").on(t.tenantId, t.jobId, t.outcome, t.userId),
    // A deleted user is removed from the jobs, too.
    index("bulk_job_people_user").on(t.tenantId, t.userId),
  ],
);
