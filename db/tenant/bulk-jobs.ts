import { boolean, index, jsonb, text } from "drizzle-orm/pg-core";
import { instant, integer64, references, tenantLink, tenantTable } from "../kit";
import { users } from "./users";

/** A step on many people that an administrator has started. */
export const bulkJobs = tenantTable(
  "bulk_jobs",
  {
    /** A BulkAction. */
    action: jsonb("action").$type<{ do: string; roleId?: number; tagId?: number }>().notNull(),
    /** What the role or tag was called when it started; empty where it is about none. */
    about: text("about").notNull(),
    status: text("status", { enum: ["running", "finished", "stopped"] })
      .notNull()
      .default("running"),
    /** Why it was stopped, for the reader. */
    stopReason: text("stop_reason"),
    /** When another job was started that takes this one back. */
    undoneAt: instant("undone_at"),
    /** Whose rights it runs with. */
    createdBy: integer64("created_by_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
    /** Until then, one instance works on it; another takes it over when this has passed. */
    claimedUntil: instant("claimed_until"),
  },
  (t) => [
    references(t, t.createdBy, () => users),
    // The worker asks which job of any tenant is under way.
    index("bulk_jobs_status").on(t.status, t.claimedUntil),
  ],
);

/** Somebody whom such a step is done to. */
export const bulkJobPeople = tenantLink(
  "bulk_job_people",
  {
    jobId: integer64("job_id").notNull(),
    userId: integer64("user_id").notNull(),
    outcome: text("outcome", { enum: ["waiting", "done", "unchanged", "refused"] })
      .notNull()
      .default("waiting"),
    /** Whether the step may have been done though the outcome still waits: then a server stopped in between. */
    begun: boolean("begun").notNull().default(false),
    /** Why it was refused. */
    problem: text("problem"),
  },
  ["jobId", "userId"],
  (t) => [
    references(t, t.jobId, () => bulkJobs),
    references(t, t.userId, () => users),
    index("bulk_job_people_outcome").on(t.tenantId, t.jobId, t.outcome, t.userId),
    // Whoever is deleted leaves the jobs, too.
    index("bulk_job_people_user").on(t.tenantId, t.userId),
  ],
);
