import { text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** Named filters of the console's lists. Each row is stored for one user. */
export const savedViews = tenantTable(
  "saved_views",
  {
    userId: integer64("user_id").notNull(),
    /** The list of the filters. */
    list: codeText("list").notNull(),
    name: codeText("name").notNull(),
    /** The query of the list's URL with the question mark; empty without a filter. */
    query: text("query").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    references(t, t.userId, () => users),
    uniqueIndex("saved_views_name").on(t.tenantId, t.userId, t.list, t.name),
  ],
);
