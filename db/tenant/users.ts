import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import { codeText, folded, instant, integer64, references, tenantLink, tenantTable } from "../kit";

/** People and service accounts: every subject that can act in a tenant. */
export const users = tenantTable(
  "users",
  {
    kind: text("kind", { enum: ["person", "service_account"] })
      .notNull()
      .default("person"),
    /** As it was given; compared by emailKey. Null for service accounts. */
    email: text("email"),
    emailKey: folded("email_key", "email"),
    emailVerifiedAt: instant("email_verified_at"),
    /** Whose word `emailVerifiedAt` rests on. Null: a mail to the address was read, or whoever named the administrator answers for it. */
    emailVouchedBy: text("email_vouched_by", { enum: ["provider"] }),
    /**
     * Since when somebody else may have signed in as this person: an identity provider opened the account, its address was changed,
     * a provider named its number, or it was used before the address was proved. Null: never. Whoever becomes an administrator
     * starts anew (administrators/promotion.ts).
     */
    untrustedSince: instant("untrusted_since"),
    name: text("name"),
    /** What lists are sorted by: never null, so that a page can start after any row. */
    nameKey: codeText("name_key").notNull().generatedAlwaysAs(sql.raw(`lower(coalesce(name, ''))`)),
    givenName: text("given_name"),
    familyName: text("family_name"),
    userName: text("user_name"),
    userNameKey: folded("user_name_key", "user_name"),
    phone: text("phone"),
    /**
     * Since when codes may be sent to the number: its owner typed one that went there, or the organization's directory named it
     * (SCIM). Null: somebody said so, and nobody has shown it.
     */
    phoneVerifiedAt: instant("phone_verified_at"),
    externalId: codeText("external_id"),
    status: text("status", { enum: ["active", "suspended"] })
      .notNull()
      .default("active"),
    lockedUntil: instant("locked_until"),
    lockedIndefinitely: boolean("locked_indefinitely").notNull().default(false),
    lockReason: text("lock_reason"),
    /**
     * `guesses`: the lock came of wrong answers at the sign-in. It keeps out strangers only: live sessions, known browsers and
     * passkeys go on. Null: an administrator or risk locked the account, and nobody new comes in.
     */
    lockCause: text("lock_cause", { enum: ["guesses"] }),
    failedSignIns: integer("failed_sign_ins").notNull().default(0),
    /** An argon2id hash in PHC form, or null: this person cannot sign in by password. */
    passwordHash: text("password_hash"),
    passwordChangedAt: instant("password_changed_at"),
    /** What the password was found to be when it was last typed: too short by the policy of then, or a common one. */
    passwordWeak: boolean("password_weak").notNull().default(false),
    /** What an identity provider keeps here beside the columns above, by SCIM attribute; read back as it was sent. */
    scimAttributes: jsonb("scim_attributes").$type<Record<string, unknown>>(),
    /** The SCIM token that made this person; null for people made otherwise. */
    provisionedBy: integer64("provisioned_by"),
    lastSignInAt: instant("last_sign_in_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    /** What the user search looks through; its indexes and the function that uses them are in 0002_user_search.sql. */
    searchText: codeText("search_text").generatedAlwaysAs(
      sql.raw(
        // Joined by newlines, which no identifier holds: a search must not match across two of them.
        // The collation is stated, because external_id's own ("C") would fold ASCII letters only.
        `lower((coalesce(name, '') || E'\\n' || coalesce(email, '') || E'\\n' || coalesce(user_name, '') || E'\\n' || coalesce(phone, '') || E'\\n' || coalesce(external_id, '')) COLLATE "default")`,
      ),
    ),
  },
  (t) => [
    uniqueIndex("users_email").on(t.tenantId, t.emailKey),
    uniqueIndex("users_user_name").on(t.tenantId, t.userNameKey),
    uniqueIndex("users_external_id").on(t.tenantId, t.externalId),
    // The list of people pages by id inside kind; with a status filter the second one serves.
    index("users_kind").on(t.tenantId, t.kind, t.id),
    index("users_status").on(t.tenantId, t.kind, t.status, t.id),
    // What changed since it was last asked for: a provider's incremental import.
    index("users_updated").on(t.tenantId, t.kind, t.updatedAt, t.id),
    index("users_name").on(t.tenantId, t.kind, t.nameKey, t.id),
    // Console sign-in asks for an address before any tenant is known.
    index("users_email_any_tenant").on(t.emailKey),
  ],
);

/** Who administers the tenant. */
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

/** The tenant's own name and branding; one row for each tenant. */
export const tenantProfiles = tenantLink(
  "tenant_profiles",
  { name: text("name").notNull(), branding: jsonb("branding").$type<Record<string, string | null>>() },
  [],
);
