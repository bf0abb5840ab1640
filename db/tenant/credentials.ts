import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantLink, tenantTable, usageColumns } from "../kit";
import { users } from "./users";

/** A management credential: an OAuth client whose tokens manage the tenant through /api/v1. */
export const credentials = tenantTable(
  "credentials",
  {
    name: text("name").notNull(),
    clientId: codeText("client_id").notNull(),
    secretHash: text("secret_hash").notNull(),
    /**
     * Increases with each rotation. A token contains its generation and is invalid after the next rotation.
     */
    secretGeneration: integer("secret_generation").notNull().default(1),
    capabilities: jsonb("capabilities").$type<string[]>().notNull(),
    /** The service account of the credential. Null after the account's deletion, which revokes the credential. */
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

/** Use of a credential on one day (UTC). All instances of the server add to it. */
export const credentialUsage = tenantLink(
  "credential_usage",
  { credentialId: integer64("credential_id").notNull(), ...usageColumns() },
  ["credentialId", "day"],
  (t) => [references(t, t.credentialId, () => credentials)],
);

/** A bearer token for provisioning by an identity provider over SCIM. */
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

/** Use of a SCIM token on one day (UTC). */
export const scimTokenUsage = tenantLink(
  "scim_token_usage",
  { tokenId: integer64("token_id").notNull(), ...usageColumns() },
  ["tokenId", "day"],
  (t) => [references(t, t.tokenId, () => scimTokens)],
);
