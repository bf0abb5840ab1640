import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { Tier } from "../risk/risk.schema";
import { mfaResetStatuses } from "./statuses.schema";

export { mfaResetStatuses };
export const MfaResetStatus = z.enum(mfaResetStatuses);

/** Someone who lost their second factor asks for a new start. */
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

/** With what the person wrote, and what the reader may do: for the console, because the interfaces' contract does not name it. */
export const ExplainedMfaReset = MfaReset.extend({
  reason: z.string().nullable(),
  /** Whether the reader may approve it: an administrator's is an owner's to approve. */
  mayApprove: z.boolean(),
});
export type ExplainedMfaReset = z.output<typeof ExplainedMfaReset>;

/** How much somebody can write who asks for a reset. */
export const MFA_RESET_REASON_MAX = 500;

/** Why it was decided so. */
export const MfaDecisionNote = z.strictObject({
  note: z.string().trim().max(1_000).nullish(),
});
