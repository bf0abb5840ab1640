"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks, MoreHorizontal, Pencil, Plus, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import type { ApiScope } from "@/server/domain/apis/apis.schema";
import { QueryTable } from "../../../../_frame/lists/query-table";
import { useAction } from "../../../../_frame/use-action";

const ScopeDialog = lateDialog(() => import("./scope-dialog").then((module) => module.ScopeDialog));

type Open = { what: "edit" | "delete"; scope: ApiScope } | { what: "new" } | null;

/** Lists the scopes of an API. */
export function ApiScopes({ apiId }: { apiId: number }) {
  const t = useExtracted("apis");
  const trpc = useTRPC();
  const query = useQuery(trpc.apis.scopes.list.queryOptions({ apiId }));
  const [open, setOpen] = useState<Open>(null);
  const remove = useAction(trpc.apis.scopes.remove.mutationOptions(), () => t("The scope was deleted."));
  const close = () => setOpen(null);
  const scope = open && "scope" in open ? open.scope : null;
  const add = (
    <Button variant="primary" onClick={() => setOpen({ what: "new" })}>
      <Plus aria-hidden />
      {t("New scope")}
    </Button>
  );
  const columns: Column<ApiScope>[] = [
    {
      id: "name",
      header: t("Scope"),
      width: 14,
      cell: (row) => <span className="block max-w-xs truncate font-mono text-xs">{row.name}</span>,
    },
    {
      id: "description",
      header: t("Description"),
      width: 24,
      cell: (row) => <span className="block max-w-xl truncate text-ink-soft">{row.description}</span>,
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
          <MenuItem onSelect={() => setOpen({ what: "edit", scope: row })}>
            <Pencil aria-hidden />
            {t("Edit…")}
          </MenuItem>
          <MenuItem danger onSelect={() => setOpen({ what: "delete", scope: row })}>
            <Trash2 aria-hidden />
            {t("Delete…")}
          </MenuItem>
        </Menu>
      ),
    },
  ];
  return (
    <>
      <QueryTable
        query={query}
        id="api-scopes"
        label={t("Scopes")}
        columns={columns}
        rows={query.data}
        rowKey={(row) => row.scopeId}
        toolbar={
          <div className="flex flex-1 flex-wrap items-center justify-between gap-2 pl-1">
            <p className="text-sm text-ink-soft">{t("What an app may be permitted to do at the API.")}</p>
            {add}
          </div>
        }
        empty={
          <EmptyState icon={ListChecks} title={t("No scopes yet")}>
            {t("Without scopes, a token only proves that its app may ask for the API.")}
          </EmptyState>
        }
      />
      <ScopeDialog
        key={scope?.scopeId ?? "new"}
        apiId={apiId}
        open={open?.what === "new" || open?.what === "edit"}
        onOpenChange={close}
        {...(open?.what === "edit" && { scope: open.scope })}
      />
      <ConfirmDialog
        open={open?.what === "delete"}
        onOpenChange={close}
        title={t("Delete the scope {name}?", { name: scope?.name ?? "" })}
        action={t("Delete scope")}
        danger
        onConfirm={async () => {
          if (scope) await remove({ apiId, scopeId: scope.scopeId });
        }}
      >
        <p>
          {t("Apps and roles lose it. New tokens do not contain it, and introspection omits it at once.")}
        </p>
      </ConfirmDialog>
    </>
  );
}
