import { jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, tenantLink, tenantTable } from "../kit";

/** Settings of the tenant, one row for each changed one. The domain defines schema and defaults. */
export const tenantSettings = tenantTable(
  "tenant_settings",
  {
    name: codeText("name").notNull(),
    value: jsonb("value").$type<Record<string, unknown>>().notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("tenant_settings_name").on(t.tenantId, t.name)],
);

/** The custom domain of a tenant for its users; at most one for each tenant. */
export const customDomains = tenantLink(
  "custom_domains",
  {
    domain: codeText("domain").notNull(),
    verifyToken: text("verify_token").notNull(),
    verifiedAt: instant("verified_at"),
    /** The domain after its verification, else null. At most one tenant can have verified a domain. */
    verifiedKey: codeText("verified_key"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  [],
  // Does not contain the tenant, so that the key prevents two tenants from having the same domain.
  (t) => [uniqueIndex("custom_domains_verified").on(t.verifiedKey)],
);
