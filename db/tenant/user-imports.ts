import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, integer64, references, storedText, tenantTable } from "../kit";
import { users } from "./users";

/** A file of users from an administrator, with the progress of its import. */
export const userImports = tenantTable(
  "user_imports",
  {
    fileName: text("file_name").notNull(),
    /** The file's first line. */
    header: jsonb("header").$type<string[]>().notNull(),
    rowCount: integer("row_count").notNull(),
    /** Meaning of each column in the order of the header; set at the start of the import. */
    columns: jsonb("columns").$type<string[]>().notNull(),
    status: text("status", { enum: ["draft", "running", "finished", "stopped"] })
      .notNull()
      .default("draft"),
    /** Reason of the stop, for people. */
    stopReason: storedText("stop_reason"),
    /** The import runs with the rights of this user. */
    createdBy: integer64("created_by_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    /** End of the claim of the instance that runs the import. Afterwards, another instance may claim it. */
    claimedUntil: instant("claimed_until"),
  },
  (t) => [
    references(t, t.createdBy, () => users),
    // The worker searches the running imports of all tenants.
    index("user_imports_status").on(t.status, t.claimedUntil),
  ],
);

/** One line of an import file. */
export const userImportRows = tenantTable(
  "user_import_rows",
  {
    importId: integer64("import_id").notNull(),
    /** Line number of a text editor: the header is line 1. */
    line: integer("line").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
    outcome: text("outcome", { enum: ["waiting", "created", "updated", "unchanged", "refused"] })
      .notNull()
      .default("waiting"),
    /** Completed part of the row while roles and tags wait. After a stop of the server, the import continues after this part. */
    begun: text("begun", { enum: ["created", "updated"] }),
    userId: integer64("user_id"),
    /** Reason of the refusal of the row or of a part of it. */
    problem: storedText("problem"),
  },
  (t) => [
    references(t, t.importId, () => userImports),
    references(t, t.userId, () => users),
    uniqueIndex("user_import_rows_line").on(t.tenantId, t.importId, t.line),
    index("user_import_rows_outcome").on(t.tenantId, t.importId, t.outcome, t.line),
  ],
);
