import * as z from "zod";
import { Id, Name, Timestamp } from "@/server/kernel/fields";

export const factorKinds = ["webauthn", "totp", "email", "sms", "recovery_codes"] as const;

/** The kinds that are a code which is sent. */
export const codeFactorKinds = ["email", "sms"] as const;
export type CodeFactorKind = (typeof codeFactorKinds)[number];

/** A way to prove who one is, beside the password. */
export const OwnFactor = z.object({
  factorId: Id,
  kind: z.enum(factorKinds),
  label: z.string().nullable(),
  /** Of a passkey: the host that it was made at; null where that was not noted, which is the installation's own. */
  rpId: z.string().nullable(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  codesLeft: z.int().nullable(),
});
export type OwnFactor = z.output<typeof OwnFactor>;

/** A second factor that can be added by a code which is sent. */
const OwnCodeFactor = z.object({
  kind: z.enum(codeFactorKinds),
  /** Where the code would go; null: to nowhere, before there is an address or a proven number. */
  address: z.string().nullable(),
  /** Where a code went that was not typed yet. */
  pending: z.string().nullable(),
});
export type OwnCodeFactor = z.output<typeof OwnCodeFactor>;

export const OwnFactors = z.object({
  factors: z.array(OwnFactor),
  /** Whether the organization offers passkeys. */
  passkeys: z.boolean(),
  /** What can be added by a code that is sent. */
  codes: z.array(OwnCodeFactor),
  /** Whether the organization requires a second factor of this person. */
  required: z.boolean(),
  hasPassword: z.boolean(),
  /** Whether they signed in a short while ago, which changes here need. */
  recent: z.boolean(),
});
export type OwnFactors = z.output<typeof OwnFactors>;

/** What a person calls a factor. */
export const FactorLabel = Name.max(100);
