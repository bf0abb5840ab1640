import * as z from "zod";
import {
  LdapSettings,
  NewProvider,
  OidcFields,
  oidcRules,
  SamlSettings,
} from "@/server/domain/federation/federation.schema";
import { domainsIn } from "./domains-in";

/*
 * What the forms of providers are checked by: loaded with the first check.
 */

/** What stands beside the settings in each provider's form; the secret is kept unless a new one is typed. */
const commonShape = {
  name: NewProvider.shape.name,
  secret: z.string().max(4_000, "must have at most 4000 characters").optional(),
  withoutSecret: z.boolean(),
  /** One domain on each line. */
  emailDomains: z
    .string()
    .optional()
    .transform((text) => domainsIn(text ?? ""))
    .pipe(LdapSettings.shape.emailDomains.unwrap()),
};

export const LdapForm = LdapSettings.extend({
  ...commonShape,
  caCertificate: LdapSettings.shape.caCertificate.optional(),
});
export const SamlForm = SamlSettings.extend(commonShape);
export const OidcForm = OidcFields.extend(commonShape).check(...oidcRules);
/** Where no secret is kept, what is to be signed with must be typed. */
export const NewOidcForm = OidcForm.refine(
  ({ teamId, keyId, secret }) => (!teamId && !keyId) || Boolean(secret),
  {
    path: ["secret"],
    error: "must be given",
    when: () => true,
  },
);
