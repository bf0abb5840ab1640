"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { PageHeader } from "@/components/ui/page/page";
import type { Role } from "@/server/domain/roles/roles.schema";
import { SearchedTable } from "../../_frame/lists/searched-table";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";

// Loaded on demand, because the dialog with its validation is as large as the page.
const RoleDialog = lateDialog(() => import("./role-dialog").then((module) => module.RoleDialog));

function useColumns(): Column<Role>[] {
  const t = useExtracted("roles");
  return [
    { id: "name", sortBy: ({ name }) => name, header: t("Name"), width: 14, cell: (role) => role.name },
    {
      id: "description",
      sortBy: ({ description }) => description,
      header: t("Description"),
      width: 24,
      cell: (role) => <span className="block max-w-xl truncate text-ink-soft">{role.description}</span>,
      hideable: true,
    },
    {
      id: "id",
      sortBy: ({ roleId }) => roleId,
      header: t("Role id"),
      align: "right",
      width: 6,
      cell: (role) => <span className="text-ink-soft">{role.roleId}</span>,
      hideable: true,
    },
  ];
}

/** Lists the organization's roles. The browser searches the list, because an organization has few roles. */
export function RolesTable({ tenant }: { tenant: string }) {
  const t = useExtracted("roles");
  const columns = useColumns();
  const query = useQuery(useTRPC().roles.list.queryOptions({}));
  const [adding, setAdding] = useDialogInUrl("new");
  return (
    <>
      <PageHeader
        title={t("Roles")}
        description={t(
          "Roles of people and service accounts in this organization. Apps read them from tokens.",
        )}
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {t("New role")}
          </Button>
        }
      />
      <SearchedTable
        query={query}
        id="roles"
        label={t("Roles")}
        columns={columns}
        search={{
          label: t("Search roles"),
          textOf: ({ name, description }) => [name, description],
          none: t("No role matches"),
          icon: ShieldCheck,
        }}
        rowKey={(role) => role.roleId}
        rowHref={(role) => `/${tenant}/roles/${role.roleId}`}
        empty={
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
              "A role is a name that apps understand, such as “Billing” or “Editor”. You grant it to people.",
            )}
          </EmptyState>
        }
      />
      {adding && <RoleDialog open onOpenChange={setAdding} />}
    </>
  );
}
