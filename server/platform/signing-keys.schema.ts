import * as z from "zod";
import { oneOf, Timestamp } from "@/server/kernel/fields";
import { signingAlgorithms } from "@/server/kernel/signing-keys";

export const SigningAlgorithm = oneOf(...signingAlgorithms);

/** Id of a key, its thumbprint (RFC 7638). */
const Kid = z.string().regex(/^[\w-]{1,100}$/);

export const KeyState = oneOf("next", "signing", "retired");

/** A published key. `next`: it will sign. `retired`: it signs no more, but tokens that it signed may be valid. */
export const PublishedKey = z.object({
  kid: Kid,
  algorithm: SigningAlgorithm,
  state: KeyState,
  createdAt: Timestamp,
  signsFrom: Timestamp,
  retiredAt: Timestamp.nullable().describe(
    "Time at which the key stops signing; null while no successor is planned.",
  ),
  publishedUntil: Timestamp.nullable(),
});
export type PublishedKey = z.output<typeof PublishedKey>;

export const SigningKeys = z.object({
  keys: z.array(PublishedKey),
  rotationDays: z.int().describe("Days after which a key is replaced by schedule; 0 for never."),
});
export type SigningKeys = z.output<typeof SigningKeys>;

export const KeyRotation = z.strictObject({
  algorithm: SigningAlgorithm,
  when: oneOf("planned", "now").describe(
    "`planned`: the new key is published now and signs a day later. `now`: it signs at once. An app that does not read /jwks again for an unknown key id then refuses tokens.",
  ),
});

export const ByKid = z.strictObject({ kid: Kid });
