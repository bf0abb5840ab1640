"use client";

import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, MoreHorizontal, Pencil, Plus, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import type { ApiApp } from "@/server/domain/apis/apis.schema";
import { QueryTable } from "../../../../_frame/lists/query-table";
import { useAction } from "../../../../_frame/use-action";
import { ApiLossList } from "../api-loss";

const AccessDialog = lateDialog(() => import("./access-dialog").then((module) => module.AccessDialog));

type Open = { what: "edit" | "withdraw"; app: ApiApp } | { what: "new" } | null;

/** Lists the apps that may ask for tokens of an API. */
export function ApiApps({ tenant, apiId }: { tenant: string; apiId: number }) {
  const t = useExtracted("apis");
  const trpc = useTRPC();
  const query = useQuery(trpc.apis.apps.list.queryOptions({ apiId }));
  const [open, setOpen] = useState<Open>(null);
  const remove = useAction(trpc.apis.apps.remove.mutationOptions(), () => t("The access was withdrawn."));
  const close = () => setOpen(null);
  const app = open && "app" in open ? open.app : null;
  const columns: Column<ApiApp>[] = [
    {
      id: "name",
      header: t("App"),
      width: 14,
      cell: (row) => <span className="block max-w-xs truncate">{row.name}</span>,
    },
    {
      id: "users",
      header: t("For its users"),
      width: 12,
      cell: ({ forUsers }) => (forUsers ? t("Yes, with their consent") : t("No")),
    },
    {
      id: "itself",
      header: t("For itself"),
      width: 18,
      cell: ({ forItself, ownScopes }) =>
        !forItself ? (
          t("No")
        ) : ownScopes.length === 0 ? (
          t("Yes, without scopes")
        ) : (
          <span className="block max-w-sm truncate font-mono text-xs" title={ownScopes.join(" ")}>
            {ownScopes.join(" ")}
          </span>
        ),
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => (
        <Menu
          trigger={
            <IconButton label={t("Actions for {name}", { name: row.name })}>
              <MoreHorizontal />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => setOpen({ what: "edit", app: row })}>
            <Pencil aria-hidden />
            {t("Edit…")}
          </MenuItem>
          <MenuItem danger onSelect={() => setOpen({ what: "withdraw", app: row })}>
            <Trash2 aria-hidden />
            {t("Withdraw…")}
          </MenuItem>
        </Menu>
      ),
    },
  ];
  return (
    <>
      <QueryTable
        query={query}
        id="api-apps"
        label={t("Apps of the API")}
        columns={columns}
        rows={query.data}
        rowKey={(row) => row.appId}
        toolbar={
          <div className="flex flex-1 flex-wrap items-center justify-between gap-2 pl-1">
            <p className="text-sm text-ink-soft">{t("Only these apps get tokens for the API.")}</p>
            <Button variant="primary" onClick={() => setOpen({ what: "new" })}>
              <Plus aria-hidden />
              {t("Give access")}
            </Button>
          </div>
        }
        empty={
          <EmptyState icon={LayoutGrid} title={t("No app has access yet")}>
            {t("An app asks in the name of its users, or for itself with scopes of its own.")}
          </EmptyState>
        }
      />
      <AccessDialog
        key={app?.appId ?? "new"}
        tenant={tenant}
        apiId={apiId}
        taken={query.data ?? []}
        open={open?.what === "new" || open?.what === "edit"}
        onOpenChange={close}
        {...(open?.what === "edit" && { app: open.app })}
      />
      <ConfirmDialog
        open={open?.what === "withdraw"}
        onOpenChange={close}
        title={t("Withdraw the access of {name}?", { name: app?.name ?? "" })}
        action={t("Withdraw access")}
        danger
        onConfirm={async () => {
          if (app) await remove({ apiId, appId: app.appId });
        }}
      >
        {app && <ApiLossList apiId={apiId} appId={app.appId} />}
      </ConfirmDialog>
    </>
  );
}
