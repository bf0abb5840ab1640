import * as z from "zod";
import { EXACT_UP_TO } from "@/server/domain/counts/counts.schema";
import { EmailAddress, Id, Name, oneOf, Timestamp, wholeNumber } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { RedirectUri } from "@/server/kernel/http/redirect-uri";

export const TenantStatus = oneOf("active", "suspended");

export const Tenant = z.object({
  tenantId: Id,
  slug: z.string(),
  status: TenantStatus,
  createdAt: Timestamp,
});
export type Tenant = z.output<typeof Tenant>;

/** An organization in the platform console's list. */
export const NamedTenant = Tenant.extend({ name: z.string() });
export type NamedTenant = z.output<typeof NamedTenant>;

export const NewTenant = z.strictObject({
  tenantName: Name,
  adminEmail: EmailAddress.describe("Address of the first administrator (owner); counts as verified."),
  password: z.string().max(1_024).describe("Must meet the platform's password policy."),
  adminName: Name.nullish(),
  app: z
    .strictObject({
      name: Name,
      redirectUris: z
        .array(RedirectUri)
        .min(1, must("no_uris"))
        .max(50, must("too_many_uris", { max: 50 })),
    })
    .nullish()
    .describe("An OAuth app to register in the same call."),
});

export const CreatedTenant = z.object({
  tenantId: Id,
  slug: z.string(),
  adminUserId: Id,
  app: z
    .object({ appId: Id, clientId: z.string(), clientSecret: z.string().describe("Returned only here.") })
    .nullable(),
});

const searchText = z.string().max(200);

export const TenantSearch = z.strictObject({ q: searchText.min(2) });

export const TenantPageQuery = z.strictObject({
  search: searchText.optional(),
  status: TenantStatus.optional(),
  limit: wholeNumber(1, 100).default(50),
  cursor: Id.optional(),
});

export const TenantDetail = NamedTenant.extend({
  users: z.int().describe(`Exact up to ${EXACT_UP_TO}; one more means that there are more.`),
  owners: z.array(z.object({ userId: Id, email: z.string().nullable(), name: z.string().nullable() })),
});
