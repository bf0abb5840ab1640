import { text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** Filters of the console's lists that somebody keeps under a name, for themselves alone. */
export const savedViews = tenantTable(
  "saved_views",
  {
    userId: integer64("user_id").notNull(),
    /** Which list they are of. */
    list: codeText("list").notNull(),
    name: codeText("name").notNull(),
    /** The filters as the list's address says them, with the question mark; empty where none is set. */
    query: text("query").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    references(t, t.userId, () => users),
    uniqueIndex("saved_views_name").on(t.tenantId, t.userId, t.list, t.name),
  ],
);
