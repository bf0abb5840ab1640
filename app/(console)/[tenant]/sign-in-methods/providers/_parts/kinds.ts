import { Building2, Network, Users, type LucideIcon } from "lucide-react";
import { useExtracted } from "next-intl";
import type { Provider } from "@/server/domain/federation/federation.schema";
import { connectorOfKind, type ProviderKind } from "@/server/domain/federation/kinds.schema";

interface KindWords {
  label: string;
  /** Name of the sign-in method that an app must have enabled to use this kind of provider. */
  method: string;
  meaning: string;
  icon: LucideIcon;
}

/** Returns the label and the description of each kind of provider. */
export function useKindWords(): Record<ProviderKind, KindWords> {
  const t = useExtracted("sign-in-methods");
  return {
    ldap: {
      label: t("LDAP directory"),
      method: connectorOfKind.ldap,
      meaning: t("Passwords are checked in your directory: OpenLDAP, Active Directory and others."),
      icon: Network,
    },
    saml: {
      label: t("SAML 2.0"),
      method: connectorOfKind.saml,
      meaning: t("People sign in at your identity provider, such as ADFS, Entra ID or Okta."),
      icon: Building2,
    },
    oidc: {
      label: t("OpenID Connect or social"),
      method: connectorOfKind.oidc,
      meaning: t("People sign in at Google, Microsoft, GitHub or any OpenID Connect provider."),
      icon: Users,
    },
  };
}

/** Returns the addresses of Castellan to enter at the provider. */
export function useAddresses({ kind, providerId }: Provider, { baseUrl, tenant }: Where) {
  const t = useExtracted("sign-in-methods");
  const at = `${baseUrl}/federation/${tenant}/${kind}/${providerId}`;
  if (kind === "saml")
    return [
      { label: t("Entity ID, and address of our metadata"), url: `${at}/metadata` },
      { label: t("Assertion consumer service (reply URL)"), url: `${at}/acs` },
    ];
  return kind === "oidc" ? [{ label: t("Redirect URI"), url: `${at}/callback` }] : [];
}

interface Where {
  baseUrl: string;
  tenant: string;
}
