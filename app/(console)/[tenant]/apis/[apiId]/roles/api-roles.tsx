"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Callout, EmptyState } from "@/components/ui/feedback";
import type { ApiRole } from "@/server/domain/apis/apis.schema";
import { SearchedTable } from "../../../../_frame/lists/searched-table";

const RoleScopesDialog = lateDialog(() =>
  import("./role-scopes-dialog").then((module) => module.RoleScopesDialog),
);

/** Lists the roles with the scopes of the API that they allow. */
export function ApiRoles({ tenant, apiId }: { tenant: string; apiId: number }) {
  const t = useExtracted("apis");
  const trpc = useTRPC();
  const query = useQuery(trpc.apis.roles.list.queryOptions({ apiId }));
  const { data: api } = useQuery(trpc.apis.get.queryOptions({ apiId }));
  const [role, setRole] = useState<ApiRole | null>(null);
  const columns: Column<ApiRole>[] = [
    {
      id: "name",
      header: t("Role"),
      width: 12,
      sortBy: ({ name }) => name,
      cell: (row) => <span className="inline-block max-w-xs truncate align-bottom">{row.name}</span>,
    },
    {
      id: "app",
      header: t("Of"),
      width: 10,
      sortBy: ({ appName }) => appName ?? "",
      cell: ({ appName }) => (
        <span className="block max-w-xs truncate text-ink-soft">{appName ?? t("The organization")}</span>
      ),
    },
    {
      id: "scopes",
      header: t("Allowed scopes"),
      width: 20,
      sortBy: ({ scopes }) => scopes.length,
      cell: ({ scopes }) =>
        scopes.length === 0 ? (
          <span className="text-ink-faint">{t("None")}</span>
        ) : (
          <span className="block max-w-xl truncate font-mono text-xs" title={scopes.join(" ")}>
            {scopes.join(" ")}
          </span>
        ),
    },
  ];
  return (
    <>
      {api && !api.enforceRoles && (
        <div className="mb-4">
          <Callout tone="info" title={t("Roles are not enforced")}>
            {t.rich("Users get every scope that they agree to. Enforce roles in the <link>settings</link>.", {
              link: (chunks) => (
                <Link
                  href={`/${tenant}/apis/${apiId}`}
                  className="rounded text-accent-text underline"
                  key="link"
                >
                  {chunks}
                </Link>
              ),
            })}
          </Callout>
        </div>
      )}
      <SearchedTable
        query={query}
        id="api-roles"
        label={t("Roles")}
        columns={columns}
        search={{
          label: t("Search roles"),
          textOf: ({ name, appName }) => [name, appName],
          none: t("No role matches"),
          icon: ShieldCheck,
        }}
        rowKey={({ roleId }) => roleId}
        onRowClick={setRole}
        empty={
          <EmptyState icon={ShieldCheck} title={t("No roles yet")}>
            {t("Create roles of the organization under Roles, and roles of an app on its page.")}
          </EmptyState>
        }
      />
      <RoleScopesDialog
        key={role?.roleId ?? "none"}
        apiId={apiId}
        open={role !== null}
        onOpenChange={() => setRole(null)}
        role={role}
      />
    </>
  );
}
