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
    /** 0 for tenant-wide roles, because a unique key ignores rows with null. */
    scopeKey: integer64("scope_key").generatedAlwaysAs(sql.raw("coalesce(app_id, 0)")),
    name: text("name").notNull(),
    nameKey: folded("name_key", "name"),
    description: text("description"),
    /** True if identity providers may manage this role's members over SCIM. */
    governed: boolean("governed").notNull().default(false),
    /** The provider's id of the group, over SCIM. */
    externalId: codeText("external_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("roles_name").on(t.tenantId, t.scopeKey, t.nameKey),
    references(t, t.appId, () => apps),
  ],
);

/** A role of a user or service account. */
export const roleGrants = tenantLink(
  "role_grants",
  {
    userId: integer64("user_id").notNull(),
    roleId: integer64("role_id").notNull(),
    grantedAt: instant("granted_at").notNull().defaultNow(),
    /** The role sync source that manages this grant; null for one made by hand or over SCIM. */
    sourceId: integer64("source_id"),
  },
  ["userId", "roleId"],
  (t) => [
    references(t, t.userId, () => users),
    references(t, t.roleId, () => roles),
    // The removal of a source releases its grants first, in the way that its administrator chooses.
    references(t, t.sourceId, () => roleSyncSources, "restrict"),
    index("role_grants_source").on(t.tenantId, t.sourceId),
    index("role_grants_role").on(t.tenantId, t.roleId, t.userId),
  ],
);
