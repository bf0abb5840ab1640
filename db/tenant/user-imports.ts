import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** A file of people that an administrator brought, and how far it has been worked off. */
export const userImports = tenantTable(
  "user_imports",
  {
    fileName: text("file_name").notNull(),
    /** The file's first line. */
    header: jsonb("header").$type<string[]>().notNull(),
    rowCount: integer("row_count").notNull(),
    /** What each column is, in the order of the header; decided when the import starts. */
    columns: jsonb("columns").$type<string[]>().notNull(),
    status: text("status", { enum: ["draft", "running", "finished", "stopped"] })
      .notNull()
      .default("draft"),
    /** Why it was stopped, for the reader. */
    stopReason: text("stop_reason"),
    /** Whose rights it runs with. */
    createdBy: integer64("created_by_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    /** Until then, one instance works on it; another takes it over when this has passed. */
    claimedUntil: instant("claimed_until"),
  },
  (t) => [
    references(t, t.createdBy, () => users),
    // The worker asks which import of any tenant is under way.
    index("user_imports_status").on(t.status, t.claimedUntil),
  ],
);

/** One line of such a file. */
export const userImportRows = tenantTable(
  "user_import_rows",
  {
    importId: integer64("import_id").notNull(),
    /** As a text editor counts: the header is line 1. */
    line: integer("line").notNull(),
    cells: jsonb("cells").$type<string[]>().notNull(),
    outcome: text("outcome", { enum: ["waiting", "created", "updated", "unchanged", "refused"] })
      .notNull()
      .default("waiting"),
    /** What has been done to the person already, while roles and tags still wait: a server that stops in between goes on. */
    begun: text("begun", { enum: ["created", "updated"] }),
    userId: integer64("user_id"),
    /** Why the row, or a part of it, was refused. */
    problem: text("problem"),
  },
  (t) => [
    references(t, t.importId, () => userImports),
    references(t, t.userId, () => users),
    uniqueIndex("user_import_rows_line").on(t.tenantId, t.importId, t.line),
    index("user_import_rows_outcome").on(t.tenantId, t.importId, t.outcome, t.line),
  ],
);
