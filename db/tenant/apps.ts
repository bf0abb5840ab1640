import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** An OAuth client of the tenant: a relying party for its users. */
export const apps = tenantTable(
  "apps",
  {
    name: text("name").notNull(),
    clientId: codeText("client_id").notNull(),
    /** SHA-256 of the secret, hex; null for public clients. */
    clientSecretHash: text("client_secret_hash"),
    clientType: text("client_type", { enum: ["confidential", "public"] })
      .notNull()
      .default("confidential"),
    redirectUri: text("redirect_uri"),
    additionalRedirectUris: jsonb("additional_redirect_uris").$type<string[]>().notNull().default([]),
    requirePkce: boolean("require_pkce").notNull().default(true),
    allowDeviceFlow: boolean("allow_device_flow").notNull().default(false),
    allowEndUserSignIn: boolean("allow_end_user_sign_in").notNull().default(true),
    allowTenantAdminSignIn: boolean("allow_tenant_admin_sign_in").notNull().default(true),
    /** True admits only the guest list and the users with granted tags, minus the exclusions. */
    restricted: boolean("restricted").notNull().default(false),
    /** Allowed redirects after sign-out. */
    postLogoutRedirectUris: jsonb("post_logout_redirect_uris").$type<string[]>().notNull().default([]),
    /** Address for notices of ended sessions (OpenID Connect Back-Channel Logout); null for none. */
    backchannelLogoutUri: text("backchannel_logout_uri"),
    /** True if authorization requests must be pushed (RFC 9126). */
    requirePushedRequests: boolean("require_pushed_requests").notNull().default(false),
    /** True if tokens must be bound to a key of the app (RFC 9449). */
    requireDpop: boolean("require_dpop").notNull().default(false),
    /** The app's own API (RFC 8707). Access tokens for it are JWTs (RFC 9068). Null: none. */
    apiAudience: text("api_audience"),
    /** The audience in the form of the registry (table api_audiences); null for none. */
    apiAudienceKey: codeText("api_audience_key"),
    /** Scopes of the app's own tokens (client_credentials), by name (kernel/capabilities.ts). */
    ownScopes: jsonb("own_scopes").$type<string[]>().notNull().default([]),
    /** Increases with each rotation of the secret. */
    secretGeneration: integer("secret_generation").notNull().default(1),
    /** Set for machine-to-machine apps: the subject of their tokens. */
    serviceAccountId: integer64("service_account_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("apps_client_id").on(t.tenantId, t.clientId),
    // The deletion of a service account unlinks its apps first (removeServiceAccount) and never deletes them.
    references(t, t.serviceAccountId, () => users, "restrict"),
    index("apps_service_account").on(t.tenantId, t.serviceAccountId),
  ],
);
