import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantLink, tenantTable, usageColumns } from "../kit";
import { users } from "./users";

/** A management credential: an OAuth client whose tokens administer the tenant through /api/v1. */
export const credentials = tenantTable(
  "credentials",
  {
    name: text("name").notNull(),
    clientId: codeText("client_id").notNull(),
    secretHash: text("secret_hash").notNull(),
    /** Counts up with each rotation; a token names the generation it was issued under and dies with it. */
    secretGeneration: integer("secret_generation").notNull().default(1),
    capabilities: jsonb("capabilities").$type<string[]>().notNull(),
    /** The account it acts as; null once that account was removed, which revoked the credential. */
    serviceAccountId: integer64("service_account_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    rotatedAt: instant("rotated_at"),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    uniqueIndex("credentials_client_id").on(t.tenantId, t.clientId),
    references(t, t.serviceAccountId, () => users, "restrict"),
    index("credentials_service_account").on(t.tenantId, t.serviceAccountId),
  ],
);

/** How often a credential was used on a day (UTC); the server's instances add to it together. */
export const credentialUsage = tenantLink(
  "credential_usage",
  { credentialId: integer64("credential_id").notNull(), ...usageColumns() },
  ["credentialId", "day"],
  (t) => [references(t, t.credentialId, () => credentials)],
);

/** A bearer token that an identity provider provisions with over SCIM. */
export const scimTokens = tenantTable(
  "scim_tokens",
  {
    name: text("name").notNull(),
    tokenHash: codeText("token_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [uniqueIndex("scim_tokens_hash").on(t.tenantId, t.tokenHash)],
);

/** The same of a token that an identity provider provisions with. */
export const scimTokenUsage = tenantLink(
  "scim_token_usage",
  { tokenId: integer64("token_id").notNull(), ...usageColumns() },
  ["tokenId", "day"],
  (t) => [references(t, t.tokenId, () => scimTokens)],
);
