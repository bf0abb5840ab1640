import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantTable } from "../kit";
import { users } from "./users";

/** A public key of an app, as a JSON Web Key (RFC 7517) with only the members that verification needs. */
export interface ClientKey {
  kty: "RSA" | "EC" | "OKP";
  kid?: string | undefined;
  alg?: string | undefined;
  crv?: string | undefined;
  n?: string | undefined;
  e?: string | undefined;
  x?: string | undefined;
  y?: string | undefined;
}

/** Returns the SQL expression for the origins of an app: those of its http(s) redirect URIs and of its list. */
const webOrigins = (t: Record<"redirectUri" | "additionalRedirectUris" | "allowedOrigins", unknown>) =>
  sql`castellan_web_origins(${t.redirectUri}, ${t.additionalRedirectUris}, ${t.allowedOrigins})`;

/** An OAuth client of the tenant: a relying party for its users. */
export const apps = tenantTable(
  "apps",
  {
    name: text("name").notNull(),
    clientId: codeText("client_id").notNull(),
    clientType: text("client_type", { enum: ["confidential", "public"] })
      .notNull()
      .default("confidential"),
    redirectUri: text("redirect_uri"),
    additionalRedirectUris: jsonb("additional_redirect_uris").$type<string[]>().notNull().default([]),
    /** Origins of pages that may call the protocol's endpoints, beside those of the redirect URIs. */
    allowedOrigins: jsonb("allowed_origins").$type<string[]>().notNull().default([]),
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
    /** True if authorization requests must be signed by the app (JAR, RFC 9101). */
    requireSignedRequests: boolean("require_signed_requests").notNull().default(false),
    /** True if the app follows the FAPI 2.0 Security Profile. */
    fapi: boolean("fapi").notNull().default(false),
    /** True if the app gets pseudonyms of its users (`sub`, OpenID Connect Core §8.1). */
    pairwiseSubjects: boolean("pairwise_subjects").notNull().default(false),
    /** Algorithm of the signatures of the app's tokens (kernel/signing-keys.ts). */
    signingAlgorithm: text("signing_algorithm", { enum: ["RS256", "ES256", "PS256", "EdDSA"] })
      .notNull()
      .default("RS256"),
    /** The app's own API (RFC 8707). Access tokens for it are JWTs (RFC 9068). Null: none. */
    apiAudience: text("api_audience"),
    /** The audience in the form of the registry (table api_audiences); null for none. */
    apiAudienceKey: codeText("api_audience_key"),
    /** Scopes of the app's own tokens (client_credentials), by name (kernel/capabilities.ts). */
    ownScopes: jsonb("own_scopes").$type<string[]>().notNull().default([]),
    /** The highest generation of its secrets (app_secrets). With keys: increases when a key is removed. */
    secretGeneration: integer("secret_generation").notNull().default(1),
    /** How a confidential app authenticates: by a secret, by JWTs that it signs with its own key (RFC 7523), or by a certificate (RFC 8705). */
    authMethod: text("auth_method", {
      enum: ["client_secret", "private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"],
    })
      .notNull()
      .default("client_secret"),
    /** Public keys of the app (RFC 7517). Empty if it has none, or publishes them at `clientKeysUri`. */
    clientKeys: jsonb("client_keys").$type<ClientKey[]>().notNull().default([]),
    /** Address of the app's keys; null for none. */
    clientKeysUri: text("client_keys_uri"),
    /** True if users are not asked for consent, because the organization vouches for the app. */
    trusted: boolean("trusted").notNull().default(false),
    /** Address that begins a sign-in to the app (OpenID Connect Core §4); null for none. */
    initiateLoginUri: text("initiate_login_uri"),
    /** Rules of the app's claims (server/domain/app-claims). */
    claims: jsonb("claims").$type<object[]>().notNull().default([]),
    /** Certificates in PEM form: those of the app, or of the authorities that issue them; null for none. */
    clientCertificates: text("client_certificates"),
    /** Name in certificates of the authorities: a DNS name, or the subject (RFC 4514); null for none. */
    clientCertificateSubject: text("client_certificate_subject"),
    /** Set for machine-to-machine apps: the subject of their tokens. */
    serviceAccountId: integer64("service_account_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("apps_client_id").on(t.tenantId, t.clientId),
    // The deletion of a service account unlinks its apps first (removeServiceAccount) and never deletes them.
    references(t, t.serviceAccountId, () => users, "restrict"),
    index("apps_service_account").on(t.tenantId, t.serviceAccountId),
    // Finds the apps of an origin for preflight requests, which name no client (auth/oidc/cors.ts).
    index("apps_web_origins").using("gin", webOrigins(t)),
  ],
);

/** A live client secret of an app. An app has two during a rotation. */
export const appSecrets = tenantTable(
  "app_secrets",
  {
    appId: integer64("app_id").notNull(),
    /** SHA-256 of the secret, hex. */
    secretHash: text("secret_hash").notNull(),
    /** Number of the secret within the app. Tokens that the app gets for itself name it (claim `gen`). */
    generation: integer("generation").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Null: the secret does not expire. */
    expiresAt: instant("expires_at"),
    /** Time of the last use, at most five minutes late. */
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    references(t, t.appId, () => apps),
    uniqueIndex("app_secrets_generation").on(t.tenantId, t.appId, t.generation),
  ],
);
