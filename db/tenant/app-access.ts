import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, instant, integer64, references, tenantLink, tenantTable } from "../kit";
import { apps } from "./apps";
import { sessions } from "./sessions";
import { tags } from "./tags";
import { users } from "./users";

/** The guest list of a restricted app. */
export const appGuests = tenantLink(
  "app_guests",
  {
    appId: integer64("app_id").notNull(),
    userId: integer64("user_id").notNull(),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  ["appId", "userId"],
  (t) => [
    references(t, t.appId, () => apps),
    references(t, t.userId, () => users),
    index("app_guests_user").on(t.tenantId, t.userId),
  ],
);

/** Tags whose users may open the restricted app. */
export const appTags = tenantLink(
  "app_tags",
  {
    appId: integer64("app_id").notNull(),
    tagId: integer64("tag_id").notNull(),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  ["appId", "tagId"],
  (t) => [
    references(t, t.appId, () => apps),
    references(t, t.tagId, () => tags),
    index("app_tags_tag").on(t.tenantId, t.tagId),
  ],
);

/** Users who may not open the app although a tag admits them. */
export const appExclusions = tenantLink(
  "app_exclusions",
  {
    appId: integer64("app_id").notNull(),
    userId: integer64("user_id").notNull(),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  ["appId", "userId"],
  (t) => [
    references(t, t.appId, () => apps),
    references(t, t.userId, () => users),
    index("app_exclusions_user").on(t.tenantId, t.userId),
  ],
);

/** A sign-in connector of an app. Without a row it is neither approved nor enabled. */
export const appConnectors = tenantLink(
  "app_connectors",
  {
    appId: integer64("app_id").notNull(),
    name: codeText("name").notNull(),
    approvedAt: instant("approved_at"),
    enabled: boolean("enabled").notNull().default(false),
  },
  ["appId", "name"],
  (t) => [references(t, t.appId, () => apps)],
);

/**
 * Authorization of an app by a user: one row for each OAuth grant. Each operation that ends a user's access to an app revokes this
 * row. Every code, token and introspection requires an active row.
 */
export const appAuthorizations = tenantTable(
  "app_authorizations",
  {
    userId: integer64("user_id").notNull(),
    appId: integer64("app_id").notNull(),
    /** SHA-256 of the protocol's grant id, hex. */
    grantHash: codeText("grant_hash").notNull(),
    /** The browser session of the authorization; null if there is none. */
    sessionId: integer64("session_id"),
    scopes: jsonb("scopes").$type<string[]>().notNull().default([]),
    /** Scopes of APIs, by the audience of the API. */
    apiScopes: jsonb("api_scopes").$type<Record<string, string[]>>().notNull().default({}),
    authorizedAt: instant("authorized_at").notNull().defaultNow(),
    lastTokenIssuedAt: instant("last_token_issued_at"),
    /** Expiry of the last token issued under this authorization. */
    activeUntil: instant("active_until"),
    revokedAt: instant("revoked_at"),
    /** Cause of the revocation, for people. */
    revokedReason: text("revoked_reason"),
  },
  (t) => [
    references(t, t.userId, () => users),
    references(t, t.appId, () => apps),
    references(t, t.sessionId, () => sessions, "restrict"),
    uniqueIndex("app_authorizations_grant").on(t.tenantId, t.grantHash),
    index("app_authorizations_user").on(t.tenantId, t.userId, t.appId),
    index("app_authorizations_app").on(t.tenantId, t.appId, t.userId),
    index("app_authorizations_session").on(t.tenantId, t.sessionId),
  ],
);

/**
 * Notices of ended sessions to apps (OpenID Connect Back-Channel Logout). A row is created at the sign-in to
 * an app with a logout address. It is sent after the end of the session, and removed after its delivery.
 */
export const logoutNotices = tenantTable(
  "logout_notices",
  {
    appId: integer64("app_id").notNull(),
    /** The session of the sign-in. It can be deleted before the notice is sent. */
    sessionId: integer64("session_id").notNull(),
    /** The app's identifiers of user and session: the claims `sub` and `sid`. */
    subject: codeText("subject").notNull(),
    sid: codeText("sid").notNull(),
    /** The issuer of the custom domain of the sign-in; null for the installation's own. */
    issuer: codeText("issuer"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Time of the next attempt; null during the session. */
    nextAttemptAt: instant("next_attempt_at"),
    attempts: integer("attempts").notNull().default(0),
  },
  (t) => [
    references(t, t.appId, () => apps),
    uniqueIndex("logout_notices_sid").on(t.tenantId, t.appId, t.sid),
    index("logout_notices_session").on(t.tenantId, t.sessionId),
    index("logout_notices_due").on(t.nextAttemptAt),
  ],
);
