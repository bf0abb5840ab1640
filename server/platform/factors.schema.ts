import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/must";

const Code = z.string().trim().min(1, must("required")).max(40);
const Password = z.string().min(1, must("required")).max(1_024);

/** What shows again that it is them: a code of their authenticator app, or a recovery code. Left out where they have neither. */
export const FactorProof = z.strictObject({ proof: Code.optional() });

/** An authenticator app that is set up: the password, and the first code that the app shows. */
export const NewPlatformApp = z.strictObject({
  currentPassword: Password,
  code: Code,
  /** Where they have a second factor already: a code of it. */
  proof: z.string().trim().max(40).optional(),
});

/** A passkey that is added: the password, and what it is to be called. */
export const NewPlatformPasskey = z.strictObject({
  label: z.string().trim().max(100).optional(),
  currentPassword: Password,
  /** Where they have a second factor already that shows one: a code of it. */
  proof: z.string().trim().max(40).optional(),
});

export const PlatformFactors = z.object({
  factors: z.array(
    z.object({
      factorId: Id,
      kind: z.enum(["webauthn", "totp", "email", "sms", "recovery_codes"]),
      label: z.string().nullable(),
      createdAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
      /** Of recovery codes: how many are unused. */
      codesLeft: z.int().nullable(),
    }),
  ),
  /** Whether the platform's policies ask one of every administrator. */
  required: z.boolean(),
});
