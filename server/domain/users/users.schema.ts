import * as z from "zod";
import {
  EmailAddress,
  Id,
  Limit,
  line,
  oneOf,
  SearchText,
  Timestamp,
  wholeNumber,
} from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { administeredFields, byField, userFieldNames, userFields } from "@/server/kernel/user-fields";

export const UserStatus = oneOf("active", "suspended");
export type UserStatus = z.output<typeof UserStatus>;

export const User = z.object({
  userId: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  status: UserStatus,
  createdAt: Timestamp,
});
export type User = z.output<typeof User>;

/** A user with the profile fields, which the document does not have (docs/user-fields.md). Lists have only `User`. */
export const UserDetails = User.extend(byField(userFieldNames, () => z.string().nullable()));
export type UserDetails = z.output<typeof UserDetails>;

export const UserStatusAnswer = z.object({ userId: Id, status: UserStatus });

const administered = byField(administeredFields, (name) => line(userFields[name].maxLength).nullish());

export const NewUser = z.strictObject({ email: EmailAddress, ...administered });

export const UserPatch = z.strictObject({ email: EmailAddress.nullish(), ...administered });

export const UserListQuery = z.strictObject({
  search: SearchText.optional().describe("A part of the name or of an identifier, without case."),
  status: UserStatus.optional(),
  limit: Limit,
  cursor: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional().describe("The nextCursor of the previous page."),
});

/** Maximum duration of a temporary lock, in minutes: five years. */
export const MAX_LOCK_MINUTES = 2_628_000;

export const LockInput = z.strictObject({
  durationMinutes: wholeNumber(1, MAX_LOCK_MINUTES).nullish(),
  indefinite: z.boolean().nullish(),
  reason: z.string().trim().max(500).nullish(),
  endSessions: z.boolean().nullish().describe("Also ends the current sessions."),
});

/** The console's form for a lock. The lock has a duration in minutes or is indefinite. */
export const LockForm = LockInput.refine(
  ({ durationMinutes, indefinite }) => indefinite === true || durationMinutes != null,
  { path: ["durationMinutes"], error: must("required") },
);

const noDuration = must("no_lock_duration", { max: MAX_LOCK_MINUTES });
const notBoth = must("lock_duration_and_indefinite");

/**
 * Returns null if the input contains either a duration or an indefinite lock. Returns an error if the input contains both or
 * neither.
 */
export const chosenOnce = ({
  durationMinutes,
  indefinite,
}: Pick<z.output<typeof LockInput>, "durationMinutes" | "indefinite">) =>
  durationMinutes == null ? (indefinite === true ? null : noDuration) : indefinite === true ? notBoth : null;

export const LockState = z.object({
  userId: Id,
  locked: z.boolean(),
  lockedUntil: Timestamp.nullable(),
  indefinite: z.boolean(),
});
export type LockState = z.output<typeof LockState>;

export const UserSort = oneOf("id", "name", "email");

export const UserPageQuery = z.strictObject({
  search: SearchText.optional(),
  status: oneOf("active", "suspended", "locked").optional(),
  sort: UserSort.default("id"),
  direction: oneOf("asc", "desc").default("asc"),
  limit: Limit,
  cursor: z.string().max(2_000).optional(),
});

const AdministratorRole = z.enum(["owner", "admin"]);

/** A user in the console's table. */
export const UserRow = User.extend({
  locked: z.boolean(),
  roleCount: z.int(),
  lastSessionAt: Timestamp.nullable(),
  administrator: AdministratorRole.nullable(),
});
export type UserRow = z.output<typeof UserRow>;

/** A role of a user or service account. */
export const HeldRole = z.object({
  roleId: Id,
  name: z.string(),
  appId: Id.nullable(),
  appName: z.string().nullable(),
  grantedAt: Timestamp,
});
export type HeldRole = z.output<typeof HeldRole>;

export const UserProfile = z.object({
  user: UserDetails.extend({
    emailVerifiedAt: Timestamp.nullable(),
    /** Time at which the phone number was proven. Codes may be sent only to a proven number. */
    phoneVerifiedAt: Timestamp.nullable(),
    externalId: z.string().nullable(),
    hasPassword: z.boolean(),
  }),
  lock: LockState.omit({ userId: true }).extend({ reason: z.string().nullable() }),
  roles: z.array(HeldRole),
  administrator: AdministratorRole.nullable(),
  /**
   * Reasons why the reader may not lock or suspend this user, for example because the user is the last owner. A reason is null
   * if the action is permitted.
   */
  kept: z.object({ fromLock: z.string().nullable(), fromSuspension: z.string().nullable() }),
  sessions: z.array(
    z.object({
      sessionId: Id,
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      country: z.string().nullable(),
      createdAt: Timestamp,
      expiresAt: Timestamp,
      revokedAt: Timestamp.nullable(),
      isTrusted: z.boolean(),
    }),
  ),
});
export type UserProfile = z.output<typeof UserProfile>;
