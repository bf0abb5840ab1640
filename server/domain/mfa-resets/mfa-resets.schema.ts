import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { Tier } from "../risk/risk.schema";
import { mfaResetStatuses } from "./statuses.schema";

export { mfaResetStatuses };
export const MfaResetStatus = z.enum(mfaResetStatuses);

/** A request of a user who lost the second factor. */
export const MfaReset = z.object({
  requestId: Id,
  userId: Id,
  userName: z.string().nullable(),
  email: z.string().nullable(),
  status: MfaResetStatus,
  requestedAt: Timestamp,
  expiresAt: Timestamp,
  riskTier: Tier.nullable(),
});
export type MfaReset = z.output<typeof MfaReset>;

/**
 * A request with the user's reason and the reader's rights. Only the console returns this form, because the documented
 * API has neither.
 */
export const ExplainedMfaReset = MfaReset.extend({
  reason: z.string().nullable(),
  /** True if the reader may approve the request. Only an owner approves an administrator's request. */
  mayApprove: z.boolean(),
  /**
   * True if the reader may deny the request. Only an owner denies an administrator's request, but users may deny their
   * own.
   */
  mayDeny: z.boolean(),
});
export type ExplainedMfaReset = z.output<typeof ExplainedMfaReset>;

/** Highest length of a reason, in characters. */
export const MFA_RESET_REASON_MAX = 500;

/** The reason of a decision. */
export const MfaDecisionNote = z.strictObject({
  note: z.string().trim().max(1_000).nullish(),
});
