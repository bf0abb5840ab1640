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

/** Everyone with this tag may open the restricted app. */
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

/** People kept out of what a tag lets them into. */
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

/** A sign-in connector of an app; one that has no row is neither approved nor on. */
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
 * What a person has authorized an app to do: one row for each OAuth grant. Everything that ends a person's access to an
 * app ends this row, and every code, token and introspection asks whether it still lives.
 */
export const appAuthorizations = tenantTable(
  "app_authorizations",
  {
    userId: integer64("user_id").notNull(),
    appId: integer64("app_id").notNull(),
    /** SHA-256 of the protocol's grant id, hex. */
    grantHash: codeText("grant_hash").notNull(),
    /** The browser session that it was given in; null where there was none. */
    sessionId: integer64("session_id"),
    scopes: jsonb("scopes").$type<string[]>().notNull().default([]),
    authorizedAt: instant("authorized_at").notNull().defaultNow(),
    lastTokenIssuedAt: instant("last_token_issued_at"),
    /** When the last of the tokens issued under it runs out. */
    activeUntil: instant("active_until"),
    revokedAt: instant("revoked_at"),
    /** Why it ended, for whoever looks. */
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
 * Which apps must be told when a session ends (OpenID Connect Back-Channel Logout): a row is made when an app that wants to
 * know gets someone signed in, waits until the session has ended, is sent then, and goes when it has been delivered.
 */
export const logoutNotices = tenantTable(
  "logout_notices",
  {
    appId: integer64("app_id").notNull(),
    /** The session in which it was; it may be gone by the time that the app is told. */
    sessionId: integer64("session_id").notNull(),
    /** What the app knows the person and the session by: the claims `sub` and `sid`. */
    subject: codeText("subject").notNull(),
    sid: codeText("sid").notNull(),
    /** The issuer of the custom domain that they signed in at; null: the installation's own. */
    issuer: codeText("issuer"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When the next try is due; null while the session lasts. */
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
