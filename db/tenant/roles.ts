import { sql } from "drizzle-orm";
import { boolean, index, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, folded, instant, integer64, references, tenantLink, tenantTable } from "../kit";
import { apps } from "./apps";
import { roleSyncSources } from "./role-sync";
import { users } from "./users";

/** A role of the whole tenant, or of one app when appId is set. */
export const roles = tenantTable(
  "roles",
  {
    appId: integer64("app_id"),
    /** 0 for tenant-wide roles: a unique key ignores rows with a null in it. */
    scopeKey: integer64("scope_key").generatedAlwaysAs(sql.raw("coalesce(app_id, 0)")),
    name: text("name").notNull(),
    nameKey: folded("name_key", "name"),
    description: text("description"),
    /** Identity providers may manage this role's members over SCIM. */
    governed: boolean("governed").notNull().default(false),
    /** The provider's own id of the group, over SCIM. */
    externalId: codeText("external_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("roles_name").on(t.tenantId, t.scopeKey, t.nameKey),
    references(t, t.appId, () => apps),
  ],
);

/** Which role a subject holds. */
export const roleGrants = tenantLink(
  "role_grants",
  {
    userId: integer64("user_id").notNull(),
    roleId: integer64("role_id").notNull(),
    grantedAt: instant("granted_at").notNull().defaultNow(),
    /** The role sync source that keeps this grant; null for one that somebody made by hand or over SCIM. */
    sourceId: integer64("source_id"),
  },
  ["userId", "roleId"],
  (t) => [
    references(t, t.userId, () => users),
    references(t, t.roleId, () => roles),
    // A source that is removed lets its grants go first, as its administrator chooses.
    references(t, t.sourceId, () => roleSyncSources, "restrict"),
    index("role_grants_source").on(t.tenantId, t.sourceId),
    index("role_grants_role").on(t.tenantId, t.roleId, t.userId),
  ],
);
