import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { BulkAction } from "../users/bulk.schema";

/** Maximum number of users in the list of refusals. */
export const MOST_REFUSALS = 500;

const Person = z.object({ userId: Id, email: z.string().nullable(), name: z.string().nullable() });

/** Number of a job's users in each state. */
const Counts = z.object({ waiting: z.int(), done: z.int(), unchanged: z.int(), refused: z.int() });
export type BulkJobCounts = z.output<typeof Counts>;

/** An action on many users that the server runs in the background. */
export const BulkJob = z.object({
  jobId: Id,
  action: BulkAction,
  about: z.string().describe("Name of the role or tag at the start of the job; empty for other actions."),
  status: z.enum(["running", "finished", "stopped"]),
  stopReason: z.string().nullable(),
  createdAt: Timestamp,
  createdBy: Person,
  finishedAt: Timestamp.nullable(),
  counts: Counts,
  undone: z.boolean().describe("True if another job has undone it."),
});
export type BulkJob = z.output<typeof BulkJob>;

/** A user for whom the action was refused. */
export const BulkRefusal = Person.extend({ problem: z.string() });
export type BulkRefusal = z.output<typeof BulkRefusal>;
