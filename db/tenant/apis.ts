import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantLink, tenantTable } from "../kit";
import { apps } from "./apps";
import { roles } from "./roles";

/** An API (resource server) of the tenant, for which apps get access tokens (RFC 8707). */
export const apis = tenantTable(
  "apis",
  {
    name: text("name").notNull(),
    /** Claim `aud` of its tokens, and `resource` of requests. It never changes. */
    audience: codeText("audience").notNull(),
    /** The audience in the form of the registry (table api_audiences). */
    audienceKey: codeText("audience_key").notNull(),
    format: text("format", { enum: ["jwt", "opaque"] })
      .notNull()
      .default("jwt"),
    /** Lifetime of its access tokens in seconds. */
    lifetimeSeconds: integer("lifetime_seconds").notNull().default(3_600),
    /** Algorithm of the signatures of its tokens (kernel/signing-keys.ts). */
    signingAlgorithm: text("signing_algorithm", { enum: ["RS256", "ES256", "PS256", "EdDSA"] })
      .notNull()
      .default("RS256"),
    /** True if a user's token contains only the scopes that the user's roles allow. */
    enforceRoles: boolean("enforce_roles").notNull().default(false),
    /** Rules of the claims of users' tokens (server/domain/app-claims). */
    claims: jsonb("claims").$type<object[]>().notNull().default([]),
    /** The API's own client, which may only introspect tokens for this API. */
    clientId: codeText("client_id").notNull(),
    /** SHA-256 of its secret, hex. */
    secretHash: text("secret_hash").notNull(),
    /** Time at which another organization got the audience; null while the API has it. */
    audienceLostAt: instant("audience_lost_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("apis_audience").on(t.tenantId, t.audienceKey),
    uniqueIndex("apis_client_id").on(t.tenantId, t.clientId),
  ],
);

/** A scope of an API. */
export const apiScopes = tenantTable(
  "api_scopes",
  {
    apiId: integer64("api_id").notNull(),
    name: codeText("name").notNull(),
    /** Sentence that the consent shows. */
    description: text("description").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [references(t, t.apiId, () => apis), uniqueIndex("api_scopes_name").on(t.tenantId, t.apiId, t.name)],
);

/** An app that may ask for tokens of an API. */
export const apiApps = tenantLink(
  "api_apps",
  {
    apiId: integer64("api_id").notNull(),
    appId: integer64("app_id").notNull(),
    /** Time since which the app may ask for its users; null if it may not. Older tokens and consents do not count. */
    usersSince: instant("users_since"),
    /** Time since which the app may ask for itself (client_credentials); null if it may not. */
    machineSince: instant("machine_since"),
  },
  ["apiId", "appId"],
  (t) => [
    references(t, t.apiId, () => apis),
    references(t, t.appId, () => apps),
    index("api_apps_app").on(t.tenantId, t.appId),
  ],
);

/** A scope that an app may ask for itself (client_credentials). */
export const apiMachineScopes = tenantLink(
  "api_machine_scopes",
  { appId: integer64("app_id").notNull(), scopeId: integer64("scope_id").notNull() },
  ["appId", "scopeId"],
  (t) => [
    references(t, t.appId, () => apps),
    references(t, t.scopeId, () => apiScopes),
    index("api_machine_scopes_scope").on(t.tenantId, t.scopeId),
  ],
);

/** A scope that a role allows, at an API that enforces roles. */
export const apiRoleScopes = tenantLink(
  "api_role_scopes",
  { roleId: integer64("role_id").notNull(), scopeId: integer64("scope_id").notNull() },
  ["roleId", "scopeId"],
  (t) => [
    references(t, t.roleId, () => roles),
    references(t, t.scopeId, () => apiScopes),
    index("api_role_scopes_scope").on(t.tenantId, t.scopeId),
  ],
);
