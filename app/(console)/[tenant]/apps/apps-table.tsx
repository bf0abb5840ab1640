"use client";

import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, Plus } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect, SearchInput } from "@/components/ui/input/input";
import { PageHeader } from "@/components/ui/page/page";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { AppRow } from "@/server/domain/apps/console.schema";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { QueryTable } from "../../_frame/lists/query-table";
import { useSorting } from "../../_frame/lists/use-sorting";
import { useCreatedColumn, useLastTimeColumn, useClientIdColumn } from "../../_frame/lists/time-columns";

/** Filters of the list of apps, stored in the query of the page. */
const appFilters = {
  search: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(["all", "confidential", "public"]).withDefault("all"),
  access: parseAsStringLiteral(["all", "open", "restricted"]).withDefault("all"),
};

const NewAppDialog = lateDialog(() => import("./new-app-dialog").then((module) => module.NewAppDialog));

function useColumns(): Column<AppRow>[] {
  const t = useExtracted("apps");
  const locale = useDateLocale();
  const created = useCreatedColumn<AppRow>({
    sortBy: ({ createdAt }) => createdAt,
    hideable: true,
    defaultHidden: true,
  });
  const clientId = useClientIdColumn<AppRow>();
  const used = useLastTimeColumn<AppRow>({ header: t("Last token"), at: (row) => row.lastTokenIssuedAt });
  return [
    {
      id: "name",
      sortBy: ({ name }) => name,
      header: t("Name"),
      width: 14,
      cell: (app) => <span className="inline-block max-w-xs truncate align-bottom">{app.name}</span>,
    },
    {
      id: "access",
      sortBy: ({ restricted }) => restricted,
      header: t("Open to"),
      width: 8,
      cell: (app) => (
        <span className="inline-flex gap-1">
          {app.signsPeopleIn &&
            (app.restricted ? (
              <Badge tone="warning">{t("Restricted")}</Badge>
            ) : (
              <Badge>{t("Everyone")}</Badge>
            ))}
          {app.isMachine && <Badge tone="info">{t("Machine")}</Badge>}
        </span>
      ),
    },
    {
      id: "kind",
      sortBy: ({ clientType }) => clientType,
      header: t("Kind"),
      width: 8,
      cell: (app) => (app.clientType === "public" ? t("Public") : t("Confidential")),
      hideable: true,
    },
    clientId,
    {
      id: "people",
      sortBy: ({ distinctUserCount }) => distinctUserCount,
      header: t("People"),
      align: "right",
      width: 5,
      cell: (app) => app.distinctUserCount.toLocaleString(locale),
      hideable: true,
    },
    {
      id: "active",
      sortBy: ({ activeNowCount }) => activeNowCount,
      header: t("Active now"),
      align: "right",
      width: 6,
      cell: (app) => app.activeNowCount.toLocaleString(locale),
      hideable: true,
    },
    { ...used, hideable: true },
    created,
  ];
}

/** Lists the organization's apps. The browser searches the list, because the query returns all apps. */
export function AppsTable({ tenant }: { tenant: string }) {
  const t = useExtracted("apps");
  const columns = useColumns();
  const query = useQuery(useTRPC().apps.rows.queryOptions({}));
  const [filters, setFilters] = useQueryStates(appFilters, { history: "replace" });
  const [adding, setAdding] = useDialogInUrl("new");
  const needle = filters.search.toLowerCase();
  const rows = query.data?.filter(
    (app) =>
      `${app.name} ${app.clientId}`.toLowerCase().includes(needle) &&
      (filters.kind === "all" || app.clientType === filters.kind) &&
      (filters.access === "all" ||
        (app.signsPeopleIn && app.restricted === (filters.access === "restricted"))),
  );
  const sorting = useSorting(columns, rows);
  return (
    <>
      <PageHeader
        title={t("Apps")}
        description={t("Apps that your users sign in to with their account of this organization.")}
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {t("New app")}
          </Button>
        }
      />
      <QueryTable
        query={query}
        id="apps"
        label={t("Apps")}
        columns={columns}
        {...sorting}
        rowKey={(app) => app.appId}
        rowHref={(app) => `/${tenant}/apps/${app.appId}`}
        toolbar={
          <>
            <SearchInput
              label={t("Search name or client id")}
              value={filters.search}
              onChange={(search) => void setFilters({ search })}
              className="w-full sm:w-72"
            />
            <FilterSelect
              label={t("Kind")}
              value={filters.kind}
              options={[
                { value: "all", label: t("All kinds") },
                { value: "confidential", label: t("Confidential") },
                { value: "public", label: t("Public") },
              ]}
              onChange={(kind) => void setFilters({ kind: kind as "all" })}
            />
            <FilterSelect
              label={t("Open to")}
              value={filters.access}
              options={[
                { value: "all", label: t("All access levels") },
                { value: "open", label: t("Open to everyone") },
                { value: "restricted", label: t("Restricted") },
              ]}
              onChange={(access) => void setFilters({ access: access as "all" })}
            />
          </>
        }
        empty={
          query.data?.length === 0 ? (
            <EmptyState
              icon={LayoutGrid}
              title={t("No apps yet")}
              action={
                <Button variant="primary" onClick={() => setAdding(true)}>
                  {t("Register the first app")}
                </Button>
              }
            >
              {t(
                "Register an app that your users sign in to. It gets a client id and a page with sample code.",
              )}
            </EmptyState>
          ) : (
            <EmptyState
              icon={LayoutGrid}
              title={t("No app matches")}
              action={<Button onClick={() => void setFilters(null)}>{t("Clear the filters")}</Button>}
            />
          )
        }
      />
      <NewAppDialog open={adding} onOpenChange={setAdding} tenant={tenant} />
    </>
  );
}
