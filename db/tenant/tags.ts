import { boolean, index, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { folded, instant, integer64, references, tenantLink, tenantTable } from "../kit";
import { users } from "./users";

/** A relationship of users to the organization (employee, partner, guest), with its policies. */
export const tags = tenantTable(
  "tags",
  {
    name: text("name").notNull(),
    nameKey: folded("name_key", "name"),
    isDefaultForSignup: boolean("is_default_for_signup").notNull().default(false),
    isDefaultForInvites: boolean("is_default_for_invites").notNull().default(false),
    policies: jsonb("policies").$type<Record<string, boolean>>().notNull().default({}),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("tags_name").on(t.tenantId, t.nameKey)],
);

/** Tags of users. */
export const userTags = tenantLink(
  "user_tags",
  {
    userId: integer64("user_id").notNull(),
    tagId: integer64("tag_id").notNull(),
    taggedAt: instant("tagged_at").notNull().defaultNow(),
  },
  ["userId", "tagId"],
  (t) => [
    references(t, t.userId, () => users),
    references(t, t.tagId, () => tags),
    index("user_tags_tag").on(t.tenantId, t.tagId, t.userId),
  ],
);
