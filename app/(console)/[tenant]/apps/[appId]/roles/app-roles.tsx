"use client";

import { useQuery } from "@tanstack/react-query";
import { MoreHorizontal, Pencil, Plus, ShieldCheck, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import type { AppRoleRow } from "@/server/domain/roles/roles.schema";
import { QueryTable } from "../../../../_frame/lists/query-table";
import { useAction } from "../../../../_frame/use-action";
import { RoleHolders } from "./role-holders";

const AppRoleDialog = lateDialog(() => import("./app-role-dialog").then((module) => module.AppRoleDialog));

type Open = { what: "edit" | "delete" | "holders"; role: AppRoleRow } | { what: "new" } | null;

/** Lists the roles of this app with their holders. */
export function AppRoles({ tenant, appId }: { tenant: string; appId: number }) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const query = useQuery(trpc.apps.roles.rows.queryOptions({ appId }));
  const [open, setOpen] = useState<Open>(null);
  const remove = useAction(trpc.apps.roles.remove.mutationOptions(), () => t("The role was deleted."));
  const close = () => setOpen(null);
  const role = open && "role" in open ? open.role : null;
  const add = (
    <Button variant="primary" onClick={() => setOpen({ what: "new" })}>
      <Plus aria-hidden />
      {t("New app role")}
    </Button>
  );
  const columns: Column<AppRoleRow>[] = [
    {
      id: "name",
      header: t("Name"),
      width: 14,
      cell: (row) => <span className="inline-block max-w-xs truncate align-bottom">{row.name}</span>,
    },
    {
      id: "description",
      header: t("Description"),
      width: 20,
      cell: (row) => <span className="block max-w-xl truncate text-ink-soft">{row.description}</span>,
    },
    { id: "holders", header: t("Assigned to"), align: "right", width: 6, cell: (row) => row.holderCount },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => (
        <span onClick={(event) => event.stopPropagation()}>
          <Menu
            trigger={
              <IconButton label={t("Actions for {name}", { name: row.name })}>
                <MoreHorizontal />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setOpen({ what: "edit", role: row })}>
              <Pencil aria-hidden />
              {t("Edit…")}
            </MenuItem>
            <MenuItem danger onSelect={() => setOpen({ what: "delete", role: row })}>
              <Trash2 aria-hidden />
              {t("Delete…")}
            </MenuItem>
          </Menu>
        </span>
      ),
    },
  ];
  return (
    <>
      <QueryTable
        query={query}
        id="app-roles"
        label={t("App roles")}
        columns={columns}
        rows={query.data}
        rowKey={(row) => row.roleId}
        onRowClick={(row) => setOpen({ what: "holders", role: row })}
        toolbar={
          <div className="flex flex-1 flex-wrap items-center justify-between gap-2 pl-1">
            <p className="text-sm text-ink-soft">{t("Roles that apply only in this app.")}</p>
            {add}
          </div>
        }
        empty={
          <EmptyState icon={ShieldCheck} title={t("No app roles yet")}>
            {t("The app’s tokens contain these roles. Create roles for all apps under Roles.")}
          </EmptyState>
        }
      />
      <AppRoleDialog
        key={role?.roleId ?? "new"}
        appId={appId}
        open={open?.what === "new" || open?.what === "edit"}
        onOpenChange={close}
        {...(open?.what === "edit" && { role: open.role })}
      />
      {open?.what === "holders" && <RoleHolders tenant={tenant} role={open.role} onClose={close} />}
      <ConfirmDialog
        open={open?.what === "delete"}
        onOpenChange={close}
        title={t("Delete the role {name}?", { name: role?.name ?? "" })}
        action={t("Delete role")}
        danger
        {...(role && role.holderCount > 0 && { typed: role.name })}
        onConfirm={async () => role && remove({ appId, roleId: role.roleId })}
      >
        <p>
          {t(
            "{count, plural, =0 {It is not assigned.} one {# account loses it at once.} other {# accounts lose it at once.}} This cannot be undone.",
            { count: role?.holderCount ?? 0 },
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
