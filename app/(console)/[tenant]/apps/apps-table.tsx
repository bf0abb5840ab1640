"use client";

import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, Plus } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/late-dialog";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { FilterSelect, SearchInput } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page";
import { Code, RelativeTime } from "@/components/ui/text";
import type { AppRow } from "@/server/domain/apps/console.schema";
import { QueryError } from "../../_frame/query-error";
import { appFilters } from "./filters";

const NewAppDialog = lateDialog(() => import("./new-app-dialog").then((module) => module.NewAppDialog));

const columns: Column<AppRow>[] = [
  {
    id: "name",
    header: "Name",
    width: 14,
    cell: (app) => <span className="inline-block max-w-xs truncate align-bottom">{app.name}</span>,
  },
  {
    id: "access",
    header: "Open to",
    width: 8,
    cell: (app) => (
      <span className="inline-flex gap-1">
        {app.restricted ? <Badge tone="warning">Restricted</Badge> : <Badge>Everyone</Badge>}
        {app.isMachine && <Badge tone="info">Machine</Badge>}
      </span>
    ),
  },
  {
    id: "kind",
    header: "Kind",
    width: 8,
    cell: (app) => (app.clientType === "public" ? "Public" : "Confidential"),
    hideable: true,
  },
  {
    id: "clientId",
    header: "Client id",
    width: 15,
    // Above the row's link, so that it can be copied.
    cell: (app) => (
      <span className="relative z-10 inline-flex max-w-60">
        <Code text={app.clientId} label={`client id of ${app.name}`} />
      </span>
    ),
    hideable: true,
  },
  {
    id: "people",
    header: "People",
    align: "right",
    width: 5,
    cell: (app) => app.distinctUserCount.toLocaleString("en"),
    hideable: true,
  },
  {
    id: "active",
    header: "Active now",
    align: "right",
    width: 6,
    cell: (app) => app.activeNowCount.toLocaleString("en"),
    hideable: true,
  },
  {
    id: "used",
    header: "Last token",
    width: 8,
    cell: (app) =>
      app.lastTokenIssuedAt ? (
        <RelativeTime at={app.lastTokenIssuedAt} />
      ) : (
        <span className="text-ink-faint">Never</span>
      ),
    hideable: true,
  },
  {
    id: "created",
    header: "Created",
    width: 8,
    cell: (app) => <RelativeTime at={app.createdAt} className="text-ink-soft" />,
    hideable: true,
    defaultHidden: true,
  },
];

/** The organization's apps. All are here at once, so search and filters need no server. */
export function AppsTable({ tenant }: { tenant: string }) {
  const query = useQuery(useTRPC().apps.rows.queryOptions({}));
  const [filters, setFilters] = useQueryStates(appFilters, { history: "replace" });
  const setAdding = (open: boolean) => void setFilters({ new: open ? true : null });
  const needle = filters.search.toLowerCase();
  const rows = query.data?.filter(
    (app) =>
      `${app.name} ${app.clientId}`.toLowerCase().includes(needle) &&
      (filters.kind === "all" || app.clientType === filters.kind) &&
      (filters.access === "all" || app.restricted === (filters.access === "restricted")),
  );
  return (
    <>
      <PageHeader
        title="Apps"
        description="What your people sign in to with their account of this organization."
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            New app
          </Button>
        }
      />
      <DataTable
        id="apps"
        label="Apps"
        columns={columns}
        rows={rows}
        rowKey={(app) => app.appId}
        rowHref={(app) => `/${tenant}/apps/${app.appId}`}
        toolbar={
          <>
            <SearchInput
              label="Search name or client id"
              value={filters.search}
              onChange={(search) => void setFilters({ search })}
              className="w-full sm:w-72"
            />
            <FilterSelect
              label="Kind"
              value={filters.kind}
              options={[
                { value: "all", label: "Every kind" },
                { value: "confidential", label: "Confidential" },
                { value: "public", label: "Public" },
              ]}
              onChange={(kind) => void setFilters({ kind: kind as "all" })}
            />
            <FilterSelect
              label="Open to"
              value={filters.access}
              options={[
                { value: "all", label: "Every access" },
                { value: "open", label: "Open to everyone" },
                { value: "restricted", label: "Restricted" },
              ]}
              onChange={(access) => void setFilters({ access: access as "all" })}
            />
          </>
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          query.data?.length === 0 ? (
            <EmptyState
              icon={LayoutGrid}
              title="No apps yet"
              action={
                <Button variant="primary" onClick={() => setAdding(true)}>
                  Register the first app
                </Button>
              }
            >
              Register what your people should sign in to: it gets a client id, and a page with the code to
              begin with.
            </EmptyState>
          ) : (
            <EmptyState
              icon={LayoutGrid}
              title="No app matches"
              action={<Button onClick={() => void setFilters(null)}>Clear the filters</Button>}
            />
          )
        }
      />
      <NewAppDialog open={filters.new} onOpenChange={setAdding} tenant={tenant} />
    </>
  );
}
