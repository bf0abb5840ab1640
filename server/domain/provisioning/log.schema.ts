import * as z from "zod";
import { provisioningOutcomes } from "./outcomes.schema";
import { Id, Limit, oneOf, Timestamp } from "@/server/kernel/fields";

export { provisioningOutcomes };

export const ProvisioningLogInput = z.strictObject({
  outcome: oneOf(...provisioningOutcomes).optional(),
  tokenId: Id.optional(),
  /** Without what only reads, which is most of what providers do. */
  changesOnly: z.boolean().default(false),
  limit: Limit,
  /** The nextCursor of the page before. */
  cursor: Id.optional(),
});

/** One request of an identity provider, and what became of it. */
export const ProvisioningEntry = z.object({
  entryId: Id,
  at: Timestamp,
  /** Null where it came without a token that was valid here. */
  token: z.object({ tokenId: Id, name: z.string() }).nullable(),
  method: z.string(),
  path: z.string(),
  about: z.string().nullable(),
  target: z.string().nullable(),
  outcome: z.enum(provisioningOutcomes),
  status: z.int(),
  detail: z.string().nullable(),
  durationMs: z.int(),
  requestId: z.string().nullable(),
});
export type ProvisioningEntry = z.output<typeof ProvisioningEntry>;
