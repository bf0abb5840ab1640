import { index, jsonb, text } from "drizzle-orm/pg-core";
import { instant, integer64, references, tenantTable } from "../kit";
import { apps } from "./apps";
import { tags } from "./tags";
import { users } from "./users";

/** A rule that allows or restricts sign-ins by place, time or method (management.md: access rule). */
export const accessRules = tenantTable(
  "access_rules",
  {
    scope: text("scope", { enum: ["user", "tag", "app", "org"] }).notNull(),
    type: text("type").notNull(),
    userId: integer64("user_id"),
    tagId: integer64("tag_id"),
    appId: integer64("app_id"),
    /** Fields of its type. */
    definition: jsonb("definition").$type<Record<string, unknown>>().notNull().default({}),
    reason: text("reason"),
    expiresAt: instant("expires_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    references(t, t.userId, () => users),
    references(t, t.tagId, () => tags),
    references(t, t.appId, () => apps),
    index("access_rules_scope").on(t.tenantId, t.scope, t.id),
    index("access_rules_user").on(t.tenantId, t.userId),
    index("access_rules_tag").on(t.tenantId, t.tagId),
    index("access_rules_app").on(t.tenantId, t.appId),
    // Finds the rules in force beside many expired ones, which are kept.
    index("access_rules_expiry").on(t.tenantId, t.expiresAt),
  ],
);
