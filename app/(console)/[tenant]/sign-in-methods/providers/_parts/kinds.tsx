"use client";

import { Building2, Network, Users, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import { Skeleton } from "@/components/ui/feedback";
import type { Provider } from "@/server/domain/federation/federation.schema";
import {
  federationAddress,
  isProviderKind,
  kindFacts,
  type AddressName,
  type ProviderKind,
} from "@/server/domain/federation/kinds.schema";
import type { FormOf } from "./use-save";

interface ConsoleKind {
  icon: LucideIcon;
  Form: ComponentType<FormOf>;
}

const loading = () => <Skeleton className="h-96" />;

/**
 * Each form is a separate module, because a page shows only one form. The server does not render it: a choice in a form whose
 * scripts are not loaded yet would be lost.
 */
export const consoleKinds: Readonly<Record<ProviderKind, ConsoleKind>> = {
  ldap: {
    icon: Network,
    Form: dynamic(() => import("./ldap-form").then((module) => module.LdapProviderForm), {
      loading,
      ssr: false,
    }),
  },
  saml: {
    icon: Building2,
    Form: dynamic(() => import("./saml-form").then((module) => module.SamlProviderForm), {
      loading,
      ssr: false,
    }),
  },
  oidc: {
    icon: Users,
    Form: dynamic(() => import("./oidc-form").then((module) => module.OidcProviderForm), {
      loading,
      ssr: false,
    }),
  },
};

/** Returns a function that returns the label of a kind. It returns a kind that only another version has unchanged. */
export function useKindLabel(): (kind: string) => string {
  const t = useTranslations("provider-kinds");
  return (kind) => (isProviderKind(kind) ? t(`${kind}_label`) : kind);
}

/** Returns our addresses to enter at the provider. */
export function useAddresses(
  { kind, providerId }: Provider,
  { baseUrl, tenant: slug }: { baseUrl: string; tenant: string },
): { label: string; url: string }[] {
  const t = useTranslations("provider-kinds");
  if (!isProviderKind(kind)) return [];
  const names: readonly AddressName[] = kindFacts[kind].addresses;
  return names.map((name) => ({
    label: t(`${kind}_address_${name}`),
    url: federationAddress(baseUrl, { slug, kind, providerId }, name),
  }));
}
