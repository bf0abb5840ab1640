import * as z from "zod";

export const CredentialUsage = z.object({
  requestsPerMinute: z
    .int()
    .describe("The most that one credential may ask for in a minute, on one instance."),
  days: z.array(
    z.object({
      date: z.iso.date(),
      requests: z.int(),
      refused: z.int().describe("Of them answered by 4xx, but for those that were too many."),
      limited: z.int().describe("Of them refused as too many."),
      failed: z.int().describe("Of them answered by 5xx: the server could not do what was asked."),
    }),
  ),
});
export type CredentialUsage = z.output<typeof CredentialUsage>;
