"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Building2, Plus } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect, SearchInput } from "@/components/ui/input/input";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Avatar, PageHeader } from "@/components/ui/page/page";
import type { NamedTenant } from "@/server/platform/tenants.schema";
import { CursorPager } from "../../_frame/lists/cursor-pager";
import { QueryTable } from "../../_frame/lists/query-table";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { tenantFilters, tenantQuery } from "./filters";
import { useCreatedColumn } from "../../_frame/lists/time-columns";

function useColumns(): Column<NamedTenant>[] {
  const t = useExtracted("platform");
  const created = useCreatedColumn<NamedTenant>({ hideable: true });
  return [
    {
      id: "name",
      header: t("Organization"),
      width: 16,
      cell: ({ name }) => (
        <span className="flex max-w-96 items-center gap-2.5">
          <Avatar name={name} square />
          <span className="truncate" title={name}>
            {name}
          </span>
        </span>
      ),
    },
    {
      id: "slug",
      header: t("Slug"),
      width: 10,
      cell: ({ slug }) => <span className="block max-w-56 truncate text-ink-soft">{slug}</span>,
      hideable: true,
    },
    {
      id: "status",
      header: t("Status"),
      width: 7,
      cell: (tenant) =>
        tenant.status === "active" ? (
          <Badge tone="success">{t("Active")}</Badge>
        ) : (
          <Badge tone="danger">{t("Suspended")}</Badge>
        ),
    },
    created,
    {
      id: "id",
      header: t("Tenant id"),
      align: "right",
      width: 6,
      cell: (tenant) => <span className="text-ink-soft">{tenant.tenantId}</span>,
      hideable: true,
    },
  ];
}

const NewTenantDialog = lateDialog(() => import("./new-tenant").then((module) => module.NewTenantDialog));

/**
 * Lists the organizations. The search covers only slugs, because the name of an organization is stored in the organization's
 * own data.
 */
export function TenantsTable() {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(tenantFilters, { history: "push" });
  const [adding, setAdding] = useDialogInUrl("new");
  const query = useQuery(
    trpc.platform.tenants.page.queryOptions(tenantQuery(filters), { placeholderData: keepPreviousData }),
  );
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New organization")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Organizations")}
        description={t("All organizations of this platform, newest first.")}
        actions={add}
      />
      <QueryTable
        query={query}
        id="tenants"
        label={t("Organizations")}
        columns={useColumns()}
        rows={query.data?.tenants}
        rowKey={(tenant) => tenant.tenantId}
        rowHref={(tenant) => `/platform/tenants/${tenant.tenantId}`}
        toolbar={
          <>
            <SearchInput
              label={t("Search slug or id")}
              value={filters.search}
              onChange={(search) => void setFilters({ search, cursor: null }, { history: "replace" })}
              className="w-full sm:w-72"
            />
            <FilterSelect
              label={t("Status")}
              value={filters.status}
              options={[
                { value: "all", label: t("All statuses") },
                { value: "active", label: t("Active") },
                { value: "suspended", label: t("Suspended") },
              ]}
              onChange={(status) => void setFilters({ status: status as "all", cursor: null })}
            />
          </>
        }
        empty={
          filters.search !== "" || filters.status !== "all" ? (
            <EmptyState
              icon={Building2}
              title={t("No organization matches")}
              action={<Button onClick={() => void setFilters(null)}>{t("Clear the filters")}</Button>}
            />
          ) : (
            <EmptyState icon={Building2} title={t("No organizations yet")} action={add}>
              {t(
                "An organization has its own users, apps, policies and log. Create one here or through the platform interface.",
              )}
            </EmptyState>
          )
        }
        pager={
          <CursorPager
            shown={query.data?.tenants.length}
            cursor={filters.cursor}
            next={query.data?.nextCursor}
            onTurn={(cursor) => void setFilters({ cursor })}
          />
        }
      />
      <NewTenantDialog open={adding} onOpenChange={setAdding} />
    </>
  );
}
