import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { BulkAction } from "../users/bulk.schema";

/** How many of those for whom a step was refused are listed. */
export const MOST_REFUSALS = 500;

const Person = z.object({ userId: Id, email: z.string().nullable(), name: z.string().nullable() });

/** How many of a job's people are how far. */
const Counts = z.object({ waiting: z.int(), done: z.int(), unchanged: z.int(), refused: z.int() });
export type BulkJobCounts = z.output<typeof Counts>;

/** A step on many people that the server does by and by. */
export const BulkJob = z.object({
  jobId: Id,
  action: BulkAction,
  about: z
    .string()
    .describe("What the role or tag was called when it started; empty where it is about none."),
  status: z.enum(["running", "finished", "stopped"]),
  stopReason: z.string().nullable(),
  createdAt: Timestamp,
  createdBy: Person,
  finishedAt: Timestamp.nullable(),
  counts: Counts,
  undone: z.boolean().describe("Whether another job has taken it back."),
});
export type BulkJob = z.output<typeof BulkJob>;

/** Somebody for whom a step was refused. */
export const BulkRefusal = Person.extend({ problem: z.string() });
export type BulkRefusal = z.output<typeof BulkRefusal>;
