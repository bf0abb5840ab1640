import { Building2, Network, Users, type LucideIcon } from "lucide-react";
import type { ProviderKind } from "@/server/domain/federation/federation.schema";

/** What each kind of provider is, in an administrator's words. */
export const kindWords: Record<
  ProviderKind,
  { label: string; method: string; meaning: string; icon: LucideIcon }
> = {
  ldap: {
    label: "LDAP directory",
    method: "Ldap",
    meaning: "Passwords are checked in your directory: OpenLDAP, Active Directory and others.",
    icon: Network,
  },
  saml: {
    label: "SAML 2.0",
    method: "Saml",
    meaning: "People sign in at your identity provider, such as ADFS, Entra ID or Okta.",
    icon: Building2,
  },
  oidc: {
    label: "OpenID Connect or social",
    method: "Social",
    meaning: "People sign in at Google, Microsoft, GitHub or any OpenID Connect provider.",
    icon: Users,
  },
};

/** The addresses that a provider's operator must be told. */
export function addressesOf(kind: ProviderKind, { baseUrl, tenant, providerId }: Where) {
  const at = `${baseUrl}/federation/${tenant}/${kind}/${providerId}`;
  if (kind === "saml")
    return [
      { label: "Entity ID, and address of our metadata", url: `${at}/metadata` },
      { label: "Assertion consumer service (reply URL)", url: `${at}/acs` },
    ];
  return kind === "oidc" ? [{ label: "Redirect URI", url: `${at}/callback` }] : [];
}

export interface Where {
  baseUrl: string;
  tenant: string;
  providerId: number;
}
