import * as z from "zod";
import { Timestamp } from "@/server/kernel/fields";

export const DomainInput = z.strictObject({
  domain: z.string().max(300),
});

/** The URL form of the organization's sign-in (slug or custom domain), and the state of the custom domain. */
export const CustomDomain = z.object({
  identityMode: z.enum(["slug", "custom_domain"]),
  slug: z.string(),
  customDomain: z.string().nullable(),
  verifyToken: z.string().nullable().describe("The value of the TXT record `_castellan.<domain>`."),
  verifiedAt: Timestamp.nullable(),
  hasTlsCertificate: z
    .boolean()
    .describe("Always false: a proxy terminates TLS, so Castellan has no certificate."),
});
export type CustomDomain = z.output<typeof CustomDomain>;
