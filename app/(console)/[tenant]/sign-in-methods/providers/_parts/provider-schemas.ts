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

/* Schemas of the provider forms. Loaded with the first validation. */

/** Fields besides the settings in each provider form. An empty secret keeps the stored one. */
const commonShape = {
  name: NewProvider.shape.name,
  secret: z.string().max(4_000).optional(),
  withoutSecret: z.boolean(),
  /** One domain per line. */
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
/** Requires the signing key if none is stored. */
export const NewOidcForm = OidcForm.refine(
  ({ teamId, keyId, secret }) => (!teamId && !keyId) || Boolean(secret),
  {
    path: ["secret"],
    error: must("required"),
    when: () => true,
  },
);
