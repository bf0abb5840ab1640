import * as z from "zod";
import { heldKinds } from "@/server/domain/sign-in-methods/factor-kinds.schema";
import { Id, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { verbatim } from "@/server/kernel/strings/composed";

const Code = z.string().trim().min(1, must("required")).max(40);
/** Verbatim, because older versions hashed a password as it was typed. */
const Password = verbatim(z.string().min(1, must("required")).max(1_024));

/** A code of the authenticator app, or a recovery code. Absent if the administrator has neither. */
export const FactorProof = z.strictObject({ proof: Code.optional() });

/** A new authenticator app: the password and the app's first code. */
export const NewPlatformApp = z.strictObject({
  currentPassword: Password,
  code: Code,
  /** A code of an existing second factor, if there is one. */
  proof: z.string().trim().max(40).optional(),
});

/** A new passkey: the password and the passkey's name. */
export const NewPlatformPasskey = z.strictObject({
  label: z.string().trim().max(100).optional(),
  currentPassword: Password,
  /** A code of an existing second factor that has codes, if there is one. */
  proof: z.string().trim().max(40).optional(),
});

export const PlatformFactors = z.object({
  factors: z.array(
    z.object({
      factorId: Id,
      kind: z.enum(heldKinds),
      label: z.string().nullable(),
      createdAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
      /** Recovery codes: the number of unused codes. */
      codesLeft: z.int().nullable(),
    }),
  ),
  /**
   * True if the administrator can enter a code as a proof. Recovery codes do not count beside a passkey, because the administrator
   * may have lost them: a recent sign-in with the passkey is a proof, too.
   */
  showsCodes: z.boolean(),
  /** True if the platform's policies require every administrator to have a second factor. */
  required: z.boolean(),
});
