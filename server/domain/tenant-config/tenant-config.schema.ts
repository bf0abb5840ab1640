import * as z from "zod";
import { Name } from "@/server/kernel/fields";
import { must } from "@/server/kernel/strings/must";
import { escapedWebAddress, NOT_A_WEB_ADDRESS, webAddressProblem } from "@/server/kernel/http/web-address";
import { verbatim } from "@/server/kernel/strings/composed";

export { shownName } from "./shown-name.schema";

/**
 * A URL of a page or picture. The stored URL is the URL of the request, with escapes for characters that RFC 3986 does not
 * permit.
 */
const WebUrl = verbatim(
  z
    .string()
    .max(2_000)
    .refine((text) => webAddressProblem(text) === null, NOT_A_WEB_ADDRESS)
    .overwrite(escapedWebAddress),
);

const text = (most: number) => z.string().trim().max(most);

/** The organization's branding. Null means that a field is not set. */
export const Branding = z.strictObject({
  brandName: text(200).nullable(),
  brandColor: z
    .string(must("not_colour"))
    .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, must("not_hex_colour"))
    .nullable(),
  brandLogoUrl: WebUrl.nullable(),
  tagline: text(300).nullable(),
  aboutDescription: text(5_000).nullable(),
  termsUrl: WebUrl.nullable(),
  privacyUrl: WebUrl.nullable(),
});
export type Branding = z.output<typeof Branding>;

export const noBranding: Branding = {
  brandName: null,
  brandColor: null,
  brandLogoUrl: null,
  tagline: null,
  aboutDescription: null,
  termsUrl: null,
  privacyUrl: null,
};

export const TenantConfig = Branding.extend({ name: z.string() });

export const TenantConfigPatch = Branding.partial().extend({ name: Name.optional() });

export const PoweredBy = z.strictObject({
  email: z.boolean(),
  error: z.boolean(),
  consent: z.boolean(),
  account: z.boolean(),
  apiHeader: z.boolean().describe("Responses of this API contain `X-Powered-By: Castellan`."),
  webhook: z.boolean().describe("Webhook deliveries contain `X-Powered-By: Castellan`."),
});

/** The organization's appearance in hosted pages and mails. */
export const Appearance = TenantConfig.extend({ poweredBy: PoweredBy });
export type Appearance = z.output<typeof Appearance>;
