"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Waypoints } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { PageHeader } from "@/components/ui/page/page";
import type { Api } from "@/server/domain/apis/apis.schema";
import { SearchedTable } from "../../_frame/lists/searched-table";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";

const NewApiDialog = lateDialog(() => import("./new-api-dialog").then((module) => module.NewApiDialog));

function useColumns(): Column<Api>[] {
  const t = useExtracted("apis");
  const lifetime = useLifetime();
  return [
    {
      id: "name",
      sortBy: ({ name }) => name,
      header: t("Name"),
      width: 12,
      cell: ({ name, audienceLost }) => (
        <span className="flex items-center gap-2">
          <span className="block max-w-72 truncate">{name}</span>
          {audienceLost && <Badge tone="danger">{t("Audience lost")}</Badge>}
        </span>
      ),
    },
    {
      id: "audience",
      sortBy: ({ audience }) => audience,
      header: t("Audience"),
      width: 18,
      cell: ({ audience }) => (
        <span className="block max-w-96 truncate font-mono text-xs text-ink-soft">{audience}</span>
      ),
    },
    {
      id: "format",
      sortBy: ({ format }) => format,
      header: t("Tokens"),
      width: 8,
      cell: ({ format }) => (format === "jwt" ? t("Signed (JWT)") : t("Opaque")),
      hideable: true,
    },
    {
      id: "lifetime",
      sortBy: ({ lifetimeSeconds }) => lifetimeSeconds,
      header: t("Lifetime"),
      width: 8,
      cell: ({ lifetimeSeconds }) => lifetime(lifetimeSeconds),
      hideable: true,
    },
    {
      id: "roles",
      sortBy: ({ enforceRoles }) => (enforceRoles ? 0 : 1),
      header: t("Roles"),
      width: 8,
      cell: ({ enforceRoles }) =>
        enforceRoles ? (
          <Badge tone="info">{t("Enforced")}</Badge>
        ) : (
          <span className="text-ink-soft">{t("Not enforced")}</span>
        ),
      hideable: true,
    },
  ];
}

/** Lists the organization's APIs. The browser searches the list, because an organization has few APIs. */
export function ApisTable({ tenant }: { tenant: string }) {
  const columns = useColumns();
  const t = useExtracted("apis");
  const query = useQuery(useTRPC().apis.list.queryOptions({}));
  const [adding, setAdding] = useDialogInUrl("new");
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New API")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("APIs")}
        description={t("Services of yours that accept access tokens, with their scopes.")}
        actions={add}
      />
      <SearchedTable
        query={query}
        id="apis"
        label={t("APIs")}
        columns={columns}
        search={{
          label: t("Search APIs"),
          textOf: ({ name, audience }) => [name, audience],
          none: t("No API matches"),
          icon: Waypoints,
        }}
        rowKey={({ apiId }) => apiId}
        rowHref={({ apiId }) => `/${tenant}/apis/${apiId}`}
        empty={
          <EmptyState icon={Waypoints} title={t("No APIs yet")} action={add}>
            {t(
              "Apps get tokens for an API with the scopes that you define, for their users or for themselves.",
            )}
          </EmptyState>
        }
      />
      <NewApiDialog open={adding} onOpenChange={setAdding} tenant={tenant} />
    </>
  );
}

/** Returns a function that names a lifetime in seconds, in minutes or hours if it is a whole number of them. */
function useLifetime(): (seconds: number) => string {
  const t = useExtracted("apis");
  return (seconds) => {
    if (seconds % 3_600 === 0)
      return t("{count, plural, one {# hour} other {# hours}}", { count: seconds / 3_600 });
    if (seconds % 60 === 0)
      return t("{count, plural, one {# minute} other {# minutes}}", { count: seconds / 60 });
    return t("{count, plural, one {# second} other {# seconds}}", { count: seconds });
  };
}
