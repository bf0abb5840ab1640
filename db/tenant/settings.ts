import { jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, tenantLink, tenantTable } from "../kit";

/** The tenant's settings, one row for each that was ever changed; its schema and defaults are the domain's. */
export const tenantSettings = tenantTable(
  "tenant_settings",
  {
    name: codeText("name").notNull(),
    value: jsonb("value").$type<Record<string, unknown>>().notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("tenant_settings_name").on(t.tenantId, t.name)],
);

/** The address that a tenant's people know it by; one for each tenant. */
export const customDomains = tenantLink(
  "custom_domains",
  {
    domain: codeText("domain").notNull(),
    verifyToken: text("verify_token").notNull(),
    verifiedAt: instant("verified_at"),
    /** The domain once it is verified, else null: of all tenants, one can have verified it. */
    verifiedKey: codeText("verified_key"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  [],
  // Without the tenant, on purpose: the key is what keeps two tenants from one domain.
  (t) => [uniqueIndex("custom_domains_verified").on(t.verifiedKey)],
);
