"use client";

import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import { Skeleton } from "@/components/ui/feedback";
import type { ProviderKind } from "@/server/domain/federation/kinds.schema";
import type { FormOf } from "./use-save";

const loading = () => <Skeleton className="h-96" />;

/** Forms of the kinds of providers. Each form is a separate module, because a page shows only one form. */
const forms: Record<ProviderKind, ComponentType<FormOf>> = {
  ldap: dynamic(() => import("./ldap-form").then((module) => module.LdapProviderForm), { loading }),
  saml: dynamic(() => import("./saml-form").then((module) => module.SamlProviderForm), { loading }),
  oidc: dynamic(() => import("./oidc-form").then((module) => module.OidcProviderForm), { loading }),
};

export function ProviderForm({ kind, ...rest }: FormOf & { kind: ProviderKind }) {
  const KindForm = forms[kind];
  return <KindForm {...rest} />;
}
