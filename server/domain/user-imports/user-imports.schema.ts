import * as z from "zod";
import { EmailAddress, Id, line, Name, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { byField, importFields, userFields } from "@/server/kernel/user-fields";
import { FieldName } from "../custom-fields/custom-fields.schema";
import { MOST_CHARACTERS, MOST_COLUMNS } from "./limits.schema";

/** The meaning of a column. `field:<name>` means the custom field with this name. */
const Column = z
  .union([
    z.enum(["ignore", "email", ...importFields, "status", "roles", "tags"]),
    z.templateLiteral(["field:", FieldName]),
  ])
  .describe("Meaning of a column. Without a column for the name, given and family name form it.");
export type ImportColumn = z.output<typeof Column>;

export const ImportColumns = z
  .array(Column)
  .max(MOST_COLUMNS)
  .superRefine((columns, context) => {
    const used = columns.filter((column) => column !== "ignore");
    const twice = used.find((column, index) => used.indexOf(column) !== index);
    if (twice !== undefined)
      context.addIssue({ code: "custom", message: must("repeated_column", { column: twice }) });
    if (!used.includes("email")) context.addIssue({ code: "custom", message: must("no_address_column") });
  });

export const NewImport = z.strictObject({
  fileName: Name,
  text: z.string().min(1).max(MOST_CHARACTERS),
});

export const ImportStatus = z.enum(["draft", "running", "finished", "stopped"]);
export const Outcome = z.enum(["waiting", "created", "updated", "unchanged", "refused"]);
export type Outcome = z.output<typeof Outcome>;

const Counts = z.object({
  waiting: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});
export type ImportCounts = z.output<typeof Counts>;

export const UserImport = z.object({
  importId: Id,
  fileName: z.string(),
  header: z.array(z.string()),
  rowCount: z.int(),
  columns: z.array(z.string()),
  status: ImportStatus,
  stopReason: z.string().nullable(),
  createdAt: Timestamp,
  createdBy: z.object({ userId: Id, email: z.string().nullable(), name: z.string().nullable() }),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  counts: Counts,
});
export type UserImport = z.output<typeof UserImport>;

/** Selects a page of an import's rows, optionally by outcome. */
export const RowsQuery = z.strictObject({
  importId: Id,
  outcome: z.enum(["created", "updated", "unchanged", "refused"]).optional(),
  after: wholeNumber(0, 1_000_000).default(0).describe("Line of the last row of the previous page."),
  limit: wholeNumber(1, 200).default(50),
});

/** One row of an import with its plan or its result. */
export const ImportRow = z.object({
  line: z.int(),
  email: z.string(),
  outcome: Outcome,
  userId: Id.nullable(),
  /** The changes as short texts. */
  changes: z.array(z.string()),
  problem: z.string().nullable(),
});
export type ImportRow = z.output<typeof ImportRow>;

/** Profile fields that a row of a file can set. */
export const ImportedProfile = z.strictObject(
  byField(importFields, (name) => line(userFields[name].maxLength).optional()),
);
export type ImportedProfile = z.output<typeof ImportedProfile>;

/** The parsed cells of one row. */
export const Wanted = z.object({
  email: EmailAddress,
  ...ImportedProfile.shape,
  status: z.enum(["active", "suspended"]).optional(),
});
