import * as z from "zod";
import { provisioningOutcomes } from "./outcomes.schema";
import { Id, Limit, oneOf, Timestamp } from "@/server/kernel/fields";

export { provisioningOutcomes };

export const ProvisioningLogInput = z.strictObject({
  outcome: oneOf(...provisioningOutcomes).optional(),
  tokenId: Id.optional(),
  /** True to omit requests that only read data. Most requests are of this kind. */
  changesOnly: z.boolean().default(false),
  limit: Limit,
  /** The value `nextCursor` of the previous page. */
  cursor: Id.optional(),
});

/** One request of an identity provider, with its outcome. */
export const ProvisioningEntry = z.object({
  entryId: Id,
  at: Timestamp,
  /** The token of the request; null if the request had no valid token. */
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
