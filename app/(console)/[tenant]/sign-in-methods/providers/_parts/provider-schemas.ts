import * as z from "zod";
import { NewProvider } from "@/server/domain/federation/federation.schema";
import { EmailDomains } from "@/server/domain/federation/kind.schema";
import { LdapSettings } from "@/server/domain/federation/ldap/ldap.schema";
import { OidcFields, oidcRules } from "@/server/domain/federation/oidc/oidc.schema";
import { must } from "@/server/kernel/strings/must";
import { splitDomains } from "./use-save";

/* Schemas of the provider forms. A form loads this module for its first validation. */

/** Fields of all provider forms. An empty secret leaves the stored secret unchanged. */
export const formShape = {
  name: NewProvider.shape.name,
  secret: z.string().max(4_000).optional(),
  withoutSecret: z.boolean(),
  /** E-mail domains, separated by blanks, commas or line breaks. */
  emailDomains: z
    .string()
    .optional()
    .transform((text) => splitDomains(text ?? ""))
    .pipe(EmailDomains),
};

export const LdapForm = LdapSettings.extend({
  ...formShape,
  caCertificate: LdapSettings.shape.caCertificate.optional(),
});
export const OidcForm = OidcFields.extend(formShape).check(...oidcRules);
/** Schema for a provider without a stored signing key. Requires the key if a team id or key id is given (Apple). */
export const NewOidcForm = OidcForm.refine(
  ({ teamId, keyId, secret }) => (!teamId && !keyId) || Boolean(secret),
  {
    path: ["secret"],
    error: must("required"),
    when: () => true,
  },
);
