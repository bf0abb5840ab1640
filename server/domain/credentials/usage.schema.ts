import * as z from "zod";

export const CredentialUsage = z.object({
  requestsPerMinute: z
    .int()
    .describe("Highest number of requests of one credential in a minute, on one instance."),
  days: z.array(
    z.object({
      date: z.iso.date(),
      requests: z.int(),
      refused: z.int().describe("Number of requests answered by 4xx, except 429."),
      limited: z.int().describe("Number of requests refused by the limit (429)."),
      failed: z.int().describe("Number of requests answered by 5xx."),
    }),
  ),
});
export type CredentialUsage = z.output<typeof CredentialUsage>;
