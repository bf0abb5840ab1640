"use client";

import type { ProviderKind } from "@/server/domain/federation/federation.schema";
import { LdapProviderForm } from "./ldap-form";
import { OidcProviderForm } from "./oidc-form";
import { SamlProviderForm } from "./saml-form";
import type { FormOf } from "./use-save";

const forms = { ldap: LdapProviderForm, saml: SamlProviderForm, oidc: OidcProviderForm };

/** The form of a provider of this kind. */
export function ProviderForm({ kind, ...rest }: FormOf & { kind: ProviderKind }) {
  const KindForm = forms[kind];
  return <KindForm {...rest} />;
}
