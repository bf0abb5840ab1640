import * as z from "zod";
import { Id, Name, Timestamp } from "@/server/kernel/fields";
import { codeFactorKinds, heldKinds } from "../sign-in-methods/factor-kinds.schema";

/** A factor of the user, in addition to the password. */
export const OwnFactor = z.object({
  factorId: Id,
  kind: z.enum(heldKinds),
  label: z.string().nullable(),
  /**
   * The relying party id of a passkey. Null for a passkey of an older version, whose relying party is the installation's own
   * host. Null also for other kinds of factors.
   */
  rpId: z.string().nullable(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  codesLeft: z.int().nullable(),
});
export type OwnFactor = z.output<typeof OwnFactor>;

/** A code factor that the user can add. */
const OwnCodeFactor = z.object({
  kind: z.enum(codeFactorKinds),
  /** The address or number to which the code would be sent; null if the user has no address or no proven number. */
  address: z.string().nullable(),
  /** The address or number to which a code was sent, while the code is valid; null if there is no valid code. */
  pending: z.string().nullable(),
});
export type OwnCodeFactor = z.output<typeof OwnCodeFactor>;

export const OwnFactors = z.object({
  factors: z.array(OwnFactor),
  /** True if the organization offers passkeys. */
  passkeys: z.boolean(),
  /** Code factors that the user can add. */
  codes: z.array(OwnCodeFactor),
  /** True if the organization requires a second factor of this user. */
  required: z.boolean(),
  hasPassword: z.boolean(),
  /** True if the user signed in recently. A change of the factors requires a recent sign-in. */
  recent: z.boolean(),
});
export type OwnFactors = z.output<typeof OwnFactors>;

/** The name that the user gives to a factor. */
export const FactorLabel = Name.max(100);
