import * as z from "zod";
import { Id, Limit, oneOf, Timestamp } from "@/server/kernel/fields";
import { EXACT_UP_TO } from "../counts/counts.schema";
import { alertStates } from "./alert-states.schema";
import { riskTiers } from "./tiers.schema";

const UpToLimit = z.int().describe(`Exact up to ${EXACT_UP_TO}; one more means that there are more.`);

export const Tier = z.enum(riskTiers);

export const UserRisk = z.object({
  userId: Id,
  score: z.int().nullable(),
  tier: Tier.nullable(),
  locked: z.boolean(),
});

const TierCounts = z.object({ low: z.int(), medium: z.int(), high: z.int(), critical: z.int() });

export const RiskSummary = z.object({
  days: z.int(),
  totalEvents: z.int().describe("Number of scored sign-ins of the requested days."),
  byTier: TierCounts,
  byDay: z.array(TierCounts.extend({ date: z.string() })).describe("Every day (UTC), oldest first."),
  topUsers: z
    .array(
      z.object({
        userId: Id,
        email: z.string().nullable(),
        name: z.string().nullable(),
        events: UpToLimit,
        maxScore: z.int(),
      }),
    )
    .describe("The people with the riskiest sign-ins, at most ten."),
  recent: z
    .array(
      z.object({
        userId: Id.nullable(),
        email: z.string().nullable(),
        at: Timestamp,
        score: z.int(),
        tier: Tier,
        outcome: z.string(),
        ip: z.string().nullable(),
        place: z.string().nullable(),
        signals: z.array(z.string()),
      }),
    )
    .describe("The newest sign-ins of medium tier and above, at most twenty."),
});

export const CredentialHealth = z.object({
  totalUsers: z.int().describe("Number of active people."),
  withPassword: z.int(),
  withoutPassword: z.int(),
  withMfa: z.int(),
  withoutMfa: z.int(),
  withPasskey: z.int(),
  withoutPasskey: z.int(),
  withVerifiedEmail: z.int(),
  withoutVerifiedEmail: z.int(),
  stalePasswords: z.int().describe("Number of passwords older than a year."),
  weakPasswords: z.int().describe("Number of passwords that did not meet the policy when last used."),
});

const Person = { userId: Id, email: z.string().nullable(), name: z.string().nullable() };

export const SessionIntelligence = z.object({
  activeSessions: UpToLimit,
  usersWithConcurrentSessions: z.array(z.object({ ...Person, sessionCount: z.int() })),
  usersInSeveralCountries: z.array(z.object({ ...Person, countries: z.array(z.string()) })),
});

export const SecurityAlert = z.object({
  alertId: Id,
  alertType: z.string(),
  severity: z.enum(["low", "medium", "high", "critical"]),
  summary: z.string(),
  affectedUserCount: z.int(),
  detectedAt: Timestamp,
  acknowledgedAt: Timestamp.nullable(),
});

export const AlertPageQuery = z.strictObject({
  state: oneOf(...alertStates).default("open"),
  limit: Limit,
  cursor: z.string().max(2_000).optional(),
});

export const TrustedDevice = z.object({
  sessionId: Id,
  userId: Id,
  email: z.string().nullable(),
  label: z.string(),
  ip: z.string().nullable(),
  place: z.string().nullable(),
  trustedAt: Timestamp,
  expiresAt: Timestamp,
});

/** One reason for the result of a sign-in. */
export const SignInReason = z.object({
  text: z.string(),
  about: z.enum(["rule", "restriction"]).nullable(),
  /** Id of the rule that caused the reason; null if no rule caused the reason. */
  ruleId: Id.nullable(),
});
export type SignInReason = z.output<typeof SignInReason>;

export const SignInRow = z.object({
  signInId: Id,
  at: Timestamp,
  outcome: z.enum(["succeeded", "failed", "refused", "stepped_up"]),
  method: z.string().nullable(),
  ip: z.string().nullable(),
  place: z.string().nullable(),
  score: z.int().nullable(),
  tier: Tier.nullable(),
  /** The risk signals of the attempt, each with its points. */
  signals: z.record(z.string(), z.number()),
  /** Reasons why the attempt was refused or required a second factor. */
  explanation: z.array(SignInReason),
  appName: z.string().nullable(),
});
export type SignInRow = z.output<typeof SignInRow>;

/** A sign-in attempt of any user in the console's list. */
export const RecentSignIn = SignInRow.extend({
  userId: Id.nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
});
export type RecentSignIn = z.output<typeof RecentSignIn>;
