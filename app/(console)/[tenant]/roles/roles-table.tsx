"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { DataTable, type Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page";
import type { Role } from "@/server/domain/roles/roles.schema";
import { QueryError } from "../../_frame/query-error";
import { useAsked } from "../../_frame/use-asked";

// With what checks its form, it is as heavy as the page: it comes when it is asked for.
const RoleDialog = dynamic(() => import("./role-dialog").then((module) => module.RoleDialog), { ssr: false });

function useColumns(): Column<Role>[] {
  const t = useExtracted("roles");
  return [
    { id: "name", header: t("Name"), width: 14, cell: (role) => role.name },
    {
      id: "description",
      header: t("Description"),
      width: 24,
      cell: (role) => <span className="block max-w-xl truncate text-ink-soft">{role.description}</span>,
      hideable: true,
    },
    {
      id: "id",
      header: t("Role id"),
      align: "right",
      width: 6,
      cell: (role) => <span className="text-ink-soft">{role.roleId}</span>,
      hideable: true,
    },
  ];
}

/** The organization's roles. There are few, so the search needs no server. */
export function RolesTable({ tenant }: { tenant: string }) {
  const t = useExtracted("roles");
  const columns = useColumns();
  const query = useQuery(useTRPC().roles.list.queryOptions({}));
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const [adding, setAdding] = useAsked("new");
  const needle = search.toLowerCase();
  const rows = query.data?.filter(({ name, description }) =>
    `${name} ${description ?? ""}`.toLowerCase().includes(needle),
  );
  return (
    <>
      <PageHeader
        title={t("Roles")}
        description={t(
          "What people and service accounts may be in this organization; apps read them from tokens.",
        )}
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {t("New role")}
          </Button>
        }
      />
      <DataTable
        id="roles"
        label={t("Roles")}
        columns={columns}
        rows={rows}
        rowKey={(role) => role.roleId}
        rowHref={(role) => `/${tenant}/roles/${role.roleId}`}
        toolbar={
          <SearchInput
            label={t("Search roles")}
            value={search}
            onChange={(next) => void setSearch(next === "" ? null : next)}
            className="w-full sm:w-72"
          />
        }
        error={query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        empty={
          search === "" ? (
            <EmptyState
              icon={ShieldCheck}
              title={t("No roles yet")}
              action={
                <Button variant="primary" onClick={() => setAdding(true)}>
                  {t("Create the first role")}
                </Button>
              }
            >
              {t(
                "A role is a name that apps understand, such as “Billing” or “Editor”, granted to the people who are that.",
              )}
            </EmptyState>
          ) : (
            <EmptyState
              icon={ShieldCheck}
              title={t("No role matches")}
              action={<Button onClick={() => void setSearch(null)}>{t("Clear the search")}</Button>}
            />
          )
        }
      />
      {adding && <RoleDialog open onOpenChange={setAdding} />}
    </>
  );
}
