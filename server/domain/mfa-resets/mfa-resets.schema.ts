import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { Tier } from "../risk/risk.schema";
import { mfaResetStatuses } from "./statuses.schema";

export { mfaResetStatuses };
export const MfaResetStatus = z.enum(mfaResetStatuses);

/** A user's request to reset lost second factors. */
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
 * A request with the user's reason and the reader's rights. Only the console returns this form. The responses of the documented
 * API contain neither the reason nor the rights.
 */
export const ExplainedMfaReset = MfaReset.extend({
  reason: z.string().nullable(),
  /** True if the reader may decide: only an owner on an administrator's request, and nobody on the own one. */
  mayDecide: z.boolean(),
});
export type ExplainedMfaReset = z.output<typeof ExplainedMfaReset>;

/** Maximum length of a reason, in characters. */
export const MFA_RESET_REASON_MAX = 500;

/** A decision on a request, with an optional reason. */
export const MfaDecisionNote = z.strictObject({
  note: z.string().trim().max(1_000).nullish(),
});
