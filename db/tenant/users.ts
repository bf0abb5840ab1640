import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  codeText,
  folded,
  inNameOrder,
  instant,
  integer64,
  references,
  storedText,
  tenantLink,
  tenantTable,
} from "../kit";

/*
 * Names of a user as SCIM shows them (server/scim/users.ts): missing parts are derived. Null if the provider removed the value, for
 * which `null` is stored at its path in `scim_attributes`.
 */
const shownName = `coalesce(name, split_part(email, '@', 1), user_name, id::text)`;
const words = `regexp_replace(${shownName}, '\\s+', ' ', 'g')`;
const firstWord = `split_part(${words}, ' ', 1)`;
const otherWords = `nullif(regexp_replace(${words}, '^[^ ]* ', ''), '')`;
const removedAt = (path: string) => `coalesce(jsonb_typeof(scim_attributes #> '{${path}}') = 'null', false)`;
/** The lower-case form of a shown name. */
const shownKey = (name: string, value: string, ...paths: string[]) =>
  codeText(name).generatedAlwaysAs(
    sql.raw(
      paths.length === 0
        ? `lower(${value})`
        : `case when not (${paths.map(removedAt).join(" or ")}) then lower(${value}) end`,
    ),
  );

/** Users and service accounts: all subjects that can act in a tenant. */
export const users = tenantTable(
  "users",
  {
    kind: text("kind", { enum: ["person", "service_account"] })
      .notNull()
      .default("person"),
    /** As entered; compared by emailKey. Null for service accounts. */
    email: text("email"),
    emailKey: folded("email_key", "email"),
    emailVerifiedAt: instant("email_verified_at"),
    /**
     * Origin of `emailVerifiedAt`. Null: the user opened a mail, or the person who appointed the administrator vouches for the
     * address.
     */
    emailVouchedBy: text("email_vouched_by", { enum: ["provider"] }),
    /**
     * Start of the time in which another person may have signed in to this account. It is set if an identity provider creates the
     * account or sets its number, if its address is changed, or if it is used before its address is proved. Null: never. A
     * promotion to administrator ends the earlier factors (administrators/promotion.ts).
     */
    untrustedSince: instant("untrusted_since"),
    name: text("name"),
    /** Sort key of lists. Never null, so that a page can start after any row. */
    nameKey: codeText("name_key").notNull().generatedAlwaysAs(sql.raw(`lower(coalesce(name, ''))`)),
    givenName: text("given_name"),
    familyName: text("family_name"),
    userName: text("user_name"),
    userNameKey: folded("user_name_key", "user_name"),
    phone: text("phone"),
    /**
     * Time of the number's verification, after which codes may be sent to it: the user typed a code sent to
     * it, or the organization's directory set it (SCIM). Null: the number is unproved.
     */
    phoneVerifiedAt: instant("phone_verified_at"),
    externalId: codeText("external_id"),
    status: text("status", { enum: ["active", "suspended"] })
      .notNull()
      .default("active"),
    lockedUntil: instant("locked_until"),
    lockedIndefinitely: boolean("locked_indefinitely").notNull().default(false),
    lockReason: storedText("lock_reason"),
    /**
     * `guesses`: wrong answers at the sign-in caused the lock. This lock stops only unknown browsers: live sessions, known browsers
     * and passkeys still work. Null: an administrator or risk locked the account, and every new sign-in is refused.
     */
    lockCause: text("lock_cause", { enum: ["guesses"] }),
    failedSignIns: integer("failed_sign_ins").notNull().default(0),
    /** An argon2id hash in PHC form, or null: the user cannot sign in by password. */
    passwordHash: text("password_hash"),
    passwordChangedAt: instant("password_changed_at"),
    /** True if the last typed password violated the policy at that time. */
    passwordWeak: boolean("password_weak").notNull().default(false),
    /** SCIM attributes without a column, returned unchanged. */
    scimAttributes: jsonb("scim_attributes").$type<Record<string, unknown>>(),
    /** The SCIM token that created this user; null for others. */
    provisionedBy: integer64("provisioned_by"),
    lastSignInAt: instant("last_sign_in_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    /*
     * Keys of SCIM's filters and orders. Stored, because comparisons of a column with a constant are leakproof, and those of an
     * expression are not: under row-level security no index would serve them.
     */
    shownUserNameKey: shownKey("shown_user_name_key", "coalesce(user_name, email, id::text)"),
    shownNameKey: shownKey("shown_name_key", shownName, "displayName"),
    shownGivenNameKey: shownKey(
      "shown_given_name_key",
      `coalesce(given_name, ${firstWord})`,
      "name",
      "name,givenName",
    ),
    shownFamilyNameKey: shownKey(
      "shown_family_name_key",
      `coalesce(family_name, ${otherWords}, ${firstWord})`,
      "name",
      "name,familyName",
    ),
    /** Text of the user search. 0002_user_search.sql has its indexes and the function that uses them. */
    searchText: codeText("search_text").generatedAlwaysAs(
      sql.raw(
        // Joined by newlines, which no identifier contains, so that a search never matches across two of
        // them. The collation is stated, because external_id's own ("C") folds ASCII letters only.
        `lower((coalesce(name, '') || E'\\n' || coalesce(email, '') || E'\\n' || coalesce(user_name, '') || E'\\n' || coalesce(phone, '') || E'\\n' || coalesce(external_id, '')) COLLATE "default")`,
      ),
    ),
  },
  (t) => [
    uniqueIndex("users_email").on(t.tenantId, t.emailKey),
    uniqueIndex("users_user_name").on(t.tenantId, t.userNameKey),
    uniqueIndex("users_external_id").on(t.tenantId, t.externalId),
    // Lists the users of a kind by id. The second index also filters by status.
    index("users_kind").on(t.tenantId, t.kind, t.id),
    index("users_status").on(t.tenantId, t.kind, t.status, t.id),
    // Serves incremental imports of providers, which read the changes since their last request.
    index("users_updated").on(t.tenantId, t.kind, t.updatedAt, t.id),
    index("users_name").on(t.tenantId, t.kind, inNameOrder(t.nameKey), t.id),
    // Serves the filters of SCIM. 0021_scim_lists.sql has the indexes that find a part of a name or of an address.
    ...(
      ["shownUserNameKey", "shownNameKey", "shownGivenNameKey", "shownFamilyNameKey", "createdAt"] as const
    ).map((key) =>
      index(`users_${t[key].name.replace(/_key$|_at$/, "")}`)
        .on(t.tenantId, t[key], t.id)
        .where(sql`kind = 'person'`),
    ),
    // Serves the orders of SCIM.
    ...(["shownUserNameKey", "shownNameKey", "shownGivenNameKey", "shownFamilyNameKey"] as const).map((key) =>
      index(`users_${t[key].name.replace(/_key$/, "_order")}`)
        .on(t.tenantId, inNameOrder(t[key]), t.id)
        .where(sql`kind = 'person'`),
    ),
    // The console's sign-in searches an address in all tenants.
    index("users_email_any_tenant").on(t.emailKey),
  ],
);

/** Administrators of the tenant. */
export const administrators = tenantLink(
  "administrators",
  {
    userId: integer64("user_id").notNull(),
    role: text("role", { enum: ["owner", "admin"] }).notNull(),
    grantedAt: instant("granted_at").notNull().defaultNow(),
  },
  ["userId"],
  (t) => [references(t, t.userId, () => users)],
);

/** Name and branding of the tenant; one row for each tenant. */
export const tenantProfiles = tenantLink(
  "tenant_profiles",
  { name: text("name").notNull(), branding: jsonb("branding").$type<Record<string, string | null>>() },
  [],
);
