import * as z from "zod";
import {
  LdapSettings,
  NewProvider,
  OidcFields,
  oidcRules,
  SamlSettings,
} from "@/server/domain/federation/federation.schema";
import { must } from "@/server/kernel/strings/must";
import { domainsIn } from "./domains-in";

/* Schemas of the provider forms. A form loads this module for its first validation. */

/** Fields of all provider forms. An empty secret leaves the stored secret unchanged. */
const commonShape = {
  name: NewProvider.shape.name,
  secret: z.string().max(4_000).optional(),
  withoutSecret: z.boolean(),
  /** E-mail domains, separated by blanks, commas or line breaks. */
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
/** Schema for a provider without a stored signing key. Requires the key if a team id or key id is given (Apple). */
export const NewOidcForm = OidcForm.refine(
  ({ teamId, keyId, secret }) => (!teamId && !keyId) || Boolean(secret),
  {
    path: ["secret"],
    error: must("required"),
    when: () => true,
  },
);
