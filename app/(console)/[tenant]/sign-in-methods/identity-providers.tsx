"use client";

import { useQuery } from "@tanstack/react-query";
import { Building2, Plus } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { LinkButton } from "@/components/ui/link-button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import type { ProviderSummary } from "@/server/domain/federation/federation.schema";
import { QueryTable } from "../../_frame/lists/query-table";
import { useKindLabel } from "./providers/_parts/kinds";

function useColumns(): Column<ProviderSummary>[] {
  const t = useExtracted("sign-in-methods");
  const kindLabel = useKindLabel();
  return [
    {
      id: "name",
      header: t("Provider"),
      width: 16,
      cell: ({ name }) => <span className="inline-block max-w-72 truncate align-bottom">{name}</span>,
    },
    {
      id: "kind",
      header: t("Kind"),
      width: 12,
      cell: ({ kind }) => <span className="text-ink-soft">{kindLabel(kind)}</span>,
    },
    {
      id: "state",
      header: t("State"),
      width: 10,
      cell: ({ enabled, apps }) =>
        !enabled ? (
          <Badge>{t("Off")}</Badge>
        ) : apps === 0 ? (
          <Badge tone="warning">{t("Not offered in any app")}</Badge>
        ) : (
          <Badge tone="success">{t("{apps, plural, one {In # app} other {In # apps}}", { apps })}</Badge>
        ),
    },
    { id: "people", header: t("Linked people"), width: 8, align: "right", cell: ({ people }) => people },
  ];
}

export function IdentityProviders({ tenant }: { tenant: string }) {
  const t = useExtracted("sign-in-methods");
  const columns = useColumns();
  const query = useQuery(useTRPC().federation.providers.queryOptions({}));
  const add = (
    <LinkButton variant="primary" href={`/${tenant}/sign-in-methods/providers/new`}>
      <Plus aria-hidden />
      {t("Add provider")}
    </LinkButton>
  );
  return (
    <div className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-base font-semibold">{t("Identity providers")}</h2>
          <p className="max-w-prose text-ink-soft">
            {t(
              "The directories and providers behind LDAP, SAML and social sign-in. Each is offered in every app where its method is on.",
            )}
          </p>
        </div>
        {query.data && query.data.length > 0 && add}
      </div>
      <QueryTable
        query={query}
        id="identity-providers"
        label={t("Identity providers")}
        columns={columns}
        rows={query.data}
        rowKey={({ providerId }) => providerId}
        rowHref={({ providerId }) => `/${tenant}/sign-in-methods/providers/${providerId}`}
        empty={
          <EmptyState icon={Building2} title={t("No identity providers yet")} action={add}>
            {t(
              "Add your LDAP directory, your SAML identity provider, or Google, Microsoft, GitHub and any other OpenID Connect provider.",
            )}
          </EmptyState>
        }
      />
    </div>
  );
}
